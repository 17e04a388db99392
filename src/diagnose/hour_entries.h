#pragma once
// Pieces added up by hour and set of holders, still in the wall time of their lane; then shared out as GPU time.

#include <array>
#include <span>
#include <vector>

#include "diagnose/lanes.h"
#include "diagnose/pieces.h"

namespace arable::diagnose {

// A time-weighted sum on its way to a Mean.
struct WeightedSum {
    double weighted = 0.0;
    std::int64_t known_ms = 0;

    void add(double value, Duration known) {
        weighted += value * static_cast<double>(known.ms);
        known_ms += known.ms;
    }
    Mean mean() const;
};

inline constexpr std::size_t kPieceStates = 9;

// What is measured over active or claimed time; the order of HourEntry::sums.
enum class Feature : std::uint8_t {
    engine,
    sm,
    tensor,
    dram,
    power,
    sm_clock,
    pcie_rx,
    pcie_tx,
    nvlink,
    throttled,
    memory_used,
    engine_all,
    sm_all,
    dram_all,
    kFeatureCount
};
inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::kFeatureCount);

// One lane, one hour, one set of holders.
struct HourEntry {
    std::int32_t hour = 0;
    std::uint32_t holders = 0;
    std::array<std::int64_t, kPieceStates> wall_ms{};                // by PieceState
    double computing = 0.0, bandwidth_rest = 0.0, other_rest = 0.0;  // of active wall time; add up to it
    bool engine_only = false, util_only = false;
    std::array<WeightedSum, kFeatures> sums{};
    float memory_most = 0.0F;
    std::uint32_t engine_flips = 0, engine_pairs = 0;

    std::int64_t available_ms() const;
};

std::int32_t hour_of(Time t, const Interval& window);

// In order of hour, then of first appearance. O(pieces x sets of holders in one hour).
std::vector<HourEntry> add_up(std::span<const Piece> pieces, const Interval& window);

}  // namespace arable::diagnose
