#include "solve/cover.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "solve/check_cover.h"
#include "solve/cover_fixture.h"

namespace arable::solve {
namespace {

CoverProblem example() {
    return {.slot_kinds = 2,
            .bins = {{.configurations = {{7, 0}, {3, 1}}, .cost = 1, .limit = {}}},
            .items = {{.demand = 8, .accepts = {0}}, {.demand = 2, .accepts = {1}}}};
}

CoverAnswer solved(const CoverProblem& problem, const CoverBudget& budget = {}) {
    const auto answer = cover(problem, budget);
    EXPECT_TRUE(answer.has_value()) << answer.error().message;
    if (!answer) return {};
    EXPECT_EQ(fault_of(problem, *answer), "");
    return *answer;
}

TEST(Cover, FindsTheFewestBinsWithTheirProof) {
    const CoverAnswer answer = solved(example());
    EXPECT_EQ(answer.status, CoverStatus::optimal);
    EXPECT_EQ(answer.bins, (std::vector<BinCount>{{0, 0, 1}, {0, 1, 2}}));
    EXPECT_EQ(answer.served, (std::vector<Serving>{{0, 0, 8}, {1, 1, 2}}));
    EXPECT_EQ(answer.cost, 3);
    EXPECT_EQ(answer.bound, 3);
    // Two bins {3, 1} leave 2 small items, 2/7 of a bin: 16/7.
    EXPECT_EQ(answer.linear_top, 16);
    EXPECT_EQ(answer.linear_bottom, 7);
    EXPECT_EQ(answer.proof.nodes.size(), 1U);
}

TEST(Cover, NeedsNoBinsForNoItems) {
    const CoverAnswer answer = solved({.slot_kinds = 1, .bins = {}, .items = {{.demand = 0, .accepts = {}}}});
    EXPECT_EQ(answer.status, CoverStatus::optimal);
    EXPECT_TRUE(answer.bins.empty());
    EXPECT_EQ(solved({}).status, CoverStatus::optimal);
}

TEST(Cover, ServesAnItemByAnotherSlotThatItAccepts) {
    CoverProblem problem = example();
    problem.items[0].accepts = {0, 1};
    problem.items[1].demand = 0;
    problem.bins[0].configurations = {{0, 9}};
    EXPECT_EQ(solved(problem).served, (std::vector<Serving>{{0, 1, 8}}));
}

TEST(Cover, TakesTheCheaperKindUntilItsLimit) {
    CoverProblem problem{.slot_kinds = 2,
                         .bins = {{.configurations = {{2, 0}}, .cost = 300, .limit = 3},
                                  {.configurations = {{0, 5}}, .cost = 1000, .limit = {}}},
                         .items = {{.demand = 10, .accepts = {0, 1}}}};
    const CoverAnswer answer = solved(problem);
    EXPECT_EQ(answer.bins, (std::vector<BinCount>{{0, 0, 3}, {1, 0, 1}}));
    EXPECT_EQ(answer.cost, 1900);
}

TEST(Cover, NamesTheItemsThatCannotBeServed) {
    CoverProblem problem = example();
    problem.items.push_back({.demand = 1, .accepts = {}});
    EXPECT_EQ(solved(problem).status, CoverStatus::infeasible);
    EXPECT_EQ(solved(problem).short_items, std::vector<std::uint32_t>{2});
    problem = example();
    problem.bins[0].limit = 1;
    EXPECT_EQ(solved(problem).short_items, std::vector<std::uint32_t>{0});  // of items that are short alone, the first
    problem.items[0].demand = 7;
    EXPECT_EQ(solved(problem).short_items, std::vector<std::uint32_t>{1});
    problem.items[1].demand = 1;
    EXPECT_EQ(solved(problem).short_items, (std::vector<std::uint32_t>{0, 1}));
    // Each alone would do, and the two halves of a bin only as a fraction: 2 bins of either kind of slot, not both.
    problem = {.slot_kinds = 2,
               .bins = {{.configurations = {{2, 0}, {0, 2}}, .cost = 1, .limit = 1}},
               .items = {{.demand = 1, .accepts = {0}}, {.demand = 1, .accepts = {1}}}};
    EXPECT_EQ(solved(problem).status, CoverStatus::infeasible);
    EXPECT_EQ(solved(problem).short_items, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Cover, SaysWhatItCouldNotProveWhenTheBudgetEnds) {
    // Odd demands of even slots: the fractional optimum is far from the best cover.
    CoverProblem problem{.slot_kinds = 6, .bins = {}, .items = {}};
    Rng rng(5);
    for (int k = 0; k < 6; ++k) {
        BinKind kind{.configurations = {}, .cost = rng.integer(900, 1100), .limit = {}};
        for (int c = 0; c < 4; ++c) {
            SlotCounts slots(6, 0);
            for (auto& count : slots) count = rng.integer(0, 3);
            kind.configurations.push_back(slots);
        }
        problem.bins.push_back(kind);
    }
    for (std::uint32_t p = 0; p < 6; ++p) problem.items.push_back({.demand = rng.integer(20, 90), .accepts = {p}});
    const CoverAnswer few = solved(problem, {.nodes = 3, .steps = 1'000});
    EXPECT_EQ(few.status, CoverStatus::feasible);
    EXPECT_EQ(few.hit, CoverLimit::nodes);
    EXPECT_GT(few.gap(), 0);
    const CoverAnswer none = solved(problem, {.nodes = 3, .steps = 0});
    EXPECT_EQ(none.status, CoverStatus::unknown);
    EXPECT_EQ(none.hit, CoverLimit::steps);
    const CoverAnswer full = solved(problem);
    EXPECT_EQ(full.status, CoverStatus::optimal);
    EXPECT_LE(few.bound, full.cost);
    EXPECT_LE(full.cost, few.cost);
}

TEST(Cover, RefusesNumbersThatWouldNotFit) {
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    const auto message = [](const CoverProblem& problem) {
        const auto answer = cover(problem);
        return answer ? "accepted" : answer.error().message;
    };
    CoverProblem problem = example();
    problem.items[1].demand = kHuge;
    EXPECT_NE(message(problem).find("the demand of item kind 1"), std::string::npos);
    problem.items[1].demand = -1;
    EXPECT_NE(message(problem).find("is negative"), std::string::npos);
    problem = example();
    problem.bins[0].cost = kHuge;
    EXPECT_NE(message(problem).find("the cost of bin kind 0"), std::string::npos);
    problem.bins[0].cost = 1'000'000'000'000'000;
    problem.items[0].demand = 1'000'000'000;
    EXPECT_NE(message(problem).find("could cost more than"), std::string::npos);
    problem = example();
    problem.bins[0].configurations[1][0] = kHuge;
    EXPECT_NE(message(problem).find("a slot count"), std::string::npos);
    problem.bins[0].configurations[1] = {1};
    EXPECT_NE(message(problem).find("counts 1 slot kinds"), std::string::npos);
    problem = example();
    problem.items[0].accepts = {2};
    EXPECT_NE(message(problem).find("does not exist"), std::string::npos);
    problem.items[0].accepts = {1, 1};
    EXPECT_NE(message(problem).find("names twice"), std::string::npos);
}

TEST(Cover, CountsInBillionsWithoutWrapping) {
    CoverProblem problem = example();
    problem.items[0].demand = 1'000'000'000;
    problem.items[1].demand = 999'999'999;
    problem.bins[0].cost = 1'000'000'000;
    const CoverAnswer answer = solved(problem);
    EXPECT_EQ(answer.status, CoverStatus::optimal);
    EXPECT_EQ(answer.cost, 999'999'999'000'000'000);
}

// The least cost by trying every number of bins up to `most` of each configuration; absent: none serves all.
std::optional<std::int64_t> by_hand(const CoverProblem& problem, std::int64_t most) {
    std::optional<std::int64_t> best;
    SlotCounts supply(problem.slot_kinds, 0);
    const auto is_served = [&] {  // Hall's condition for every set of items
        for (std::uint32_t set = 1; set < 1U << problem.items.size(); ++set) {
            std::int64_t wanted = 0, there = 0;
            for (std::size_t p = 0; p < problem.items.size(); ++p)
                wanted += (set >> p & 1U) != 0 ? problem.items[p].demand : 0;
            for (std::uint32_t q = 0; q < problem.slot_kinds; ++q) {
                bool accepted = false;
                for (std::size_t p = 0; p < problem.items.size(); ++p) {
                    const auto& accepts = problem.items[p].accepts;
                    accepted = accepted || ((set >> p & 1U) != 0 && std::ranges::find(accepts, q) != accepts.end());
                }
                there += accepted ? supply[q] : 0;
            }
            if (wanted > there) return false;
        }
        return true;
    };
    const std::function<void(std::size_t, std::size_t, std::int64_t, std::int64_t, std::int64_t)> descend =
        [&](std::size_t k, std::size_t c, std::int64_t left, std::int64_t of_kind, std::int64_t cost) {
            if (best && cost >= *best) return;
            if (k == problem.bins.size()) {
                if (is_served()) best = cost;
                return;
            }
            const BinKind& kind = problem.bins[k];
            if (c == kind.configurations.size()) return descend(k + 1, 0, left, 0, cost);
            descend(k, c + 1, left, of_kind, cost);
            if (left == 0 || of_kind >= kind.limit.value_or(most)) return;
            for (std::size_t q = 0; q < supply.size(); ++q) supply[q] += kind.configurations[c][q];
            descend(k, c, left - 1, of_kind + 1, cost + kind.cost);
            for (std::size_t q = 0; q < supply.size(); ++q) supply[q] -= kind.configurations[c][q];
        };
    descend(0, 0, most, 0, 0);
    return best;
}

TEST(Cover, AgreesWithTryingEverythingOnSixBins) {
    Rng rng(11);
    int with_cover = 0, without = 0;
    for (int i = 0; i < 600; ++i) {
        CoverProblem problem = random_cover(rng, {.bin_kinds = 2, .slot_kinds = 3, .item_kinds = 3, .demand = 5});
        for (BinKind& kind : problem.bins) kind.limit = std::min<std::int64_t>(kind.limit.value_or(3), 3);
        const CoverAnswer answer = solved(problem);
        const auto best = by_hand(problem, 6);
        ASSERT_EQ(answer.status, best ? CoverStatus::optimal : CoverStatus::infeasible) << i;
        ASSERT_EQ(answer.cost, best.value_or(0)) << i;
        (best ? with_cover : without) += 1;
    }
    EXPECT_GT(with_cover, 100);
    EXPECT_GT(without, 100);
}

}  // namespace
}  // namespace arable::solve
