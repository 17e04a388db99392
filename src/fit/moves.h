#pragma once
// The smallest set of moves of running pods that lets a waiting pod start on one node.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fit/gang.h"
#include "fit/room.h"

namespace arable::fit {

// A running pod that holds whole cards of one node and may be moved in one piece.
struct Job {
    Member member;
    std::uint32_t room = 0;
};

struct JobMove {
    std::uint32_t job = 0;  // position among the jobs given
    std::uint32_t from = 0, to = 0;
};

struct Moves {
    std::vector<JobMove> steps;  // each feasible when it runs
    std::uint32_t room = 0;      // where the newcomer then starts
    std::int64_t gpus = 0;       // moved in all
    bool proven = false;         // no smaller set exists
};

// Fewest pods moved, then fewest GPUs; ties are broken the same way in every run. Whole-card requests only: absent for
// others, and when no set was found. Taints, selectors, product, CPU, memory and slots hold for everyone who moves;
// rules about neighbours are not asked. Only the kMostRooms nodes with the most free cards are looked at: on more,
// nothing is proven.
inline constexpr std::size_t kMostRooms = 32;
std::optional<Moves> smallest_moves(const Member& newcomer, std::span<const Job> jobs, std::span<const NodeRoom> rooms);

}  // namespace arable::fit
