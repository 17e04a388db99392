#include "diagnose/story_cast.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "diagnose/subject_names.h"
#include "diagnose/waiting.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

using Positions = std::vector<std::uint32_t>;
using Namings = std::vector<Naming>;

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string full_name(const model::Pod& pod) { return pod.ns + "/" + pod.name; }
std::string full_name(const model::Workload& workload) { return workload.ns + "/" + workload.name; }

// "name" of "ns/name".
std::string bare(const std::string& full) { return full.substr(full.rfind('/') + 1); }

class Casting {
  public:
    Casting(const model::Timeline& timeline, const Study& study, const Audit& audit, const Asked& asked)
        : timeline_(timeline), study_(study), audit_(audit), asked_(asked) {}

    Result<Cast> cast() {
        cast_.kind = asked_.kind;
        Result<Done> done = Done{};
        switch (asked_.kind) {
            case StoryKind::pod:
                done = pod();
                break;
            case StoryKind::gpu:
                done = gpu();
                break;
            case StoryKind::node:
                done = node();
                break;
            case StoryKind::workload:
                done = workload();
                break;
            case StoryKind::finding:
                done = finding();
                break;
            case StoryKind::wait:
                done = wait();
                break;
        }
        if (!done) return tl::unexpected(done.error());
        std::ranges::sort(cast_.nodes);
        std::ranges::sort(cast_.gpus);
        return std::move(cast_);
    }

  private:
    Result<Positions> chosen(std::span<const Namings> lists, const std::string& name) const {
        return look_up(lists, diagnose::name(asked_.kind), name, asked_.cluster);
    }
    Result<Positions> chosen(const Namings& list) const { return chosen({&list, 1}, asked_.name); }

    Result<Done> pod() {
        Namings names;
        for (std::uint32_t p = 0; p < timeline_.pods.size(); ++p) {
            const model::Pod& pod = timeline_.pods[p];
            names.push_back({pod.cluster, full_name(pod), {pod.name}, p});
        }
        ARABLE_TRY(at, chosen(names));
        const model::Pod& first = timeline_.pods[at.front()];
        named(first.cluster, full_name(first));
        add_pods(at);
        return Done{};
    }

    Result<Done> gpu() {
        Namings names;
        for (std::uint32_t g = 0; g < timeline_.gpus.size(); ++g) {
            const model::Gpu& gpu = timeline_.gpus[g];
            Naming naming{gpu.cluster, lower(gpu.name), {}, g};
            // As nvidia-smi prints it; the name is the UUID where a snapshot keeps no other.
            naming.others.push_back("gpu-" + lower(gpu.name));
            if (!gpu.uuid.empty())
                naming.others.insert(naming.others.end(), {lower(gpu.uuid), "gpu-" + lower(gpu.uuid)});
            if (!gpu.pci.empty()) naming.others.push_back(lower(gpu.pci));
            if (gpu.node.known() && gpu.index) {
                const std::string place = fmt::format("{}/{}", timeline_.nodes[gpu.node.at()].name, *gpu.index);
                naming.others.push_back(lower(place));
                naming.shown = gpu.name == place ? place : fmt::format("{} ({})", place, gpu.name);
            }
            names.push_back(std::move(naming));
        }
        ARABLE_TRY(at, chosen({&names, 1}, lower(asked_.name)));
        const model::Gpu& first = timeline_.gpus[at.front()];
        named(first.cluster, first.name);
        for (const std::uint32_t g : at) add_gpu(model::GpuIx::of(g));
        return Done{};
    }

    Result<Done> node() {
        Namings names;
        for (std::uint32_t n = 0; n < timeline_.nodes.size(); ++n)
            names.push_back({timeline_.nodes[n].cluster, timeline_.nodes[n].name, {}, n});
        ARABLE_TRY(at, chosen(names));
        named(timeline_.nodes[at.front()].cluster, timeline_.nodes[at.front()].name);
        for (const std::uint32_t n : at) add_node(model::NodeIx::of(n));
        return Done{};
    }

    Result<Done> workload() {
        Namings names;
        for (std::uint32_t w = 0; w < timeline_.workloads.size(); ++w) {
            const model::Workload& workload = timeline_.workloads[w];
            const std::string full = full_name(workload);
            names.push_back({workload.cluster, workload.kind + "/" + full, {full, workload.name}, w});
        }
        const auto owned = static_cast<std::uint32_t>(timeline_.workloads.size());
        for (std::uint32_t v = 0; v < study_.views.size(); ++v) {
            const WorkloadView& view = study_.views[v];
            if (view.workload.known()) continue;
            const std::string full = view.full_name();
            names.push_back({view.cluster, view.kind + "/" + full, {full, view.name}, owned + v});
        }
        ARABLE_TRY(at, chosen(names));
        if (at.front() < owned) {
            add_workload(model::WorkloadIx::of(at.front()));
            return Done{};
        }
        for (const std::uint32_t v : at) add_view(v - owned);  // bare pods of one name, one after the other
        add_waits();
        return Done{};
    }

    Result<Done> wait() {
        std::vector<Namings> lists(3);  // by the wait's own name, its workload, its pods
        for (std::uint32_t w = 0; w < audit_.waits.waits.size(); ++w) {
            const Wait& wait = audit_.waits.waits[w];
            lists[0].push_back({wait.cluster, wait.name, {bare(wait.name)}, w});
            for (const model::PodIx p : pods_of(wait)) {
                const model::Pod& pod = timeline_.pods[p.at()];
                if (pod.workload.known()) {
                    const model::Workload& workload = timeline_.workloads[pod.workload.at()];
                    lists[1].push_back({pod.cluster, full_name(workload), {workload.name}, w});
                }
                lists[2].push_back({pod.cluster, full_name(pod), {pod.name}, w});
            }
        }
        ARABLE_TRY(at, chosen(lists, asked_.name));
        cast_.waits = at;
        std::ranges::sort(cast_.waits);
        const auto twice = std::ranges::unique(cast_.waits);
        cast_.waits.erase(twice.begin(), twice.end());
        for (const std::uint32_t w : cast_.waits) {
            const std::vector<model::PodIx> pods = pods_of(audit_.waits.waits[w]);
            cast_.pods.insert(cast_.pods.end(), pods.begin(), pods.end());
        }
        const Wait& first = audit_.waits.waits[cast_.waits.front()];
        const bool one =
            std::ranges::all_of(cast_.waits, [&](std::uint32_t w) { return audit_.waits.waits[w].name == first.name; });
        // Several were asked for by the name of their workload.
        named(first.cluster,
              one || cast_.pods.empty() ? first.name : workload_of_pod(timeline_, cast_.pods.front()).name);
        tidy();
        for (const model::PodIx pod : cast_.pods) {
            cast_.self.insert(gang_or_workload(timeline_, pod));
            cast_.self.insert(workload_of_pod(timeline_, pod));
        }
        return Done{};
    }

    Result<Done> finding() {
        Namings names;
        for (std::uint32_t f = 0; f < audit_.findings.size(); ++f)
            names.push_back({audit_.findings[f].subject.cluster, audit_.findings[f].id, {}, f});
        ARABLE_TRY(at, chosen(names));
        const Finding& finding = audit_.findings[at.front()];
        add_subject(finding.subject);
        cast_.finding = at.front();
        named(finding.subject.cluster, finding.id);
        return Done{};
    }

    void named(const std::string& cluster, const std::string& name) {
        cast_.cluster = cluster;
        cast_.name = name;
    }

    // Pods of one name are one subject, one after the other.
    void add_pods(const Positions& at) {
        for (const std::uint32_t p : at) {
            const model::Pod& pod = timeline_.pods[p];
            cast_.pods.push_back(model::PodIx::of(p));
            cast_.self.insert({SubjectType::pod, pod.cluster, full_name(pod)});
        }
        add_waits();
    }

    void add_gpu(model::GpuIx gpu) {
        cast_.gpus.push_back(gpu);
        cast_.self.insert(subject_of(timeline_.gpus[gpu.at()]));
    }

    void add_node(model::NodeIx node) {
        cast_.nodes.push_back(node);
        cast_.self.insert(subject_of(timeline_.nodes[node.at()]));
        for (std::size_t g = 0; g < timeline_.gpus.size(); ++g)
            if (timeline_.gpus[g].node == node) cast_.gpus.push_back(model::GpuIx::of(g));
    }

    void add_workload(model::WorkloadIx ix) {
        const model::Workload& workload = timeline_.workloads[ix.at()];
        named(workload.cluster, full_name(workload));
        cast_.self.insert({SubjectType::workload, workload.cluster, full_name(workload)});
        for (std::uint32_t v = 0; v < study_.views.size(); ++v)
            if (study_.views[v].workload == ix) cast_.views.push_back(v);
        for (std::size_t p = 0; p < timeline_.pods.size(); ++p)
            if (timeline_.pods[p].workload == ix) cast_.pods.push_back(model::PodIx::of(p));
        add_waits(ix);
    }

    void add_view(std::uint32_t v) {
        const WorkloadView& view = study_.views[v];
        named(view.cluster, view.full_name());
        cast_.self.insert(subject_of(view));
        cast_.views.push_back(v);
        cast_.pods.insert(cast_.pods.end(), view.pods.begin(), view.pods.end());
    }

    // Waits of the pods so far, and of pod-less gangs of `workload`.
    void add_waits(model::WorkloadIx workload = {}) {
        tidy();
        for (std::uint32_t w = 0; w < audit_.waits.waits.size(); ++w) {
            const Wait& wait = audit_.waits.waits[w];
            const bool owned =
                workload.known() && wait.gang.known() && timeline_.gangs[wait.gang.at()].workload == workload;
            const auto ours = [&](model::PodIx pod) { return std::ranges::binary_search(cast_.pods, pod); };
            if (owned || std::ranges::any_of(pods_of(wait), ours)) cast_.waits.push_back(w);
        }
    }

    std::vector<model::PodIx> pods_of(const Wait& wait) const {
        if (wait.gang.known()) return timeline_.gangs[wait.gang.at()].pods;
        return wait.pod.known() ? std::vector{wait.pod} : std::vector<model::PodIx>{};
    }

    void add_subject(const Subject& subject) {
        switch (subject.type) {
            case SubjectType::gpu:
            case SubjectType::instance: {
                const std::string card =
                    subject.type == SubjectType::gpu ? subject.name : subject.name.substr(0, subject.name.rfind('#'));
                for (std::size_t g = 0; g < timeline_.gpus.size(); ++g)
                    if (timeline_.gpus[g].cluster == subject.cluster && timeline_.gpus[g].name == card)
                        add_gpu(model::GpuIx::of(g));
                break;
            }
            case SubjectType::node:
                for (std::size_t n = 0; n < timeline_.nodes.size(); ++n)
                    if (timeline_.nodes[n].cluster == subject.cluster && timeline_.nodes[n].name == subject.name)
                        add_node(model::NodeIx::of(n));
                break;
            case SubjectType::workload:
            case SubjectType::pod:
            case SubjectType::gang:
                add_owner(subject);
                break;
            case SubjectType::ns:
            case SubjectType::quota:
            case SubjectType::pool:
            case SubjectType::estate:
                break;
        }
    }

    void add_owner(const Subject& subject) {
        for (std::size_t p = 0; p < timeline_.pods.size(); ++p) {
            const model::Pod& pod = timeline_.pods[p];
            if (pod.cluster != subject.cluster) continue;
            const Subject owner = subject.type == SubjectType::gang ? gang_or_workload(timeline_, model::PodIx::of(p))
                                                                    : workload_of_pod(timeline_, model::PodIx::of(p));
            if (owner == subject) cast_.pods.push_back(model::PodIx::of(p));
        }
        for (std::uint32_t v = 0; v < study_.views.size(); ++v)
            if (subject_of(study_.views[v]) == subject) cast_.views.push_back(v);
        add_waits();
    }

    void tidy() {
        std::ranges::sort(cast_.pods);
        const auto twice = std::ranges::unique(cast_.pods);
        cast_.pods.erase(twice.begin(), twice.end());
    }

    const model::Timeline& timeline_;
    const Study& study_;
    const Audit& audit_;
    const Asked& asked_;
    Cast cast_;
};

}  // namespace

Result<Cast> cast_of(const model::Timeline& timeline, const Study& study, const Audit& audit, const Asked& asked) {
    return Casting(timeline, study, audit, asked).cast();
}

}  // namespace arable::diagnose
