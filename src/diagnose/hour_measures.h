#pragma once
// What was measured while a lane was claimed and while it was active, per hour and set of holders.

#include <span>
#include <vector>

#include "diagnose/hour_entries.h"

namespace arable::diagnose {

// Fills sums, memory_most and engine flips of `entries` (as add_up made them from the same pieces). `card_signals` are
// all signals of the card: power, clocks and throttling of a MIG instance are those of its card; PCIe and NVLink are
// left out there, since nobody can say whose they were. O(samples + pieces).
void measure_hours(std::vector<HourEntry>& entries, std::span<const Piece> pieces, const Lane& lane,
                   const LaneSignals& signals, std::span<const series::Signal> card_signals, const Holding& holding,
                   const Interval& window);

}  // namespace arable::diagnose
