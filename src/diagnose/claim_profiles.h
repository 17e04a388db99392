#pragma once
// How one lane was used over the whole time that one claim held it.

#include <span>
#include <vector>

#include "diagnose/pieces.h"

namespace arable::diagnose {

// One profile for each claim that held the lane, sorted by claim. Quantiles are over known claimed time, in bins of
// 1 % whose largest value stands for the bin. With several holders each gets the profile of all of them. O(pieces).
std::vector<ClaimProfile> profiles_of(std::span<const Piece> pieces, std::uint32_t lane, const LaneSignals& signals,
                                      const HolderSets& sets);

}  // namespace arable::diagnose
