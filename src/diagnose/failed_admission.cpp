#include "diagnose/failed_admission.h"

#include <algorithm>
#include <map>
#include <optional>

namespace arable::diagnose {
namespace {

using model::Pod;

const model::WaitNote* refusal(const Pod& pod) {
    const auto at = std::ranges::find(pod.notes, model::WaitNote::Kind::admission_failed, &model::WaitNote::kind);
    return at == pod.notes.end() ? nullptr : &*at;
}

// Attempts without a known end count until the next one began.
std::int64_t most_at_once(const std::vector<Interval>& lives) {
    std::vector<std::pair<Time, int>> edges;
    for (const Interval& life : lives) {
        edges.emplace_back(life.begin, 1);
        edges.emplace_back(life.end, -1);
    }
    std::ranges::sort(edges);
    std::int64_t now = 0;
    std::int64_t most = 1;
    for (const auto& [time, change] : edges) most = std::max(most, now += change);
    return most;
}

std::optional<Time> first_start(const model::Timeline& timeline, model::WorkloadIx owner, Time after) {
    std::optional<Time> first;
    for (const Pod& pod : timeline.pods) {
        if (pod.workload != owner || refusal(pod) != nullptr || !pod.started || *pod.started < after) continue;
        if (!first || *pod.started < *first) first = pod.started;
    }
    return first;
}

WaitUnit unit_of(const model::Timeline& timeline, model::WorkloadIx owner, const std::vector<model::PodIx>& failed) {
    const model::Workload& workload = timeline.workloads[owner.at()];
    const Pod& first = timeline.pods[failed.front().at()];
    std::vector<Interval> lives;
    Time end = *first.created;
    for (std::size_t i = 0; i < failed.size(); ++i) {
        const Pod& pod = timeline.pods[failed[i].at()];
        Interval life{*pod.created, *pod.created};
        if (pod.ended) {
            life.end = *pod.ended;
        } else if (i + 1 < failed.size()) {
            life.end = *timeline.pods[failed[i + 1].at()].created;
        }
        lives.push_back(life);
        end = std::max(end, life.end);
    }
    if (workload.replicas && *workload.replicas > 0 && !workload.batch) end = timeline.window.end;
    if (const auto started = first_start(timeline, owner, *first.created)) end = *started;
    std::int64_t wanted = workload.replicas ? std::max<std::int64_t>(*workload.replicas, 1) : most_at_once(lives);
    wanted = std::min(wanted, static_cast<std::int64_t>(failed.size()));

    WaitUnit unit{.pod = failed.front(), .cluster = workload.cluster, .name = workload.ns + "/" + workload.name};
    unit.created = *first.created;
    unit.spec_known = first.spec.spec_known;
    const Interval span{*first.created, end};
    unit.stated.push_back({.during = span,
                           .cause = WaitCause::broken,
                           .detail = {.kind = WaitDetail::Kind::failed_admission,
                                      .what = refusal(first)->detail,
                                      .amount = static_cast<std::int64_t>(failed.size())}});
    const Interval clipped = intersect(span, timeline.window);
    for (std::int64_t i = 0; i < wanted && !clipped.empty(); ++i) {
        unit.members.push_back({.spec = &first.spec, .pod = failed[static_cast<std::size_t>(i)], .span = clipped});
    }
    return unit;
}

}  // namespace

std::vector<WaitUnit> failed_admissions(const model::Timeline& timeline, std::vector<bool>& skip) {
    std::map<model::WorkloadIx, std::vector<model::PodIx>> by_owner;
    for (std::size_t p = 0; p < timeline.pods.size(); ++p) {
        const Pod& pod = timeline.pods[p];
        if (pod.spec.device.kind == model::DeviceKind::none || !pod.workload.known() || pod.gang.known()) continue;
        if (!pod.created || refusal(pod) == nullptr) continue;
        by_owner[pod.workload].push_back(model::PodIx::of(p));
        skip[p] = true;
    }
    std::vector<WaitUnit> units;
    for (auto& [owner, failed] : by_owner) {
        std::ranges::stable_sort(failed, {}, [&](model::PodIx p) { return *timeline.pods[p.at()].created; });
        units.push_back(unit_of(timeline, owner, failed));
    }
    return units;
}

}  // namespace arable::diagnose
