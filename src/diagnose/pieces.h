#pragma once
// Pieces: stretches of one lane, cut at cells, hours, claims, health and layout, each with one state
// (docs/definitions.md §6.1).

#include <optional>
#include <vector>

#include "diagnose/holders.h"
#include "diagnose/lane_signals.h"
#include "diagnose/policy.h"

namespace arable::diagnose {

struct Piece {
    Interval span;
    PieceState state = PieceState::unknown;
    std::uint32_t holders = 0;  // of HolderSets
    // What was measured in it; absent when not known.
    std::optional<float> engine, sm, dram, memory;
    double computing = 0.0;    // share of an active piece that computed
    bool bandwidth = false;    // DRAM activity at or above the threshold
    bool engine_only = false;  // active: SM activity was not known
    bool util_only = false;    // active: nothing but GPU_UTIL was known
};

struct LaneView {
    Interval during;
    IntervalSet present;      // of the card
    IntervalSet unavailable;  // of the card: not ready, lost, unhealthy
    IntervalSet broken;       // activity counters are stuck: activity is not known
    IntervalSet refused;      // of the node: nothing can start, so what nobody holds is unavailable, not free
    std::vector<HolderSpan> holders;
    bool blind = false;  // no input could name a holder: idle without one is `unknown`, not free
};

// Ascending, covering the lane's presence. Whole cells in which no signal changes are one piece, up to the hour.
// O(samples + hours + boundaries), at most cells.
std::vector<Piece> cut_pieces(const LaneView& lane, const LaneSignals& signals, const HolderSets& sets,
                              const std::vector<model::Claim>& claims, const Policy& policy, bool instant);

// The 5-minute rule: loaded pieces between two active ones, shorter than `loaded_run` together and with the same
// holders, are a pause of the active stretch. A run at a claim's edge or at a gap counts as it stands.
void join_pauses(std::vector<Piece>& pieces, Duration loaded_run);

// Memory at or below which a lane counts as empty: max(1 GiB, 2 % of it).
double empty_limit(std::optional<double> memory_total, const Thresholds& thresholds);

}  // namespace arable::diagnose
