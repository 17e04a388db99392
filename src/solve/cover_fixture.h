#pragma once
// Covering problems for tests.

#include <algorithm>

#include "base/rng.h"
#include "solve/cover.h"

namespace arable::solve {

struct CoverSize {
    std::int64_t bin_kinds = 3, slot_kinds = 4, item_kinds = 4, demand = 9;
    bool limits = true;
};

// Any bins, any items, any acceptance: many of these cannot be served.
inline CoverProblem random_cover(Rng& rng, const CoverSize& size) {
    CoverProblem problem{
        .slot_kinds = static_cast<std::uint32_t>(rng.integer(1, size.slot_kinds)), .bins = {}, .items = {}};
    const std::int64_t cost_step = rng.chance(0.5) ? 1 : rng.integer(2, 50);
    for (std::int64_t k = rng.integer(1, size.bin_kinds); k > 0; --k) {
        BinKind kind{.configurations = {}, .cost = rng.integer(0, 9) * cost_step, .limit = std::nullopt};
        for (std::int64_t c = rng.integer(1, 5); c > 0; --c) {
            SlotCounts slots;
            for (std::uint32_t q = 0; q < problem.slot_kinds; ++q)
                slots.push_back(std::max<std::int64_t>(rng.integer(-2, 4), 0));
            kind.configurations.push_back(std::move(slots));
        }
        if (size.limits && rng.chance(0.4)) kind.limit = rng.integer(0, 4);
        problem.bins.push_back(std::move(kind));
    }
    for (std::int64_t p = rng.integer(0, size.item_kinds); p > 0; --p) {
        ItemKind item{.demand = rng.integer(0, size.demand), .accepts = {}};
        for (std::uint32_t q = 0; q < problem.slot_kinds; ++q) {
            if (rng.chance(0.5)) item.accepts.push_back(q);
        }
        problem.items.push_back(std::move(item));
    }
    return problem;
}

}  // namespace arable::solve
