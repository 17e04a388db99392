// Who held which card when, and which hours of Folded that is.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "diagnose/metrics_table.h"
#include "diagnose/story_parts.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

bool has(const std::vector<model::GpuIx>& gpus, model::GpuIx gpu) { return std::ranges::binary_search(gpus, gpu); }
bool has(const std::vector<model::PodIx>& pods, model::PodIx pod) {
    return pod.known() && std::ranges::binary_search(pods, pod);
}

Holding holding(const Scene& scene, const ClaimProfile& profile) {
    const model::Timeline& timeline = scene.timeline;
    const model::Claim& claim = timeline.claims[profile.claim.at()];
    const Lane& lane = scene.study.folded.lanes[profile.lane];
    const model::Gpu& gpu = timeline.gpus[lane.gpu.at()];
    Holding out;
    out.pod = kUnknownHolder;
    out.gpu = gpu.name;
    out.instance = lane.instance;
    out.held = intersect(intersect(claim.held, lane.during), timeline.window);
    out.start_known = claim.start_known;
    out.source = claim.source;
    if (gpu.node.known()) out.node = timeline.nodes[gpu.node.at()].name;
    if (!claim.pod.known()) return out;
    const model::Pod& pod = timeline.pods[claim.pod.at()];
    out.pod = pod.ns + "/" + pod.name;
    if (pod.workload.known()) {
        const model::Workload& owner = timeline.workloads[pod.workload.at()];
        out.owner = fmt::format("{} {}/{}", owner.kind, owner.ns, owner.name);
    }
    return out;
}

// Neighbouring spans of one holder on one device are one.
std::vector<Holding> joined(std::vector<Holding> holdings) {
    std::ranges::sort(holdings, {}, [](const Holding& h) {
        return std::tuple(h.gpu, h.node, h.instance, h.pod, h.owner, h.held.begin, h.held.end);
    });
    std::vector<Holding> out;
    for (Holding& next : holdings) {
        if (!out.empty()) {
            Holding& last = out.back();
            const bool same = last.gpu == next.gpu && last.node == next.node && last.instance == next.instance &&
                              last.pod == next.pod && last.owner == next.owner;
            if (same && next.held.begin <= last.held.end) {
                last.held.end = std::max(last.held.end, next.held.end);
                last.source = std::max(last.source, next.source);
                continue;
            }
        }
        out.push_back(std::move(next));
    }
    return out;
}

}  // namespace

std::vector<std::uint32_t> shares_of(const Scene& scene) {
    const Folded& folded = scene.study.folded;
    const bool cards = !scene.cast.gpus.empty();
    std::vector<std::uint32_t> shares;
    for (std::uint32_t i = 0; i < folded.hours.size(); ++i) {
        const HourShare& share = folded.hours[i];
        if (cards) {
            if (has(scene.cast.gpus, folded.lanes[share.lane].gpu)) shares.push_back(i);
        } else if (share.claim.known() && has(scene.cast.pods, scene.timeline.claims[share.claim.at()].pod) &&
                   scene.study.accounts.owner[i] != Accounts::kNoOwner) {  // a ghost's card is nobody's
            shares.push_back(i);
        }
    }
    return shares;
}

std::vector<Holding> holdings_of(const Scene& scene) {
    const Folded& folded = scene.study.folded;
    const bool cards = !scene.cast.gpus.empty();
    std::vector<Holding> holdings;
    for (const ClaimProfile& profile : folded.claims) {
        const bool ours = cards ? has(scene.cast.gpus, folded.lanes[profile.lane].gpu)
                                : has(scene.cast.pods, scene.timeline.claims[profile.claim.at()].pod);
        if (!ours) continue;
        Holding next = holding(scene, profile);
        if (!next.held.empty()) holdings.push_back(std::move(next));
    }
    holdings = joined(std::move(holdings));
    std::ranges::stable_sort(
        holdings, {}, [](const Holding& h) { return std::tuple(-h.held.length().ms, h.held.begin, h.pod, h.gpu); });
    return holdings;
}

std::vector<Unfit> unfit_of(const Scene& scene) {
    if (scene.cast.gpus.empty()) return {};
    std::map<std::pair<WaitCause, std::string>, Unfit> by_pod;
    for (const FreeMark& mark : scene.study.waiting.marks) {
        if (!has(scene.cast.gpus, scene.study.folded.lanes[mark.lane].gpu) || !mark.pod.known()) continue;
        const model::Pod& pod = scene.timeline.pods[mark.pod.at()];
        const std::string who = pod.ns + "/" + pod.name;
        Unfit& unfit = by_pod[{mark.cause, who}];
        unfit.pod = who;
        unfit.cause = mark.cause;
        ++unfit.spans;
        unfit.length = unfit.length + mark.span.length();
    }
    std::vector<Unfit> out;
    for (auto& [key, unfit] : by_pod) out.push_back(std::move(unfit));
    std::ranges::stable_sort(out, {}, [](const Unfit& u) { return -u.length.ms; });
    return out;
}

}  // namespace arable::diagnose
