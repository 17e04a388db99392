#pragma once
// The smallest set of moves that makes room for a newcomer: items stand in bins, each in one piece, and the newcomer
// needs room in one bin. Integers only.

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/amounts.h"

namespace arable::solve {

struct MovableItem {
    std::uint32_t bin = 0;
    Amounts size;
    std::vector<bool> allowed;  // by bin; empty: everywhere
};

struct MoveProblem {
    std::vector<Amounts> room;  // free in each bin; negative: over-full
    std::vector<MovableItem> items;
    Amounts newcomer;
    std::vector<bool> newcomer_allowed;  // by bin; empty: everywhere
};

struct Move {
    std::uint32_t item = 0, from = 0, to = 0;
    friend bool operator==(const Move&, const Move&) = default;
};

struct MovePlan {
    std::vector<Move> moves;  // in an order in which each step is feasible
    std::uint32_t bin = 0;    // where the newcomer then fits
    bool proven = false;      // no plan has fewer moves, or as many with less moved along the first dimension
};

// Fewest moves, then the least size moved along dimension 0; ties are broken the same way in every run (lower bins and
// items first). No item moves twice. Exact when the search ends within `budget` steps, else the best found, not proven.
// Absent: none found (a proof only on small inputs).
std::optional<MovePlan> least_moves(const MoveProblem& problem, std::int64_t budget = 200'000);

}  // namespace arable::solve
