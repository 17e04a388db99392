#pragma once
// Covering by configurations: how many bins of each kind, each in one of its configurations, serve all items at the
// least cost? A configuration is a number of slots of each kind; an item takes one slot that it accepts. Integers only;
// the answer carries a proof that check_cover.h verifies by its own arithmetic.
//
//   Bins of cost 1 have either 7 small slots, or 3 small and 1 large one; wanted: 8 small, 2 large:
//   cover({.slot_kinds = 2, .bins = {{.configurations = {{7, 0}, {3, 1}}, .cost = 1}},
//          .items = {{.demand = 8, .accepts = {0}}, {.demand = 2, .accepts = {1}}}})
//   -> 1 bin {7, 0}, 2 bins {3, 1}; bound 3.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"

namespace arable::solve {

using SlotCounts = std::vector<std::int64_t>;  // by slot kind

struct BinKind {
    std::vector<SlotCounts> configurations;
    std::int64_t cost = 0;              // of each bin
    std::optional<std::int64_t> limit;  // bins there are; absent: any number
};

struct ItemKind {
    std::int64_t demand = 0;
    std::vector<std::uint32_t> accepts;  // slot kinds, of any bin kind
};

struct CoverProblem {
    std::uint32_t slot_kinds = 0;
    std::vector<BinKind> bins;
    std::vector<ItemKind> items;
};

struct BinCount {
    std::uint32_t kind = 0, configuration = 0;
    std::int64_t count = 0;
    friend bool operator==(const BinCount&, const BinCount&) = default;
};

struct Serving {
    std::uint32_t item = 0, slot = 0;
    std::int64_t count = 0;
    friend bool operator==(const Serving&, const Serving&) = default;
};

// Prices, as fractions over `denominator`, that value every item no higher than any slot that it accepts. The demand at
// these prices, less what the bins' slots are worth beyond their cost, is a lower bound (weak duality). Kind prices may
// have either sign: of a limit from above, or from below.
struct CoverPrices {
    std::vector<std::int64_t> items, slots, kinds;
    std::int64_t denominator = 1;
    bool of_nothing = false;  // shows that nothing is feasible: the bound is above zero though bins cost nothing
};

// Bins of a kind: those in one configuration, or all of them.
struct CoverPart {
    std::uint32_t kind = 0;
    std::optional<std::uint32_t> configuration;
};

// A node of the proof: either its prices are a bound, or there are at most `most` bins of a part (which node `at_most`
// looks into), or more (node `above`).
struct ProofNode {
    CoverPrices prices;  // at a split they are true too, but too weak
    bool split = false;
    CoverPart part;
    std::int64_t most = 0;
    std::uint32_t at_most = 0, above = 0;
};

// [kind][configuration]: the configuration of the kind that holds at least as many of all slots that any item accepts;
// one that stands for itself is searched.
using StandIns = std::vector<std::vector<std::uint32_t>>;

struct CoverProof {
    StandIns stands_for;
    std::vector<ProofNode> nodes;  // [0] is the root; children come after their parent. Usually the root is all.
};

enum class CoverStatus : std::uint8_t {
    optimal,     // cost == bound
    feasible,    // a budget ran out: cost - bound is the gap
    infeasible,  // proven: `short_items` alone cannot be served, but can when one of them is left out
    unknown,     // a budget ran out and nothing feasible was found
};

enum class CoverLimit : std::uint8_t { none, nodes, steps, arithmetic };

struct CoverAnswer {
    CoverStatus status = CoverStatus::unknown;
    CoverLimit hit = CoverLimit::none;
    std::vector<BinCount> bins;      // by kind, configuration; no zero
    std::vector<Serving> served;     // by item, slot; no zero
    std::int64_t cost = 0;           // 0 where there are no bins
    std::int64_t bound = 0;          // no answer costs less; 0 where infeasible
    std::int64_t linear_top = 0;     // the bound of the linear programme alone is linear_top / linear_bottom,
    std::int64_t linear_bottom = 1;  //   not rounded up
    std::vector<std::uint32_t> short_items;
    CoverProof proof;  // where infeasible: of the problem with the short items alone

    std::int64_t gap() const { return cost - bound; }
};

struct CoverBudget {
    std::int64_t nodes = 5'000;      // of the search
    std::int64_t steps = 2'000'000;  // of all linear programmes together
};

// The exact answer, or the best found with its gap when the budget ends. The same answer in every run. Error: numbers
// that are negative, name what does not exist, or could sum to more than 64 bits hold (which one is said).
Result<CoverAnswer> cover(const CoverProblem& problem, const CoverBudget& budget = {});

}  // namespace arable::solve
