#pragma once
// The contents of one inner unit that are worth most: a small knapsack of parts, or the best filled layout.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solve/packing.h"

namespace arable::solve {

struct UnitItem {
    std::uint32_t item = 0;
    std::int64_t worth = 0;  // of one; at most 2^52
    std::int64_t most = 0;   // how many there are
};

struct UnitContent {
    std::vector<std::pair<std::uint32_t, std::int64_t>> items;  // class, count
    std::optional<std::uint32_t> layout;                        // set where the items are slots
    std::int64_t worth = 0;                                     // this and `upper` end at 2^61
    std::int64_t upper = 0;  // no content is worth more; equal to `worth` where the search ended in time
};

// `candidates`: classes that need a part or a slot; those of no worth are passed over. `room`: what they may take of
// the bin together; empty: as much as they like. At most `steps` contents of each group are looked at.
UnitContent best_unit(const PackProblem& problem, const BinType& type, std::span<const UnitItem> candidates,
                      const Amounts& room, std::int64_t steps = 20'000);

}  // namespace arable::solve
