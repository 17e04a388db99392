// Step 10: a pod that only labels or claims name is where its devices are, and asked for at least what it held at one
// time. Without this a pod of eight cards would pass for one that may share.

#include <algorithm>
#include <set>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

using Device = std::pair<model::GpuIx, std::optional<int>>;

std::int64_t most_at_once(const std::vector<const model::Claim*>& claims) {
    std::vector<std::tuple<Time, int, Device>> edges;
    for (const model::Claim* c : claims) {
        edges.emplace_back(c->held.begin, 1, Device{c->gpu, c->instance});
        edges.emplace_back(c->held.end, 0, Device{c->gpu, c->instance});  // ends come before begins
    }
    std::sort(edges.begin(), edges.end());
    std::multiset<Device> held;
    std::size_t most = 0;
    for (const auto& [when, begins, device] : edges) {
        if (begins == 1) {
            held.insert(device);
            most = std::max(most, held.size());
        } else {
            held.erase(held.find(device));
        }
    }
    return static_cast<std::int64_t>(most);
}

const model::Layout* layout_of(const model::Gpu& gpu, Time when) {
    for (const model::LayoutSpan& span : gpu.layouts)
        if (span.during.contains(when)) return &span.layout;
    return nullptr;
}

model::DeviceRequest request_of(const Assembly& a, const std::vector<const model::Claim*>& claims) {
    const model::Claim& first = *claims.front();
    const model::Layout* layout = layout_of(a.timeline.gpus[first.gpu.at()], first.held.begin);
    const std::int64_t count = most_at_once(claims);
    model::DeviceRequest request{
        .kind = model::DeviceKind::whole, .resource = "nvidia.com/gpu", .count = count, .size = MilliGpu{count * 1000}};
    if (layout == nullptr) return request;
    if (layout->kind == model::LayoutKind::time_sliced || layout->kind == model::LayoutKind::mps) {
        request.kind = model::DeviceKind::shared;
        request.size = MilliGpu{(count * 1000 + layout->replicas - 1) / std::max(layout->replicas, 1)};
    }
    for (const model::MigInstance& m : layout->instances) {
        if (m.id != first.instance) continue;
        request.kind = model::DeviceKind::mig;
        request.resource = "nvidia.com/mig-" + m.profile;
        request.mig_profile = m.profile;
        request.size = MilliGpu{count * m.compute_slices * 1000 / 7};
    }
    return request;
}

}  // namespace

void describe_named_pods(Assembly& a) {
    std::map<model::PodIx, std::vector<const model::Claim*>> claims;
    for (const model::Claim& c : a.timeline.claims)
        if (c.pod.known() && c.gpu.known() && !c.held.empty() && !a.pod_origins[c.pod.at()].recorded)
            claims[c.pod].push_back(&c);
    for (const auto& [pod, held] : claims) {
        model::Pod& p = a.timeline.pods[pod.at()];
        if (!p.node.known()) p.node = held.front()->node;
        if (p.spec.device.kind == model::DeviceKind::none) p.spec.device = request_of(a, held);
    }
}

}  // namespace arable::sources
