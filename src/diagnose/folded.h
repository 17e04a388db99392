#pragma once
// Folded: what the second pass leaves of all samples. Its size depends on GPUs, pods and hours, never on samples.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "diagnose/account_class.h"
#include "diagnose/week.h"
#include "model/gap.h"
#include "model/ids.h"
#include "model/quantity.h"
#include "series/row_table.h"

namespace arable::diagnose {

// A part of a GPU that is judged on its own: the whole card, one MIG instance, or the compute slices that no instance
// covers. Weights of a card's lanes at one time, together with `unusable.mig`, make up the card.
struct Lane {
    model::GpuIx gpu;
    std::optional<int> instance;  // MIG GPU-instance id; absent: whole card, or uncovered slices when `uncovered`
    bool uncovered = false;
    int slices = 0;   // compute slices; 0 for a whole card
    Interval during;  // of its layout
};

enum class PieceState : std::uint8_t {
    unavailable,
    used_unclaimed,
    free_ghost,
    free,
    unknown,
    starting,
    empty,
    loaded,
    active
};

// A maximal stretch of one lane in one state with one holder, in wall time. Of several simultaneous holders `claim` is
// the first; HourShares split GPU time equally over all of them.
struct Run {
    std::uint32_t lane = 0;
    Interval span;
    PieceState state = PieceState::unknown;
    model::ClaimIx claim;  // none() when not claimed
};

// Time-weighted mean of one quantity over the part of an hour in which it was known.
struct Mean {
    float value = 0.0F;
    std::uint32_t known_ms = 0;  // 0: not known at all, `value` means nothing
    bool known() const { return known_ms > 0; }
};

// One lane, one hour, one holder (or none): GPU-milliseconds by state, and what was measured meanwhile.
struct HourShare {
    std::uint32_t lane = 0;
    std::int32_t hour = 0;  // hours since Timeline.window.begin floored to the hour
    model::ClaimIx claim;
    std::int64_t unavailable_ms = 0, used_unclaimed_ms = 0, ghost_ms = 0, free_ms = 0;
    std::int64_t unknown_ms = 0, starting_ms = 0, empty_ms = 0, loaded_ms = 0;
    // The four parts of active time: they add up to it.
    std::int64_t computing_ms = 0;       // piece x SM (or engine) activity
    std::int64_t bandwidth_rest_ms = 0;  // not computing while DRAM activity is at or above the threshold
    std::int64_t other_rest_ms = 0;      // not computing, the rest
    bool engine_only = false;            // SM activity was not known for some of it: computing_ms is an upper bound
    bool util_only = false;              // activity rests on GPU_UTIL alone

    // Over all time of this share while the lane was active:
    Mean engine, sm, tensor, dram, power, sm_clock;
    Mean pcie_rx, pcie_tx, nvlink;  // bytes/s
    Mean throttled;                 // share of time with a power/thermal/hardware slowdown reason
    // Over all claimed time of this share:
    Mean memory_used;                   // bytes
    float memory_most = 0.0F;           // bytes, largest sample; 0 when memory_used is unknown
    Mean engine_all, sm_all, dram_all;  // including idle time
    std::uint16_t engine_flips = 0;  // times the engine went from < 20 % to > 80 % or back between neighbouring samples
    std::uint16_t engine_pairs = 0;  // neighbouring pairs of samples that were looked at
};

// What one pod did in one hour (its containers added).
struct PodHour {
    model::PodIx pod;
    std::int32_t hour = 0;
    Mean cpu_cores;                  // cores in use
    Mean cpu_throttled;              // throttled / all CFS periods
    Mean cpu_pressure, io_pressure;  // share of time some task waited
    Mean running, waiting;           // requests
    Mean kv_use;                     // ratio
    float kv_most = 0.0F;
    Mean request_rate;              // successful requests per second
    Mean prompt_rate, output_rate;  // tokens per second
    Mean ttft, latency;             // seconds: sum over count in this hour
    float waiting_first = -1.0F,
          waiting_last = -1.0F;                    // first and last sample, both ends of the hour included; -1: none
    std::uint32_t waiting_span_ms = 0;             // from the first to the last of them
    std::uint32_t from_ms = 0, to_ms = 3'600'000;  // the part of the hour in which the pod lived
};

// Whole-window distribution of one lane's engine and SM activity while one claim held it.
struct ClaimProfile {
    model::ClaimIx claim;
    std::uint32_t lane = 0;
    std::int64_t known_ms = 0;                                                   // claimed time with a known state
    float engine_p95 = -1.0F, sm_p50 = -1.0F, sm_p95 = -1.0F, dram_p95 = -1.0F;  // -1: unknown
    float duty = -1.0F;                                                          // share of known time that was active
    float memory_most = -1.0F;                                                   // bytes, largest sample
    float memory_total = -1.0F;                                                  // bytes of the lane
    float memory_fraction = -1.0F;  // of GPU memory that its server takes at start; -1: not told
    float need_memory = -1.0F;      // bytes really needed (weights + KV used), when a server tells; else -1
};

// A card whose activity counters stood at exactly 0 while it drew power and held memory: its cells are `unknown`.
struct StuckCard {
    model::GpuIx gpu;
    Duration length;
    std::int64_t stretches = 0;
    double watts = 0.0;        // mean of the first stretch
    double memory_used = 0.0;  // bytes, of the first stretch
};

static_assert(static_cast<std::size_t>(model::Quantity::kQuantityCount) <= 64);

struct Folded {
    Interval window;
    std::vector<Lane> lanes;  // sorted by (gpu, during.begin, instance)
    std::vector<Run> runs;    // sorted by (lane, span.begin)
    // Most of what an audit of weeks holds: what is above a few MiB lies in a temporary file.
    series::RowTable<HourShare> hours;    // sorted by (lane, hour, claim)
    series::RowTable<PodHour> pod_hours;  // sorted by (pod, hour)
    std::vector<ClaimProfile> claims;     // sorted by (claim, lane)
    std::int64_t unusable_mig_ms = 0;
    std::int64_t presence_ms = 0;     // == unusable_mig_ms + all parts of all HourShares, exactly
    Duration sample_interval;         // median over GPUs of their activity samples; 0: not known
    std::optional<Interval> sampled;  // first to last sample of any GPU inside the window
    std::array<std::int64_t, kWeekHours> unusable_week_ms{};  // of unusable_mig_ms, by hour of the week
    // Per GPU: presence and the MIG part of it.
    std::vector<std::int64_t> gpu_presence_ms, gpu_unusable_ms;  // by GpuIx
    std::vector<bool> quantity_seen =
        std::vector<bool>(static_cast<std::size_t>(model::Quantity::kQuantityCount), false);
    std::vector<std::uint64_t> gpu_quantities;  // by GpuIx: bit q is set when Quantity q was measured of that card
    std::vector<StuckCard> stuck;               // sorted by gpu, at most one each
    std::vector<model::Gap> gaps;
};

}  // namespace arable::diagnose
