#pragma once
// Which items take which slots: a flow from item kinds to slot kinds, by augmenting paths.

#include <span>
#include <vector>

#include "solve/cover.h"

namespace arable::solve {

struct Service {
    std::vector<std::vector<std::int64_t>> taken;  // [item][position in its `accepts`]
    std::int64_t unserved = 0;
    // Where not all are served: items that want, together, more than all slots that any of them accepts.
    std::vector<std::uint32_t> short_items;
};

// Serves as many as can be. `demand` by item and `supply` by slot kind, not negative.
Service serve(const CoverProblem& problem, std::span<const std::int64_t> demand, std::span<const std::int64_t> supply);

}  // namespace arable::solve
