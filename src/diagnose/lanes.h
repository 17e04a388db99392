#pragma once
// Lanes of one card: the parts that are judged on their own, for each stretch of time with one layout.

#include <vector>

#include "diagnose/card.h"
#include "diagnose/folded.h"
#include "model/node.h"

namespace arable::diagnose {

// One stretch of one layout. Lanes of a part together, with what MIG mode puts out of reach, make up the card.
struct LayoutPart {
    Interval during;
    std::size_t first_lane = 0, lane_count = 0;  // in CardLanes::lanes
    int sms = 0, mig_sms = 0;                    // both 0: nothing is out of reach, or nobody knows
};

struct CardLanes {
    std::vector<Lane> lanes;        // sorted by (during.begin, instance); uncovered slices come first
    std::vector<LayoutPart> parts;  // ascending, disjoint, covering the card's presence
};

// The layout in force at `t`; nullptr: exclusive.
const model::Layout* layout_at(const model::Gpu& gpu, Time t);

// Parts in which the card was not present at all are left out; neighbouring spans of equal layout are one.
CardLanes lanes_of(const model::Gpu& gpu, model::GpuIx ix, const CardFacts& card, const Interval& window);

}  // namespace arable::diagnose
