#pragma once
// From wall time of lanes to GPU time of holders: MIG split, slices and simultaneous holders, exact to the millisecond.

#include <cstdint>
#include <utility>
#include <vector>

#include "diagnose/holders.h"
#include "diagnose/hour_entries.h"

namespace arable::diagnose {

struct CardShares {
    std::vector<HourShare> hours;  // sorted by (lane, hour, claim)
    std::int64_t unusable_ms = 0;
    std::vector<std::pair<std::int32_t, std::int64_t>> unusable_hours;  // hour -> part of it; not sorted
};

// entries[i] belongs to lanes.lanes[i]; `first_lane` is the position of lanes.lanes[0] in Folded. Per card and hour:
// time in which the card was available loses its `unusable.mig` part, the rest is split over lanes by compute slices;
// within a lane over what its pieces were; within one set of holders equally over its claims. Every split is by
// largest remainder, so all parts add up to the card's presence.
CardShares share_out(const CardLanes& lanes, const std::vector<std::vector<HourEntry>>& entries, const HolderSets& sets,
                     std::uint32_t first_lane);

}  // namespace arable::diagnose
