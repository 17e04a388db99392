#pragma once
// Why active GPUs were not computing: starved by their data pipeline, waiting for each other, or slowed down.
// Judged per workload-hour (docs/definitions.md §6.3), by what each DCGM profiling field means; every share of that
// hour gets the answer.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/detector_limits.h"
#include "diagnose/folded.h"
#include "diagnose/hour_features.h"
#include "diagnose/policy.h"
#include "diagnose/workload_view.h"
#include "model/timeline.h"

namespace arable::diagnose {

enum class Stall : std::uint8_t { none, starvation, synchronisation, throttle };

// One per Folded.hours entry, same order; `none` for hours that nobody known claimed. Where several hold, the first
// in the order of the enumeration. Starvation is never said of serving workloads (a server waits for requests).
std::vector<Stall> stalls(const model::Timeline& timeline, const Folded& folded, const Policy& policy);

// The parts, for the detectors that tell why. An unmeasured quantity never proves a signature.
bool starved(const GpuFeatures& gpu, const PodFeatures& pods, const StallLimits& limits);
bool throttled(const GpuFeatures& gpu, const StallLimits& limits);

// What a group of ranks did in one hour.
struct Synchronisation {
    bool holds = false;
    bool link_bound = false;      // all ranks on NVLink, rather than waiting for one
    std::uint32_t straggler = 0;  // position in Folded.hours of the share the others waited for; not link_bound
    std::uint32_t waiting = 0;    // and of one that waited
};
// `shares`: one hour of ranks that work together.
Synchronisation synchronised(const model::Timeline& timeline, const Folded& folded,
                             std::span<const std::uint32_t> shares, const StallLimits& limits);
// The shares of a workload-hour by ranks that work together: a gang, all pods of a batch workload, else one pod.
std::vector<std::vector<std::uint32_t>> rank_groups(const model::Timeline& timeline, const Folded& folded,
                                                    const WorkloadView& view, const WorkloadHour& hour);

// Bytes/s of NVLink of a product's card, both directions together; absent: none or not known.
Measured nvlink_bytes_per_s(std::string_view product);

}  // namespace arable::diagnose
