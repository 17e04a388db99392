// What a subject is and how it lived.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "diagnose/metrics_table.h"
#include "diagnose/story_parts.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

class Traits {
  public:
    explicit Traits(const Scene& scene) : timeline_(scene.timeline), scene_(scene) {}

    std::vector<Trait> all() && {
        const Cast& cast = scene_.cast;
        if (timeline_.clusters.size() > 1) add(Trait::Key::cluster, cast.cluster);
        if (!cast.nodes.empty()) {
            of_node(timeline_.nodes[cast.nodes.back().at()]);
            of_cards();
        } else if (!cast.gpus.empty()) {
            of_gpu();
        } else {
            of_pods();
        }
        return std::move(traits_);
    }

  private:
    void add(Trait::Key key, std::string value) {
        if (value.empty() || std::ranges::find(traits_, std::pair(key, value), [](const Trait& t) {
                                 return std::pair(t.key, t.value);
                             }) != traits_.end())
            return;
        traits_.push_back({key, std::move(value)});
    }

    void of_node(const model::Node& node) {
        add(Trait::Key::pool, node.pool);
        add(Trait::Key::instance_type, node.instance_type);
        add(Trait::Key::zone, node.zone);
        add(Trait::Key::capacity_type, node.capacity_type);
    }

    void of_cards() {
        std::map<std::string, std::int64_t> products;
        for (const model::GpuIx gpu : scene_.cast.gpus) ++products[row(gpu).product];
        for (const auto& [product, count] : products) add(Trait::Key::product, product);
        add(Trait::Key::gpus, std::to_string(scene_.cast.gpus.size()));
        for (const model::GpuIx gpu : scene_.cast.gpus) add(Trait::Key::layout, row(gpu).layout);
    }

    void of_gpu() {
        const model::GpuIx ix = scene_.cast.gpus.back();
        const model::Gpu& gpu = timeline_.gpus[ix.at()];
        add(Trait::Key::product, row(ix).product);
        add(Trait::Key::node, row(ix).node);
        if (gpu.index) add(Trait::Key::index, std::to_string(*gpu.index));
        add(Trait::Key::pci, gpu.pci);
        if (gpu.node.known()) of_node(timeline_.nodes[gpu.node.at()]);
        add(Trait::Key::layout, row(ix).layout);
    }

    // Rows of the audit are in the order of the Timeline.
    const GpuRow& row(model::GpuIx gpu) const { return scene_.audit.gpus[gpu.at()]; }

    void of_pods() {
        for (const std::uint32_t v : scene_.cast.views) of_view(scene_.study.views[v]);
        const bool alone = scene_.cast.kind == StoryKind::pod;
        for (const model::PodIx ix : scene_.cast.pods) of_pod(timeline_.pods[ix.at()], alone);
        if (!alone && !scene_.cast.pods.empty()) add(Trait::Key::pods, std::to_string(scene_.cast.pods.size()));
        for (const std::uint32_t w : scene_.cast.waits) {
            const Wait& wait = scene_.audit.waits.waits[w];
            if (wait.gang.known()) of_gang(timeline_.gangs[wait.gang.at()]);
        }
    }

    void of_view(const WorkloadView& view) {
        if (view.workload.known()) add(Trait::Key::owner, fmt::format("{} {}", view.kind, view.full_name()));
        if (view.replicas) add(Trait::Key::replicas, std::to_string(*view.replicas));
    }

    void of_pod(const model::Pod& pod, bool alone) {
        if (pod.workload.known()) {
            const model::Workload& owner = timeline_.workloads[pod.workload.at()];
            add(Trait::Key::owner, fmt::format("{} {}/{}", owner.kind, owner.ns, owner.name));
        }
        if (pod.gang.known()) of_gang(timeline_.gangs[pod.gang.at()]);
        add(Trait::Key::queue, pod.spec.queue);
        const model::DeviceRequest& device = pod.spec.device;
        // As it is asked for, and in GPUs what that is worth: a unit of a shared resource is no card.
        const bool counted = alone && device.count > 0 && !device.resource.empty();
        add(Trait::Key::resource, counted ? fmt::format("{} {}", device.count, device.resource) : device.resource);
        if (!alone) return;
        if (device.size.value > 0)
            add(Trait::Key::gpus, fmt::format("{}", static_cast<double>(device.size.value) / 1000.0));
        if (pod.node.known()) add(Trait::Key::node, timeline_.nodes[pod.node.at()].name);
        add(Trait::Key::phase, phase(pod.phase));
    }

    void of_gang(const model::Gang& gang) {
        add(Trait::Key::gang, fmt::format("{} {}/{}", gang.kind, gang.ns, gang.name));
        add(Trait::Key::queue, gang.queue);
    }

    static std::string phase(model::PodPhase phase) {
        switch (phase) {
            case model::PodPhase::unknown:
                return "";
            case model::PodPhase::pending:
                return "pending";
            case model::PodPhase::running:
                return "running";
            case model::PodPhase::succeeded:
                return "succeeded";
            case model::PodPhase::failed:
                break;
        }
        return "failed";
    }

    const model::Timeline& timeline_;
    const Scene& scene_;
    std::vector<Trait> traits_;
};

void add_stays(std::vector<Stay>& stays, Stay::Kind kind, const std::string& who, const IntervalSet& spans,
               const Interval& window) {
    for (const Interval& span : intersect(spans, window)) stays.push_back({kind, who, span});
}

}  // namespace

std::vector<Trait> traits_of(const Scene& scene) { return Traits(scene).all(); }

std::vector<Moment> moments_of(const Scene& scene) {
    std::vector<Moment> moments;
    const auto add = [&](Moment::Kind kind, const std::string& who, const std::optional<Time>& time) {
        if (time) moments.push_back({kind, who, *time});
    };
    for (const model::PodIx ix : scene.cast.pods) {
        const model::Pod& pod = scene.timeline.pods[ix.at()];
        const std::string who = pod.ns + "/" + pod.name;
        add(Moment::Kind::created, who, pod.created);
        add(Moment::Kind::scheduled, who, pod.scheduled);
        add(Moment::Kind::started, who, pod.started);
        add(Moment::Kind::ended, who, pod.ended);
    }
    std::ranges::stable_sort(moments, {}, [](const Moment& m) { return std::tuple(m.time, m.kind, m.who); });
    return moments;
}

std::vector<Stay> stays_of(const Scene& scene) {
    std::vector<Stay> stays;
    const Interval& window = scene.timeline.window;
    for (const model::NodeIx ix : scene.cast.nodes) {
        const model::Node& node = scene.timeline.nodes[ix.at()];
        add_stays(stays, Stay::Kind::present, node.name, node.present, window);
        if (node.readiness_known)
            add_stays(stays, Stay::Kind::not_ready, node.name, subtract(node.present, node.ready), window);
        add_stays(stays, Stay::Kind::cordoned, node.name, node.cordoned, window);
    }
    for (const model::GpuIx ix : scene.cast.gpus) {
        const model::Gpu& gpu = scene.timeline.gpus[ix.at()];
        // Of a node's cards what they have in common is said of the node.
        if (scene.cast.nodes.empty()) add_stays(stays, Stay::Kind::present, gpu.name, gpu.present, window);
        add_stays(stays, Stay::Kind::unhealthy, gpu.name, gpu.unhealthy, window);
    }
    std::ranges::stable_sort(stays, {}, [](const Stay& s) { return std::tuple(s.kind, s.span.begin, s.who); });
    return stays;
}

}  // namespace arable::diagnose
