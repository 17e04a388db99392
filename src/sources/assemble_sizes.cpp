// Step: how much of a card one device is that a request names. Where every node that a pod may go to offers replicas
// or MIG instances under the plain name of a card (time-slicing, MPS, MIG strategy `single`), a request of one device
// waits for, and later holds, a part of a card only.

#include <algorithm>
#include <map>
#include <tuple>

#include "model/product.h"
#include "sources/assembly.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

using model::DeviceKind;

constexpr std::int64_t kWhole = 1000;

class Parts {
  public:
    explicit Parts(const Assembly& a) : a_(a), gpus_(a.timeline.nodes.size()) {
        for (const model::Gpu& gpu : a.timeline.gpus)
            if (gpu.node.known()) gpus_[gpu.node.at()].push_back(&gpu);
    }

    // Of the largest device under the request's name where it may go, in thousandths of a card. A pod that may go to
    // whole cards, too, waits for a whole one as far as anybody can tell.
    std::int64_t of(const model::PodSpec& spec, const std::string& cluster, model::NodeIx at) {
        if (at.known()) return or_whole(on(at.at(), spec.device.resource));
        const auto key = std::tuple(cluster, spec.device.resource, spec.rules.node_selector);
        if (const auto known = anywhere_.find(key); known != anywhere_.end()) return known->second;
        std::int64_t most = 0, selected = 0;
        for (std::size_t n = 0; n < a_.timeline.nodes.size(); ++n) {
            const model::Node& node = a_.timeline.nodes[n];
            if (node.cluster != cluster) continue;
            const std::int64_t part = on(n, spec.device.resource);
            most = std::max(most, part);
            const bool suits = std::ranges::all_of(spec.rules.node_selector, [&](const auto& rule) {
                const auto label = node.labels.find(rule.first);
                return label != node.labels.end() && label->second == rule.second;
            });
            if (suits) selected = std::max(selected, part);
        }
        return anywhere_[key] = or_whole(selected > 0 ? selected : most);
    }

    // Pods that may hold one MIG instance of this name at a time, on its node or on any of the cluster.
    std::int64_t replicas_of_instance(const model::DeviceRequest& device, const std::string& cluster,
                                      model::NodeIx at) const {
        std::string label = device.resource;
        if (label.ends_with(".shared")) label.resize(label.size() - 7);
        label += ".replicas";
        std::int64_t most = 1;
        for (std::size_t n = 0; n < a_.timeline.nodes.size(); ++n) {
            const model::Node& node = a_.timeline.nodes[n];
            if (at.known() ? at.at() != n : node.cluster != cluster) continue;
            most = std::max(most, std::min(label_number(node, label).value_or(1), kWhole));
        }
        return most;
    }

  private:
    static std::int64_t or_whole(std::int64_t part) { return part > 0 ? part : kWhole; }

    // 0: the node offers nothing under this name.
    std::int64_t on(std::size_t at, const std::string& resource) const {
        const model::Node& node = a_.timeline.nodes[at];
        const auto offered = node.capacity.find(resource);
        if (!node.capacity.empty() && (offered == node.capacity.end() || offered->second <= 0)) return 0;
        const auto first = node.capacity.lower_bound("nvidia.com/mig-");
        const bool mixed = first != node.capacity.end() && first->first.starts_with("nvidia.com/mig-");
        std::int64_t most = 0;
        for (const model::Gpu* gpu : gpus_[at]) most = std::max(most, of_card(*gpu, mixed));
        return most;
    }

    // `mixed`: instances have names of their own, and the plain name means cards that are not cut.
    static std::int64_t of_card(const model::Gpu& gpu, bool mixed) {
        if (gpu.layouts.empty()) return kWhole;
        std::int64_t most = 0;
        for (const model::LayoutSpan& span : gpu.layouts) {
            const model::Layout& layout = span.layout;
            if (layout.kind == model::LayoutKind::exclusive) return kWhole;
            if (layout.kind != model::LayoutKind::mig) {
                const std::int64_t replicas = std::max(layout.replicas, 1);
                most = std::max(most, (kWhole + replicas - 1) / replicas);
            } else if (!mixed) {
                most = std::max(most, largest_instance(layout, gpu));
            }
        }
        return most;
    }

    static std::int64_t largest_instance(const model::Layout& layout, const model::Gpu& gpu) {
        constexpr int kSlices = 7;  // of every product but those whose geometry says otherwise
        const model::Product* product = model::find_product(gpu.product);
        const int all = product == nullptr || !product->mig ? kSlices : product->mig->compute_slices;
        std::int64_t most = 0;
        for (const model::MigInstance& instance : layout.instances)
            most = std::max(most, (kWhole * instance.compute_slices + all - 1) / all);
        return std::min(most, kWhole);
    }

    const Assembly& a_;
    std::vector<std::vector<const model::Gpu*>> gpus_;  // by node
    std::map<std::tuple<std::string, std::string, std::map<std::string, std::string>>, std::int64_t> anywhere_;
};

}  // namespace

void size_requests(Assembly& a) {
    Parts parts(a);
    const auto resize = [&](model::PodSpec& spec, const std::string& cluster, model::NodeIx at) {
        model::DeviceRequest& d = spec.device;
        if (d.kind == DeviceKind::mig) {
            const std::int64_t replicas = parts.replicas_of_instance(d, cluster, at);
            d.size = MilliGpu{(d.size.value + replicas - 1) / replicas};
        }
        if ((d.kind != DeviceKind::whole && d.kind != DeviceKind::shared) || d.count <= 0) return;
        const std::int64_t part = parts.of(spec, cluster, at);
        if (part < kWhole) d.size = MilliGpu{std::min<std::int64_t>(d.count, 1'000'000) * part};
    };
    for (model::Pod& pod : a.timeline.pods) {
        resize(pod.spec, pod.cluster, pod.node);
        if (pod.spec.device.kind != DeviceKind::invalid || pod.node.known()) continue;  // bound ones have a gap already
        a.gap(model::Gap::Kind::unreadable, pod.ns + '/' + pod.name,
              text("asks for GPUs in a way that cannot be read ({}): how many it waits for is not known",
                   pod.spec.device.why_invalid));
    }
    for (model::Gang& gang : a.timeline.gangs)
        for (auto& [spec, count] : gang.templates) resize(spec, gang.cluster, model::NodeIx::none());
}

}  // namespace arable::sources
