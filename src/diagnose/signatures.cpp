#include "diagnose/signatures.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "model/product.h"

namespace arable::diagnose {
namespace {

bool waits(const HourShare& share, const StallLimits& limits) {
    return share.engine.known() && share.engine.value >= limits.spin_engine && share.sm.known() &&
           share.sm.value < limits.spin_sm && !(share.tensor.known() && share.tensor.value >= limits.spin_tensor);
}

bool works(const HourShare& share, const StallLimits& limits) {
    return (share.sm.known() && share.sm.value >= limits.busy_sm) ||
           (share.tensor.known() && share.tensor.value >= limits.busy_tensor);
}

model::GpuIx gpu_of(const Folded& folded, std::uint32_t share) { return folded.lanes[folded.hours[share].lane].gpu; }

std::vector<std::uint32_t> active_ranks(const Folded& folded, std::span<const std::uint32_t> shares) {
    std::vector<std::uint32_t> ranks;
    for (const std::uint32_t i : shares)
        if (active_ms(folded.hours[i]) > 0) ranks.push_back(i);
    return ranks;
}

bool all_on_the_wire(const model::Timeline& timeline, const Folded& folded, std::span<const std::uint32_t> ranks,
                     const StallLimits& limits) {
    return std::all_of(ranks.begin(), ranks.end(), [&](std::uint32_t i) {
        const HourShare& share = folded.hours[i];
        const model::GpuIx gpu = gpu_of(folded, i);
        if (!gpu.known() || gpu.at() >= timeline.gpus.size() || !share.nvlink.known() || !share.sm.known())
            return false;
        const Measured link = nvlink_bytes_per_s(timeline.gpus[gpu.at()].product);
        return link && share.nvlink.value >= limits.nvlink * *link && share.sm.value < limits.nvlink_sm;
    });
}

// The ranks that others may wait for: at work, or slow. The slow ones first, then those that compute most.
std::vector<std::uint32_t> candidates(const Folded& folded, std::span<const std::uint32_t> ranks,
                                      const StallLimits& limits) {
    std::int64_t known = 0;
    double sum = 0.0;
    for (const std::uint32_t i : ranks) {
        if (!folded.hours[i].sm_clock.known()) continue;
        ++known;
        sum += static_cast<double>(folded.hours[i].sm_clock.value);
    }
    const auto slow = [&](std::uint32_t i) {
        const Mean& own = folded.hours[i].sm_clock;
        if (!own.known() || known < 2) return false;
        const double others = (sum - static_cast<double>(own.value)) / static_cast<double>(known - 1);
        return static_cast<double>(own.value) <= limits.slow_clock * others;
    };
    std::vector<std::uint32_t> found;
    for (const std::uint32_t i : ranks)
        if (slow(i) || works(folded.hours[i], limits)) found.push_back(i);
    std::stable_sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(slow(a), folded.hours[a].sm.value) > std::tuple(slow(b), folded.hours[b].sm.value);
    });
    return found;
}

}  // namespace

Measured nvlink_bytes_per_s(std::string_view product) {
    const model::Product* found = model::find_product(product);
    if (found == nullptr || found->nvlink_bytes_per_s <= 0.0) return std::nullopt;
    return found->nvlink_bytes_per_s;
}

bool starved(const GpuFeatures& gpu, const PodFeatures& pods, const StallLimits& limits) {
    const bool card_waits =
        at_least(gpu.flips, limits.flips) || (below(gpu.sm, limits.starved_sm) && below(gpu.dram, limits.starved_dram));
    const bool host_short = at_least(pods.cpu_throttled, limits.cpu_throttled) ||
                            at_least(pods.cpu_pressure, limits.cpu_pressure) ||
                            at_least(pods.io_pressure, limits.io_pressure);
    return gpu.active_ms > 0 && card_waits && host_short;
}

bool throttled(const GpuFeatures& gpu, const StallLimits& limits) {
    return gpu.active_ms > 0 && at_least(gpu.throttled, limits.throttled);
}

Synchronisation synchronised(const model::Timeline& timeline, const Folded& folded,
                             std::span<const std::uint32_t> shares, const StallLimits& limits) {
    const std::vector<std::uint32_t> ranks = active_ranks(folded, shares);
    std::set<model::GpuIx> gpus;
    for (const std::uint32_t i : ranks) gpus.insert(gpu_of(folded, i));
    if (gpus.size() < 2) return {};
    const std::vector<std::uint32_t> awaited = candidates(folded, ranks, limits);
    for (const std::uint32_t waiting : ranks) {
        if (!waits(folded.hours[waiting], limits)) continue;
        for (const std::uint32_t other : awaited)
            if (gpu_of(folded, other) != gpu_of(folded, waiting)) return {true, false, other, waiting};
    }
    if (all_on_the_wire(timeline, folded, ranks, limits)) return {true, true, ranks.front(), ranks.front()};
    return {};
}

std::vector<std::vector<std::uint32_t>> rank_groups(const model::Timeline& timeline, const Folded& folded,
                                                    const WorkloadView& view, const WorkloadHour& hour) {
    std::map<std::pair<int, std::uint32_t>, std::vector<std::uint32_t>> groups;
    for (const std::uint32_t i : hour.shares) {
        const model::PodIx pod = timeline.claims[folded.hours[i].claim.at()].pod;
        const model::GangIx gang = timeline.pods[pod.at()].gang;
        if (gang.known()) {
            groups[{0, gang.value}].push_back(i);
        } else {
            groups[view.batch ? std::pair(1, std::uint32_t{0}) : std::pair(2, pod.value)].push_back(i);
        }
    }
    std::vector<std::vector<std::uint32_t>> list;
    for (auto& [key, shares] : groups) list.push_back(std::move(shares));
    return list;
}

std::vector<Stall> stalls(const model::Timeline& timeline, const Folded& folded, const Policy& policy) {
    const StallLimits& limits = policy.detectors.stall;
    std::vector<Stall> all(folded.hours.size(), Stall::none);
    for (const WorkloadView& view : workload_views(timeline, folded)) {
        for (const WorkloadHour& hour : hours_of(view, folded)) {
            const GpuFeatures gpu = gpu_features(folded, hour.shares);
            if (gpu.active_ms == 0) continue;
            const auto together = [&] {
                const auto groups = rank_groups(timeline, folded, view, hour);
                return std::any_of(groups.begin(), groups.end(), [&](const auto& ranks) {
                    return synchronised(timeline, folded, ranks, limits).holds;
                });
            };
            Stall stall = Stall::none;
            if (!view.serving && starved(gpu, pod_features(folded, hour.pod_hours), limits)) {
                stall = Stall::starvation;
            } else if (together()) {
                stall = Stall::synchronisation;
            } else if (throttled(gpu, limits)) {
                stall = Stall::throttle;
            }
            for (const std::uint32_t i : hour.shares) all[i] = stall;
        }
    }
    return all;
}

}  // namespace arable::diagnose
