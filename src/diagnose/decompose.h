#pragma once
// How much of the waiting was a real shortage (docs/definitions.md §6.2): every waited GPU-millisecond gets one cause.

#include <vector>

#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "diagnose/pool_account.h"
#include "diagnose/waits.h"
#include "diagnose/week.h"
#include "model/timeline.h"

namespace arable::diagnose {

struct WaitOutcome {
    Waits waits;
    // Which free lanes the waiting marked; a mark never covers a time twice on one lane. Sorted by (lane, begin).
    std::vector<FreeMark> marks;
    // Where the GPU-time of pools went that are known by totals alone, in the order of Timeline.pools.
    std::vector<PoolAccount> pools;
    WeekTimes pools_week;  // the same time by hour of the week; empty without pools
};

// Sweeps over the instants at which something changed and asks, for every gang that waits then, earliest first, which
// cause holds. Exact while that takes at most kMostJudgements judgements of a gang at an instant and kMostLaneSteps
// looks at a lane at an instant; on larger inputs changes within 10 s, 1 min, then 10 min of each other are judged
// together, by the state at the first of them. `known` is false without pods, gangs and pools, and for an input of one
// instant (there the amounts are one cell's and serve for shares alone).
inline constexpr std::int64_t kMostJudgements = 60'000;
inline constexpr std::int64_t kMostLaneSteps = 20'000'000;
WaitOutcome decompose_waits(const model::Timeline& timeline, const Folded& folded, const Policy& policy);

}  // namespace arable::diagnose
