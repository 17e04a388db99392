#pragma once
// What holds of one workload over the window: the measured values that thresholds are applied to, without noise.

#include <span>
#include <vector>

#include "estate/lanes.h"

namespace arable::estate {

// Of one hour; sums over cards and milliseconds of activity.
struct HourFacts {
    double active_ms = 0.0;
    double engine = 0.0, sm = 0.0, tensor = 0.0, dram = 0.0, rx = 0.0, tx = 0.0, throttled = 0.0;
    double running = 0.0, waiting = 0.0, server_ms = 0.0;
    double kv_most = 0.0;
};

struct WorkloadFacts {
    // Milliseconds of cards (after slices), while the state was known.
    double claimed = 0.0, empty = 0.0, loaded = 0.0, active = 0.0, unknown = 0.0;
    double engine_all = 0.0;         // sum of engine x ms over claimed time
    double memory_most = 0.0;        // MiB
    double memory_share_most = 0.0;  // of the lane
    double card_mib = 0.0;           // smallest card it ran on
    bool one_whole_card = true;      // every pod holds one whole exclusive card
    bool shared = false;             // some pod on a shared card
    bool sliced = false;             // some pod on a MIG instance
    bool serving = false;
    bool ooms = false;
    double cores_per_gpu = 0.0;
    double link = 0.0;  // bytes/s
    Stall stall = Stall::none;
    std::vector<HourFacts> hours;  // by hour of the window
};

// `lane_of[pod][slot]` is the position of the lane in `lanes`.
WorkloadFacts facts_of(const Estate& estate, const Workload& workload, std::span<const Lane> lanes,
                       const std::vector<std::vector<std::uint32_t>>& lane_of);
std::vector<std::vector<std::uint32_t>> lane_positions(const Estate& estate, std::span<const Lane> lanes);

}  // namespace arable::estate
