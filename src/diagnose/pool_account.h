#pragma once
// Where the GPU-time of a pool went that is known by totals alone.

#include <cstdint>
#include <string>

namespace arable::diagnose {

// GPU-milliseconds over the time that the pool's points cover. paid == running + fragmented + constrained + no_demand.
// What running GPUs did is not known (class `unknown`); idle ones are free.fragmented while jobs of the own pool
// waited, free.constrained while only jobs of other pools did, else free.no-demand.
struct PoolAccount {
    std::string pool;
    std::int64_t paid_ms = 0;
    std::int64_t running_ms = 0;
    std::int64_t fragmented_ms = 0;
    std::int64_t constrained_ms = 0;
    std::int64_t no_demand_ms = 0;
    std::int64_t uncovered_ms = 0;  // window time without a point (plain time, not GPU-time)
    friend bool operator==(const PoolAccount&, const PoolAccount&) = default;
};

}  // namespace arable::diagnose
