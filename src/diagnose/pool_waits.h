#pragma once
// Waits of pools that are known by totals only (Timeline.pools).

#include <cstdint>
#include <vector>

#include "diagnose/pool_account.h"
#include "diagnose/waits.h"
#include "diagnose/week.h"
#include "model/timeline.h"

namespace arable::diagnose {

struct PoolOutcome {
    std::vector<Wait> waits;            // one a pool that had pending jobs, in the order of pools
    std::vector<PoolAccount> accounts;  // one a pool, in the order of Timeline.pools
    std::vector<BuyPoint> buy;          // product ""
    WeekTimes week;                     // of all pools; class by class it adds up to `accounts`
};

// At every instant, each idle GPU once: pending GPUs up to the idle ones of their own pool are `fragmented` (the sizes
// of jobs are unknown, so that is all that can be said), the rest up to the idle ones of other pools is `gated` by the
// pools' quotas, shared out by largest remainder; what is left is `real`. A point stands until the next one, at most
// 2.5 times the pool's interval. Negative numbers in a point count as nothing known about it: it covers no time.
// A wait's `spans` show the largest cause of each stretch; the amounts are in `by_cause`.
// Buying k GPUs removes at most min(k, pending) at every instant: an upper estimate, because durations are unknown.
PoolOutcome judge_pools(const model::Timeline& timeline);

}  // namespace arable::diagnose
