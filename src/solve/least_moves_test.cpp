#include "solve/least_moves.h"

#include <deque>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "solve/check_moves.h"

namespace arable::solve {
namespace {

// Bins of a capacity with jobs of these sizes, and a newcomer.
MoveProblem problem_of(std::int64_t capacity, const std::vector<std::vector<std::int64_t>>& bins,
                       std::int64_t newcomer) {
    MoveProblem problem{.newcomer = {newcomer}};
    for (std::uint32_t b = 0; b < bins.size(); ++b) {
        std::int64_t left = capacity;
        for (const std::int64_t size : bins[b]) {
            problem.items.push_back({.bin = b, .size = {size}});
            left -= size;
        }
        problem.room.push_back({left});
    }
    return problem;
}

std::int64_t moved(const MoveProblem& problem, const MovePlan& plan) {
    std::int64_t sum = 0;
    for (const Move& move : plan.moves) sum += problem.items[move.item].size[0];
    return sum;
}

TEST(LeastMoves, TwoMovesOfThreeGpusStartAJobOfFour) {
    const MoveProblem problem = problem_of(8, {{4, 2, 1}, {4, 2}, {4, 2, 1}}, 4);
    const auto plan = least_moves(problem);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->moves.size(), 2U);
    EXPECT_EQ(moved(problem, *plan), 3);
    EXPECT_TRUE(plan->proven);
    EXPECT_EQ(fault_of(problem, *plan), "");
    EXPECT_EQ(least_moves(problem)->moves, plan->moves);
}

TEST(LeastMoves, SixMovesEmptyANodeIntoTheHolesOfThreeOthers) {
    const std::vector<std::int64_t> ones(6, 1);
    const MoveProblem problem = problem_of(8, {ones, ones, ones, ones}, 8);
    const auto plan = least_moves(problem);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->moves.size(), 6U);
    EXPECT_EQ(moved(problem, *plan), 6);
    EXPECT_EQ(fault_of(problem, *plan), "");
}

TEST(LeastMoves, NothingIsFoundWhereNothingCanMove) {
    EXPECT_FALSE(least_moves(problem_of(4, {{3}, {3}}, 2)).has_value());
    MoveProblem pinned = problem_of(8, {{4, 2, 1}, {4, 2}, {4, 2, 1}}, 4);
    for (MovableItem& item : pinned.items) item.allowed.assign(3, false);
    EXPECT_FALSE(least_moves(pinned).has_value());
}

TEST(LeastMoves, TheCheckerRefusesWhatIsWrong) {
    const MoveProblem problem = problem_of(8, {{4, 2, 1}, {4, 2}, {4, 2, 1}}, 4);
    EXPECT_EQ(fault_of(problem, {.moves = {{1, 0, 2}}, .bin = 0}), "a step over-fills a bin");
    EXPECT_EQ(fault_of(problem, {.moves = {{1, 0, 1}}, .bin = 0}), "the newcomer does not fit");
    EXPECT_EQ(fault_of(problem, {.moves = {{1, 1, 0}}, .bin = 0}), "an item is not where its move begins");
    EXPECT_EQ(fault_of(problem, {.moves = {{1, 0, 1}, {2, 0, 2}}, .bin = 0}), "");
}

// Fewest (moves, size moved) over all orders, item by item, breadth first over what stands where.
std::optional<std::pair<std::int64_t, std::int64_t>> brute_force(const MoveProblem& problem) {
    using State = std::pair<std::vector<std::uint32_t>, std::vector<bool>>;
    std::map<State, std::int64_t> level;
    std::vector<std::uint32_t> start;
    for (const MovableItem& item : problem.items) start.push_back(item.bin);
    level[{start, std::vector<bool>(start.size(), false)}] = 0;
    for (std::int64_t depth = 0; !level.empty(); ++depth) {
        std::optional<std::int64_t> best;
        std::map<State, std::int64_t> next;
        for (const auto& [state, size] : level) {
            std::vector<std::int64_t> room;
            for (const Amounts& r : problem.room) room.push_back(r[0]);
            for (std::size_t i = 0; i < start.size(); ++i) {
                room[start[i]] += problem.items[i].size[0];
                room[state.first[i]] -= problem.items[i].size[0];
            }
            for (const std::int64_t r : room) {
                if (r >= problem.newcomer[0] && (!best || size < *best)) best = size;
            }
            for (std::size_t i = 0; i < start.size(); ++i) {
                for (std::uint32_t to = 0; to < room.size() && !state.second[i]; ++to) {
                    if (to == state.first[i] || room[to] < problem.items[i].size[0]) continue;
                    State after = state;
                    after.first[i] = to;
                    after.second[i] = true;
                    const std::int64_t cost = size + problem.items[i].size[0];
                    const auto [at, fresh] = next.try_emplace(after, cost);
                    if (!fresh) at->second = std::min(at->second, cost);
                }
            }
        }
        if (best) return std::pair(depth, *best);
        level = std::move(next);
    }
    return std::nullopt;
}

TEST(LeastMoves, AgreesWithBruteForceOnSmallInputs) {
    Rng rng(11);
    int solved = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<std::vector<std::int64_t>> bins(static_cast<std::size_t>(rng.integer(2, 3)));
        for (auto& bin : bins) {
            std::int64_t left = 6;
            for (std::int64_t n = rng.integer(0, 2); n > 0; --n) {
                bin.push_back(rng.integer(1, 3));
                left -= bin.back();
            }
        }
        const MoveProblem problem = problem_of(6, bins, rng.integer(2, 6));
        const auto truth = brute_force(problem);
        const auto plan = least_moves(problem);
        ASSERT_EQ(plan.has_value(), truth.has_value()) << "round " << round;
        if (!plan) continue;
        ++solved;
        EXPECT_EQ(fault_of(problem, *plan), "");
        EXPECT_TRUE(plan->proven);
        EXPECT_EQ(std::pair(static_cast<std::int64_t>(plan->moves.size()), moved(problem, *plan)), *truth);
    }
    EXPECT_GT(solved, 50);
}

}  // namespace
}  // namespace arable::solve
