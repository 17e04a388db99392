#include "solve/check_cover.h"

#include <gtest/gtest.h>

#include <functional>

#include "solve/cover_fixture.h"

namespace arable::solve {
namespace {

struct Fault {
    const char* what;
    std::function<void(CoverAnswer&)> plant;
};

// Every fault must be refused, and the answer without it accepted.
int refused(const CoverProblem& problem, const CoverAnswer& good, const std::vector<Fault>& faults) {
    EXPECT_EQ(fault_of(problem, good), "");
    int count = 0;
    for (const Fault& fault : faults) {
        CoverAnswer bad = good;
        fault.plant(bad);
        const std::string found = fault_of(problem, bad);
        EXPECT_NE(found, "") << fault.what;
        count += found.empty() ? 0 : 1;
    }
    return count;
}

// Bins of kind 0 {7, 0, 0} or {3, 1, 0}, at most two of them, cost 2; of kind 1 {0, 0, 2}, cost 2. Item 2 takes slots 1
// and 2. Answer: 1 bin of each configuration.
CoverProblem two_kinds() {
    return {.slot_kinds = 3,
            .bins = {{.configurations = {{7, 0, 0}, {3, 1, 0}, {2, 1, 0}}, .cost = 2, .limit = 2},
                     {.configurations = {{0, 0, 2}}, .cost = 2, .limit = {}}},
            .items = {{.demand = 10, .accepts = {0}}, {.demand = 1, .accepts = {1}}, {.demand = 2, .accepts = {1, 2}}}};
}

// Three slots for 5 or two for 4, wanted four: 20/3 as fractions, 8 in whole bins, which only a split proves.
CoverProblem broken_by_whole_bins() {
    return {
        .slot_kinds = 1,
        .bins = {{.configurations = {{3}}, .cost = 5, .limit = {}}, {.configurations = {{2}}, .cost = 4, .limit = {}}},
        .items = {{.demand = 4, .accepts = {0}}}};
}

// One bin, either slot, both wanted: half a bin of each would do.
CoverProblem one_of_two() {
    return {.slot_kinds = 2,
            .bins = {{.configurations = {{2, 0}, {0, 2}}, .cost = 1, .limit = 1}},
            .items = {{.demand = 1, .accepts = {0}}, {.demand = 1, .accepts = {1}}, {.demand = 1, .accepts = {0, 1}}}};
}

const std::vector<Fault> kFaultsOfBins{
    {"a bin too few", [](CoverAnswer& a) { a.bins[0].count -= 1; }},
    {"a bin too many", [](CoverAnswer& a) { a.bins[2].count += 1; }},
    {"a bin too many, and paid", [](CoverAnswer& a) { a.bins[1].count += 1, a.cost += 2, a.bound += 2; }},
    {"no bins", [](CoverAnswer& a) { a.bins.clear(); }},
    {"bins out of order", [](CoverAnswer& a) { std::swap(a.bins[0], a.bins[1]); }},
    {"bins listed twice", [](CoverAnswer& a) { a.bins.push_back(a.bins.back()); }},
    {"a kind that does not exist", [](CoverAnswer& a) { a.bins[2].kind = 2; }},
    {"a configuration that does not exist", [](CoverAnswer& a) { a.bins[2].configuration = 1; }},
    {"another configuration", [](CoverAnswer& a) { a.bins[1].configuration = 2; }},
    {"a negative number of bins", [](CoverAnswer& a) { a.bins[0].count = -1; }},
    {"a cost too low", [](CoverAnswer& a) { a.cost -= 2, a.bound -= 2; }},
    {"a cost too high", [](CoverAnswer& a) { a.cost += 2; }},
};

const std::vector<Fault> kFaultsOfServing{
    {"nobody served", [](CoverAnswer& a) { a.served.clear(); }},
    {"an item less", [](CoverAnswer& a) { a.served[0].count -= 1; }},
    {"an item more", [](CoverAnswer& a) { a.served[0].count += 1; }},
    {"more than there are slots", [](CoverAnswer& a) { a.served[2].count += 9; }},
    {"a slot that is not accepted", [](CoverAnswer& a) { a.served[1].slot = 0; }},
    {"a slot that does not exist", [](CoverAnswer& a) { a.served[1].slot = 9; }},
    {"an item that does not exist", [](CoverAnswer& a) { a.served[1].item = 9; }},
    {"an item kind forgotten", [](CoverAnswer& a) { a.served.pop_back(); }},
    {"served out of order", [](CoverAnswer& a) { std::swap(a.served[0], a.served[1]); }},
    {"served nothing", [](CoverAnswer& a) { a.served.push_back({.item = 2, .slot = 2, .count = 0}); }},
    {"another item's slot", [](CoverAnswer& a) { a.served[2].slot = 1; }},
};

const std::vector<Fault> kFaultsOfStatus{
    {"a bound above the cost", [](CoverAnswer& a) { a.bound += 2; }},
    {"a bound below the cost, yet optimal", [](CoverAnswer& a) { a.bound -= 2; }},
    {"a negative bound", [](CoverAnswer& a) { a.status = CoverStatus::feasible, a.bound = -2; }},
    {"a gap without a limit", [](CoverAnswer& a) { a.status = CoverStatus::feasible, a.bound -= 2; }},
    {"a limit without a gap", [](CoverAnswer& a) { a.status = CoverStatus::feasible, a.hit = CoverLimit::nodes; }},
    {"called infeasible", [](CoverAnswer& a) { a.status = CoverStatus::infeasible; }},
    {"called unknown", [](CoverAnswer& a) { a.status = CoverStatus::unknown, a.hit = CoverLimit::steps; }},
    {"items called short", [](CoverAnswer& a) { a.short_items = {1}; }},
    {"a linear bound too high", [](CoverAnswer& a) { a.linear_top += 1; }},
    {"a linear bound over nothing", [](CoverAnswer& a) { a.linear_bottom = 0; }},
    {"a negative linear bound", [](CoverAnswer& a) { a.linear_top = -1; }},
};

CoverPrices& root(CoverAnswer& a) { return a.proof.nodes[0].prices; }

const std::vector<Fault> kFaultsOfPrices{
    {"no proof", [](CoverAnswer& a) { a.proof.nodes.clear(); }},
    {"no stand-ins", [](CoverAnswer& a) { a.proof.stands_for.clear(); }},
    {"a kind without stand-ins", [](CoverAnswer& a) { a.proof.stands_for[0].pop_back(); }},
    {"a stand-in that holds less",
     [](CoverAnswer& a) {
         a.proof.stands_for[0] = {0, 0, 0};
     }},
    {"stand-ins in a circle",
     [](CoverAnswer& a) {
         a.proof.stands_for[0] = {0, 2, 1};
     }},
    {"a stand-in that does not exist", [](CoverAnswer& a) { a.proof.stands_for[1] = {5}; }},
    {"a denominator of zero", [](CoverAnswer& a) { root(a).denominator = 0; }},
    {"a negative denominator", [](CoverAnswer& a) { root(a).denominator *= -1; }},
    {"a denominator too small",
     [](CoverAnswer& a) { root(a).denominator = 1, root(a).items[0] += 1, root(a).slots[0] += 1; }},
    {"an item dearer than its slot", [](CoverAnswer& a) { root(a).items[2] += 50; }},
    {"prices too low", [](CoverAnswer& a) { root(a).items.assign(3, 0); }},
    {"prices too high", [](CoverAnswer& a) { root(a).items[1] += 99, root(a).slots[1] += 99; }},
    {"a negative price", [](CoverAnswer& a) { root(a).slots[0] = -1; }},
    {"a negative item price", [](CoverAnswer& a) { root(a).items[0] = -1; }},
    {"a price missing", [](CoverAnswer& a) { root(a).slots.pop_back(); }},
    {"prices that overflow",
     [](CoverAnswer& a) { root(a).slots.assign(3, INT64_MAX), root(a).items.assign(3, INT64_MAX); }},
    {"a price for bins without limit", [](CoverAnswer& a) { root(a).kinds[1] = 1; }},
    {"a price for too many bins", [](CoverAnswer& a) { root(a).kinds[0] = 1000; }},
    {"prices of nothing", [](CoverAnswer& a) { root(a).of_nothing = true; }},
    {"a loose leaf", [](CoverAnswer& a) { a.proof.nodes.push_back(a.proof.nodes[0]); }},
    {"a split of itself", [](CoverAnswer& a) { a.proof.nodes[0].split = true; }},
};

TEST(CheckCover, RefusesFaultsOfAnAnswer) {
    const CoverProblem problem = two_kinds();
    const CoverAnswer good = *cover(problem);
    ASSERT_EQ(good.status, CoverStatus::optimal);
    ASSERT_EQ(good.bins, (std::vector<BinCount>{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}));
    ASSERT_EQ(good.served, (std::vector<Serving>{{0, 0, 10}, {1, 1, 1}, {2, 2, 2}}));
    ASSERT_EQ(good.proof.nodes.size(), 1U);
    int count = 0;
    for (const auto* faults : {&kFaultsOfBins, &kFaultsOfServing, &kFaultsOfStatus, &kFaultsOfPrices}) {
        count += refused(problem, good, *faults);
    }
    EXPECT_EQ(count, 55);
}

TEST(CheckCover, RefusesFaultsOfAProofWithSplits) {
    const CoverProblem problem = broken_by_whole_bins();
    const CoverAnswer good = *cover(problem);
    ASSERT_EQ(good.cost, 8);
    ASSERT_EQ(good.linear_top, 20);
    ASSERT_GE(good.proof.nodes.size(), 3U);
    ASSERT_TRUE(good.proof.nodes[0].split);
    const std::vector<Fault> faults{
        {"the root alone", [](CoverAnswer& a) { a.proof.nodes.resize(1), a.proof.nodes[0].split = false; }},
        {"a hole between the sides", [](CoverAnswer& a) { a.proof.nodes[0].most -= 1; }},
        {"one side twice", [](CoverAnswer& a) { a.proof.nodes[0].above = a.proof.nodes[0].at_most; }},
        {"a child that does not exist", [](CoverAnswer& a) { a.proof.nodes[0].above = 99; }},
        {"a child that is the parent", [](CoverAnswer& a) { a.proof.nodes[0].at_most = 0; }},
        {"a kind that does not exist", [](CoverAnswer& a) { a.proof.nodes[0].part.kind = 7; }},
        {"a configuration that does not exist", [](CoverAnswer& a) { a.proof.nodes[0].part.configuration = 7; }},
        {"sides exchanged", [](CoverAnswer& a) { std::swap(a.proof.nodes[0].at_most, a.proof.nodes[0].above); }},
        {"a side cut off", [](CoverAnswer& a) { a.proof.nodes.pop_back(); }},
    };
    EXPECT_EQ(refused(problem, good, faults), 9);
}

TEST(CheckCover, RefusesFaultsOfInfeasibility) {
    const CoverProblem problem = one_of_two();
    const CoverAnswer good = *cover(problem);
    ASSERT_EQ(good.status, CoverStatus::infeasible);
    ASSERT_EQ(good.short_items, (std::vector<std::uint32_t>{0, 1}));
    const std::vector<Fault> faults{
        {"fewer items than are short", [](CoverAnswer& a) { a.short_items.pop_back(); }},
        {"no items", [](CoverAnswer& a) { a.short_items.clear(); }},
        {"items out of order", [](CoverAnswer& a) { std::swap(a.short_items[0], a.short_items[1]); }},
        {"an item that does not exist", [](CoverAnswer& a) { a.short_items.push_back(5); }},
        {"one side left out", [](CoverAnswer& a) { a.proof.nodes.resize(1), a.proof.nodes[0].split = false; }},
        {"a leaf without a proof", [](CoverAnswer& a) { a.proof.nodes.back().prices.of_nothing = false; }},
        {"a leaf of worth zero", [](CoverAnswer& a) { a.proof.nodes.back().prices.items.assign(3, 0); }},
        {"a cost", [](CoverAnswer& a) { a.cost = 1; }},
        {"bins", [](CoverAnswer& a) { a.bins.push_back({.kind = 0, .configuration = 0, .count = 1}); }},
        {"called optimal", [](CoverAnswer& a) { a.status = CoverStatus::optimal, a.short_items.clear(); }},
    };
    EXPECT_EQ(refused(problem, good, faults), 10);
}

TEST(CheckCover, AcceptsTenThousandAnswers) {
    Rng rng(3);
    int by_status[4] = {}, with_splits = 0;
    for (int i = 0; i < 10'000; ++i) {
        const CoverProblem problem = random_cover(rng, {});
        const auto answer = cover(problem);
        ASSERT_TRUE(answer.has_value()) << answer.error().message;
        ASSERT_EQ(fault_of(problem, *answer), "") << i;
        ++by_status[static_cast<int>(answer->status)];
        with_splits += answer->proof.nodes.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(by_status[static_cast<int>(CoverStatus::optimal)], 3'000);
    EXPECT_GT(by_status[static_cast<int>(CoverStatus::infeasible)], 3'000);
    EXPECT_EQ(by_status[static_cast<int>(CoverStatus::feasible)], 0);
    EXPECT_EQ(by_status[static_cast<int>(CoverStatus::unknown)], 0);
    EXPECT_GT(with_splits, 100);
}

}  // namespace
}  // namespace arable::solve
