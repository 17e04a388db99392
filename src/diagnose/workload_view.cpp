#include "diagnose/workload_view.h"

#include <algorithm>
#include <map>
#include <utility>

namespace arable::diagnose {
namespace {

// A workload, or a pod without one: workloads first.
using Key = std::pair<std::uint32_t, std::uint32_t>;

std::optional<Key> key_of(const model::Timeline& timeline, model::ClaimIx claim) {
    if (!claim.known() || claim.at() >= timeline.claims.size()) return std::nullopt;
    const model::PodIx pod = timeline.claims[claim.at()].pod;
    if (!pod.known() || pod.at() >= timeline.pods.size()) return std::nullopt;
    const model::WorkloadIx workload = timeline.pods[pod.at()].workload;
    if (workload.known() && workload.at() < timeline.workloads.size()) return Key{workload.value, 0};
    return Key{UINT32_MAX, pod.value};
}

WorkloadView described(const model::Timeline& timeline, const Key& key) {
    WorkloadView view;
    if (key.first == UINT32_MAX) {
        const model::Pod& pod = timeline.pods[key.second];
        view.cluster = pod.cluster;
        view.ns = pod.ns;
        view.kind = "Pod";
        view.name = pod.name;
        return view;
    }
    const model::Workload& workload = timeline.workloads[key.first];
    view.workload = model::WorkloadIx{key.first};
    view.cluster = workload.cluster;
    view.ns = workload.ns;
    view.kind = workload.kind;
    view.name = workload.name;
    view.notebook = workload.notebook;
    view.serving = workload.serving;
    view.batch = workload.batch;
    view.replicas = workload.replicas;
    return view;
}

void sort_view(WorkloadView& view, const Folded& folded) {
    std::sort(view.pods.begin(), view.pods.end());
    view.pods.erase(std::unique(view.pods.begin(), view.pods.end()), view.pods.end());
    // Positions ascend within a lane already: order by hour, then position.
    const auto by_hour = [](const auto& rows) {
        return [&rows](std::uint32_t a, std::uint32_t b) {
            return std::pair(rows[a].hour, a) < std::pair(rows[b].hour, b);
        };
    };
    std::sort(view.shares.begin(), view.shares.end(), by_hour(folded.hours));
    std::sort(view.pod_hours.begin(), view.pod_hours.end(), by_hour(folded.pod_hours));
}

}  // namespace

std::vector<WorkloadView> workload_views(const model::Timeline& timeline, const Folded& folded) {
    std::map<Key, WorkloadView> views;
    std::map<std::uint32_t, WorkloadView*> by_pod;
    const auto view_of = [&](model::ClaimIx claim) -> WorkloadView* {
        const std::optional<Key> key = key_of(timeline, claim);
        if (!key) return nullptr;
        auto found = views.find(*key);
        if (found == views.end()) found = views.emplace(*key, described(timeline, *key)).first;
        WorkloadView& view = found->second;
        const model::Claim& held = timeline.claims[claim.at()];
        view.source = std::max(view.source, held.source);
        if (by_pod.emplace(held.pod.value, &view).second) view.pods.push_back(held.pod);
        return &view;
    };
    for (std::uint32_t i = 0; i < folded.hours.size(); ++i)
        if (WorkloadView* view = view_of(folded.hours[i].claim)) view->shares.push_back(i);
    for (std::uint32_t i = 0; i < folded.claims.size(); ++i)
        if (WorkloadView* view = view_of(folded.claims[i].claim)) view->profiles.push_back(i);
    for (std::uint32_t i = 0; i < folded.pod_hours.size(); ++i)
        if (const auto at = by_pod.find(folded.pod_hours[i].pod.value); at != by_pod.end())
            at->second->pod_hours.push_back(i);
    std::vector<WorkloadView> list;
    list.reserve(views.size());
    for (auto& [key, view] : views) {
        sort_view(view, folded);
        list.push_back(std::move(view));
    }
    return list;
}

std::vector<WorkloadHour> hours_of(const WorkloadView& view, const Folded& folded) {
    const std::span<const std::uint32_t> shares(view.shares);
    const std::span<const std::uint32_t> pods(view.pod_hours);
    std::vector<WorkloadHour> list;
    std::size_t pod = 0;
    for (std::size_t begin = 0; begin < shares.size();) {
        const std::int32_t hour = folded.hours[shares[begin]].hour;
        std::size_t end = begin;
        while (end < shares.size() && folded.hours[shares[end]].hour == hour) ++end;
        while (pod < pods.size() && folded.pod_hours[pods[pod]].hour < hour) ++pod;
        const std::size_t first_pod = pod;
        while (pod < pods.size() && folded.pod_hours[pods[pod]].hour == hour) ++pod;
        list.push_back({hour, shares.subspan(begin, end - begin), pods.subspan(first_pod, pod - first_pod)});
        begin = end;
    }
    return list;
}

std::int64_t active_ms(const HourShare& share) {
    return share.computing_ms + share.bandwidth_rest_ms + share.other_rest_ms;
}

void HeldTime::add(const HourShare& share) {
    unknown_ms += share.unknown_ms;
    starting_ms += share.starting_ms;
    empty_ms += share.empty_ms;
    loaded_ms += share.loaded_ms;
    computing_ms += share.computing_ms;
    bandwidth_rest_ms += share.bandwidth_rest_ms;
    other_rest_ms += share.other_rest_ms;
    if (share.util_only) {
        util_only_ms += diagnose::active_ms(share);
    } else if (share.engine_only) {
        engine_only_ms += diagnose::active_ms(share);
    }
}

HeldTime held_time(const Folded& folded, std::span<const std::uint32_t> shares) {
    HeldTime time;
    for (const std::uint32_t i : shares) time.add(folded.hours[i]);
    return time;
}

}  // namespace arable::diagnose
