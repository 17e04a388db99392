#pragma once
// How one lane was used over the whole time that one claim held it.

#include <span>
#include <vector>

#include "diagnose/hour_entries.h"
#include "diagnose/pieces.h"

namespace arable::diagnose {

// One profile for each claim that held the lane, sorted by claim. Quantiles are over known claimed time, in bins of
// 1 % whose largest value stands for the bin; `memory_most` is the largest sample, from `hours` (of the same pieces,
// measured). With several holders each gets the profile of all of them. O(pieces + hours).
std::vector<ClaimProfile> profiles_of(std::span<const Piece> pieces, std::span<const HourEntry> hours,
                                      std::uint32_t lane, const LaneSignals& signals, const HolderSets& sets);

}  // namespace arable::diagnose
