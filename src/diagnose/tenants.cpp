#include "diagnose/tenants.h"

#include <algorithm>
#include <map>

#include "diagnose/hour_features.h"
#include "diagnose/lanes.h"
#include "diagnose/saturation.h"

namespace arable::diagnose {
namespace {

void raise(std::optional<double>& value, float other) {
    if (other >= 0.0F) value = value ? std::max(*value, static_cast<double>(other)) : static_cast<double>(other);
}

// What pods were seen to do, by PodIx.
struct PodUse {
    std::optional<float> kv_most;
    std::optional<double> cpu_cores;
};

std::vector<PodUse> pod_use(const model::Timeline& timeline, const Folded& folded) {
    std::vector<PodUse> use(timeline.pods.size());
    for (const PodHour& hour : folded.pod_hours) {
        PodUse& mine = use[hour.pod.at()];
        if (hour.kv_use.known()) mine.kv_most = std::max(mine.kv_most ? *mine.kv_most : hour.kv_most, hour.kv_most);
        if (hour.cpu_cores.known()) raise(mine.cpu_cores, hour.cpu_cores.value);
    }
    return use;
}

std::string domain_of(const model::Pod& pod, const Policy& policy) {
    const auto it = policy.trust_domains.find(pod.ns);
    // Apart from each other: a namespace may be called like a domain of the map.
    return it == policy.trust_domains.end() ? pod.cluster + "/namespace/" + pod.ns
                                            : pod.cluster + "/domain/" + it->second;
}

using CardTimes = std::map<model::GpuIx, std::vector<Interval>>;

// Cards held at one time for as long as it takes to see it; one after the other they are one.
std::int64_t most_at_once(const CardTimes& cards) {
    constexpr Duration kHandover = minutes(10);
    std::vector<std::pair<Time, int>> edges;
    for (const auto& [card, times] : cards) {
        for (const Interval& time : normalise(times)) {
            if (cards.size() > 1 && time.length() <= kHandover) continue;
            edges.emplace_back(time.begin, 1);
            edges.emplace_back(cards.size() > 1 ? time.end - kHandover : time.end, -1);
        }
    }
    std::ranges::sort(edges);
    std::int64_t now = 0;
    std::int64_t most = cards.empty() ? 0 : 1;
    for (const auto& [time, change] : edges) most = std::max(most, now += change);
    return most;
}

struct ClaimMeans {
    Average dram, engine;
};

// What is told by pods. Replicas of one workload run the same image with the same settings: what the fullest of them
// needs holds for all, so that one edit is named for each workload.
void finish(std::vector<Tenant>& tenants, const model::Timeline& timeline, const Folded& folded,
            const std::vector<CardTimes>& cards, std::span<const WorkloadView> views, const Policy& policy) {
    std::vector<std::uint32_t> view_of_pod(timeline.pods.size(), UINT32_MAX);
    for (std::size_t v = 0; v < views.size(); ++v) {
        for (const model::PodIx pod : views[v].pods) view_of_pod[pod.at()] = static_cast<std::uint32_t>(v);
    }
    const std::vector<PodUse> use = pod_use(timeline, folded);
    std::vector<PodUse> most(views.size());
    std::vector<std::optional<double>> need(views.size());
    std::vector<bool> saturated(views.size());
    for (std::size_t v = 0; v < views.size(); ++v)
        saturated[v] = saturated_queue(folded, views[v], policy.detectors.serving).holds;
    for (Tenant& tenant : tenants) {
        if (!tenant.pod.known()) continue;
        tenant.view = view_of_pod[tenant.pod.at()];
        tenant.domain = domain_of(timeline.pods[tenant.pod.at()], policy);
        tenant.gpus_of_pod = most_at_once(cards[tenant.pod.at()]);
        if (tenant.view == UINT32_MAX) continue;
        const PodUse& mine = use[tenant.pod.at()];
        PodUse& all = most[tenant.view];
        if (mine.kv_most) all.kv_most = std::max(all.kv_most ? *all.kv_most : *mine.kv_most, *mine.kv_most);
        if (mine.cpu_cores) raise(all.cpu_cores, static_cast<float>(*mine.cpu_cores));
        if (tenant.need_memory) raise(need[tenant.view], static_cast<float>(*tenant.need_memory));
    }
    for (Tenant& tenant : tenants) {
        if (tenant.view == UINT32_MAX) continue;
        tenant.kv_most = most[tenant.view].kv_most;
        tenant.cpu_cores = most[tenant.view].cpu_cores;
        tenant.need_memory = need[tenant.view];
        tenant.saturated = saturated[tenant.view];
        tenant.serving = tenant.kv_most.has_value() || views[tenant.view].serving;
    }
}

}  // namespace

std::vector<Tenant> tenants_of(const model::Timeline& timeline, const Folded& folded,
                               std::span<const WorkloadView> views, const Policy& policy) {
    std::vector<ClaimMeans> means(timeline.claims.size());
    for (const HourShare& share : folded.hours) {
        if (!share.claim.known()) continue;
        if (share.dram_all.known()) means[share.claim.at()].dram.add(share.dram_all);
        if (share.engine_all.known()) means[share.claim.at()].engine.add(share.engine_all);
    }
    std::vector<CardTimes> cards(timeline.pods.size());
    std::vector<Tenant> tenants;
    for (const ClaimProfile& profile : folded.claims) {
        const Lane& lane = folded.lanes[profile.lane];
        const model::Claim& claim = timeline.claims[profile.claim.at()];
        if (tenants.empty() || tenants.back().claim != profile.claim) {
            tenants.push_back({.claim = profile.claim, .pod = claim.pod, .gpu = lane.gpu});
            tenants.back().dram_mean = means[profile.claim.at()].dram.value();
            tenants.back().engine_mean = means[profile.claim.at()].engine.value();
        }
        Tenant& tenant = tenants.back();
        raise(tenant.memory_most, profile.memory_most);
        raise(tenant.memory_total, profile.memory_total);
        raise(tenant.need_memory, profile.need_memory);
        raise(tenant.memory_fraction, profile.memory_fraction);
        tenant.instance = tenant.instance || lane.instance.has_value();
        const model::Layout* layout = layout_at(timeline.gpus[lane.gpu.at()], lane.during.begin);
        tenant.shared_card = tenant.shared_card || (layout != nullptr && layout->kind != model::LayoutKind::exclusive &&
                                                    layout->kind != model::LayoutKind::mig);
        if (claim.pod.known()) cards[claim.pod.at()][lane.gpu].push_back(claim.held);
    }
    finish(tenants, timeline, folded, cards, views, policy);
    return tenants;
}

}  // namespace arable::diagnose
