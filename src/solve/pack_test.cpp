#include "solve/pack.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "solve/check_packing.h"

namespace arable::solve {
namespace {

Packing packed(const PackProblem& problem, const PackBudget& budget = {}) {
    const auto packing = pack(problem, budget);
    EXPECT_TRUE(packing.has_value()) << (packing ? "" : packing.error().message);
    if (!packing) return {};
    EXPECT_EQ(fault_of(problem, *packing), "");
    EXPECT_LE(packing->bound, packing->cost + packing->skip_cost);
    return *packing;
}

BinType units(std::uint32_t n, std::int64_t cost, Amounts capacity = {}) {
    BinType type;
    type.cost = cost;
    type.units = n;
    type.capacity = std::move(capacity);
    type.unit_capacity = {1000};
    return type;
}
ItemClass whole(std::int64_t count, std::uint32_t n, Amounts size = {}) {
    ItemClass item;
    item.count = count;
    item.inner = Inner::whole;
    item.units = n;
    item.size = std::move(size);
    return item;
}
ItemClass part(std::int64_t count, std::int64_t amount, std::uint32_t group = 0, Amounts size = {}) {
    ItemClass item;
    item.count = count;
    item.inner = Inner::part;
    item.part = {amount};
    item.group = group;
    item.size = std::move(size);
    return item;
}

TEST(Pack, PaysForWholeBins) {
    const Packing p = packed({.types = {units(2, 5)}, .items = {whole(3, 1), part(4, 500)}});
    EXPECT_EQ(p.cost, 15);
    EXPECT_EQ(p.bound, 15);
    EXPECT_EQ(p.status, PackStatus::optimal);
}

TEST(Pack, KeepsGroupsApart) {
    const Packing p = packed({.types = {units(1, 1)}, .items = {part(2, 300, 1), part(2, 300, 2)}});
    EXPECT_EQ(p.cost, 2);
    EXPECT_EQ(p.bound, 2);
}

TEST(Pack, TakesTheCheaperType) {
    const Packing p = packed({.types = {units(8, 98), units(8, 41)}, .items = {whole(10, 1)}});
    EXPECT_EQ(p.cost, 82);
    EXPECT_EQ(p.bound, 82);
}

// 348 of a resource of which a bin has 96: four bins, though three have enough units and the program says 3.6.
TEST(Pack, PaysForWholeBinsOfEachDimension) {
    BinType small = units(8, 41, {96});
    small.limit = 4;
    ItemClass light;
    light.count = 24;
    light.size = {7};
    const Packing p = packed({.types = {units(8, 98, {192}), small}, .items = {whole(2, 8, {90}), light}});
    EXPECT_EQ(p.cost, 4 * 41);
    EXPECT_EQ(p.bound, 4 * 41);
}

TEST(Pack, CutsUnitsByLayouts) {
    BinType type = units(1, 1);
    type.layouts = {{7, 0}, {3, 1}};
    ItemClass small;
    small.count = 8;
    small.inner = Inner::slot;
    small.slot = 0;
    ItemClass large = small;
    large.count = 2;
    large.slot = 1;
    const Packing p = packed({.types = {type}, .items = {small, large}});
    EXPECT_EQ(p.cost, 3);
    EXPECT_EQ(p.bound, 3);
}

TEST(Pack, LeavesOutWhatCannotBe) {
    BinType type = units(2, 5, {10});
    type.limit = 1;
    const Packing p = packed({.types = {type}, .items = {whole(4, 1, {5}), whole(1, 3, {0}), whole(1, 1, {11})}});
    EXPECT_EQ(p.cost, 5);
    ASSERT_EQ(p.left_out.size(), 3U);
    EXPECT_EQ(p.left_out[0].reason, LeftReason::limit);
    EXPECT_EQ(p.left_out[0].count, 2);
    EXPECT_EQ(p.left_out[1].reason, LeftReason::too_large);
    EXPECT_EQ(p.left_out[2].reason, LeftReason::too_large);
}

TEST(Pack, OfNothingIsNothing) {
    EXPECT_EQ(packed({.types = {units(1, 1)}, .items = {}}).cost, 0);
    EXPECT_FALSE(pack({.types = {}, .items = {whole(1, 1)}}).has_value());
}

TEST(Pack, RefusesNumbersThatCannotBeAdded) {
    EXPECT_FALSE(pack({.types = {units(1, INT64_MAX)}, .items = {whole(1, 1)}}).has_value());
    EXPECT_FALSE(pack({.types = {units(1, 1)}, .items = {whole(-1, 1)}}).has_value());
}

// The least number of bins for a few parts by trying all ways.
std::int64_t brute(std::vector<std::int64_t> parts, std::vector<std::int64_t>& bins, std::int64_t most) {
    if (parts.empty()) return static_cast<std::int64_t>(bins.size());
    const std::int64_t next = parts.back();
    parts.pop_back();
    std::int64_t best = most;
    for (std::size_t b = 0; b <= bins.size(); ++b) {
        if (b == bins.size()) {
            if (static_cast<std::int64_t>(b) + 1 >= best) break;
            bins.push_back(next);
            best = std::min(best, brute(parts, bins, best));
            bins.pop_back();
        } else if (bins[b] + next <= 1000) {
            bins[b] += next;
            best = std::min(best, brute(parts, bins, best));
            bins[b] -= next;
        }
    }
    return best;
}

TEST(Pack, AgreesWithTryingAllWays) {
    Rng rng(7);
    for (int round = 0; round < 60; ++round) {
        PackProblem problem{.types = {units(1, 1)}};
        std::vector<std::int64_t> parts;
        for (std::int64_t i = rng.integer(1, 9); i > 0; --i) {
            parts.push_back(rng.integer(1, 10) * 100);
            problem.items.push_back(part(1, parts.back()));
        }
        std::vector<std::int64_t> bins;
        const std::int64_t least = brute(parts, bins, static_cast<std::int64_t>(parts.size()) + 1);
        const Packing p = packed(problem);
        EXPECT_LE(p.bound, least);
        EXPECT_EQ(p.cost, least) << "round " << round;
    }
}

// Types and items of all kinds: whatever comes out is judged by the checker and by its own bound.
PackProblem random_problem(Rng& rng) {
    PackProblem problem;
    for (std::int64_t t = rng.integer(1, 3); t > 0; --t) {
        BinType type = units(static_cast<std::uint32_t>(rng.integer(0, 4)), rng.integer(0, 9),
                             {rng.integer(0, 40), rng.integer(0, 40)});
        if (rng.chance(0.5)) type.limit = rng.integer(0, 4);
        if (rng.chance(0.5)) type.layouts = {{rng.integer(1, 7), 0}, {rng.integer(0, 3), 1}};
        problem.types.push_back(type);
    }
    for (std::int64_t i = rng.integer(1, 5); i > 0; --i) {
        const Amounts size{rng.integer(0, 12), rng.integer(0, 12)};
        ItemClass item = rng.chance(0.5)
                             ? part(0, rng.integer(1, 1000), static_cast<std::uint32_t>(rng.integer(0, 1)), size)
                             : whole(0, static_cast<std::uint32_t>(rng.integer(1, 4)), size);
        if (rng.chance(0.2)) item.inner = Inner::none;
        if (rng.chance(0.3)) {
            item.inner = Inner::slot;
            item.slot = static_cast<std::uint32_t>(rng.integer(0, 1));
        }
        if (item.inner != Inner::whole) item.units = 0;
        if (item.inner != Inner::part) item.part.clear();
        item.count = rng.integer(0, 6);
        problem.items.push_back(item);
    }
    return problem;
}

TEST(Pack, IsNeverRefusedByTheChecker) {
    Rng rng(11);
    for (int round = 0; round < 1'500; ++round) packed(random_problem(rng), {.rounds = 5});
}

TEST(Pack, GivesTheSameAnswerForASeed) {
    Rng rng(3);
    for (int round = 0; round < 20; ++round) {
        const PackProblem problem = random_problem(rng);
        const Packing a = packed(problem, {.seed = 5});
        const Packing b = packed(problem, {.seed = 5});
        EXPECT_EQ(a.bins, b.bins);
        EXPECT_EQ(a.left_out, b.left_out);
    }
}

}  // namespace
}  // namespace arable::solve
