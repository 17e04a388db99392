#include "solve/cover_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace arable::solve {
namespace {

// Sums of products of these stay below 2^62.
constexpr std::int64_t kMostDemand = 1'000'000'000;
constexpr std::int64_t kMostSlots = 1'000'000;
constexpr std::int64_t kMostCost = 1'000'000'000'000'000;
constexpr std::int64_t kMostTotalCost = 2'000'000'000'000'000'000;
constexpr std::size_t kMostKinds = 4'096;

Result<Done> within(std::int64_t value, std::int64_t most, std::string_view what, std::size_t index) {
    if (value < 0) return fail(ErrorCode::invalid_input, fmt::format("{} {} is negative: {}", what, index, value));
    if (value > most) {
        return fail(ErrorCode::limit, fmt::format("{} {} is {}, at most {} can be computed", what, index, value, most));
    }
    return Done{};
}

Result<Done> check_bins(const CoverProblem& problem) {
    std::size_t configurations = 0;
    for (std::size_t k = 0; k < problem.bins.size(); ++k) {
        const BinKind& kind = problem.bins[k];
        if (auto done = within(kind.cost, kMostCost, "the cost of bin kind", k); !done) return done;
        if (auto done = within(kind.limit.value_or(0), kMostDemand, "the limit of bin kind", k); !done) return done;
        configurations += kind.configurations.size();
        for (const SlotCounts& slots : kind.configurations) {
            if (slots.size() != problem.slot_kinds) {
                return fail(ErrorCode::invalid_input,
                            fmt::format("a configuration of bin kind {} counts {} slot kinds, not {}", k, slots.size(),
                                        problem.slot_kinds));
            }
            for (const std::int64_t count : slots) {
                if (auto done = within(count, kMostSlots, "a slot count of bin kind", k); !done) return done;
            }
        }
    }
    if (configurations > kMostKinds) {
        return fail(ErrorCode::limit,
                    fmt::format("{} configurations, at most {} can be computed", configurations, kMostKinds));
    }
    return Done{};
}

Result<Done> check_items(const CoverProblem& problem) {
    for (std::size_t p = 0; p < problem.items.size(); ++p) {
        if (auto done = within(problem.items[p].demand, kMostDemand, "the demand of item kind", p); !done) return done;
        std::set<std::uint32_t> seen;
        for (const std::uint32_t slot : problem.items[p].accepts) {
            if (slot >= problem.slot_kinds || !seen.insert(slot).second) {
                return fail(ErrorCode::invalid_input,
                            fmt::format("item kind {} accepts slot kind {}, which {}", p, slot,
                                        slot >= problem.slot_kinds ? "does not exist" : "it names twice"));
            }
        }
    }
    return Done{};
}

// Whether `more` holds at least as many of every useful slot.
bool holds(const SlotCounts& more, const SlotCounts& less, const std::vector<bool>& useful) {
    for (std::size_t q = 0; q < useful.size(); ++q) {
        if (useful[q] && more[q] < less[q]) return false;
    }
    return true;
}

// Each configuration's stand-in: itself, or one that holds it and stands for itself.
std::vector<std::uint32_t> stand_ins(const std::vector<SlotCounts>& all, const std::vector<bool>& useful) {
    std::vector<std::uint32_t> result(all.size());
    std::iota(result.begin(), result.end(), 0U);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        for (std::uint32_t j = 0; j < all.size(); ++j) {
            if (i == j || result[j] != j || !holds(all[j], all[i], useful)) continue;
            const bool equal = holds(all[i], all[j], useful);
            if (equal && j > i) continue;
            result[i] = j;
            break;
        }
    }
    for (std::uint32_t& stand_in : result) {
        while (result[stand_in] != stand_in) stand_in = result[stand_in];
    }
    return result;
}

}  // namespace

Result<Done> check(const CoverProblem& problem) {
    if (problem.slot_kinds > kMostKinds || problem.items.size() > kMostKinds || problem.bins.size() > kMostKinds) {
        return fail(ErrorCode::limit, fmt::format("more than {} kinds of slots, items or bins", kMostKinds));
    }
    if (auto done = check_bins(problem); !done) return done;
    if (auto done = check_items(problem); !done) return done;
    std::int64_t demand = 0;
    for (const ItemKind& item : problem.items) demand += item.demand;
    for (std::size_t k = 0; k < problem.bins.size(); ++k) {
        if (problem.bins[k].cost > 0 && demand > kMostTotalCost / problem.bins[k].cost) {
            return fail(
                ErrorCode::limit,
                fmt::format("{} items in bins of kind {} could cost more than {}, the most that can be computed",
                            demand, k, kMostTotalCost));
        }
    }
    return Done{};
}

CoverColumns columns_of(const CoverProblem& problem) {
    std::vector<bool> useful(problem.slot_kinds, false);
    for (const ItemKind& item : problem.items) {
        for (const std::uint32_t slot : item.accepts) useful[slot] = useful[slot] || item.demand > 0;
    }
    CoverColumns result;
    std::int64_t unit = 0;
    for (const BinKind& kind : problem.bins) unit = std::gcd(unit, kind.cost);
    result.unit = std::max<std::int64_t>(unit, 1);
    for (std::uint32_t k = 0; k < problem.bins.size(); ++k) {
        const BinKind& kind = problem.bins[k];
        result.stands_for.push_back(stand_ins(kind.configurations, useful));
        for (std::uint32_t c = 0; c < kind.configurations.size(); ++c) {
            if (result.stands_for[k][c] != c) continue;
            CoverColumn column{
                .kind = k, .configuration = c, .slots = kind.configurations[c], .cost = kind.cost / result.unit};
            for (std::size_t q = 0; q < useful.size(); ++q) column.slots[q] = useful[q] ? column.slots[q] : 0;
            result.columns.push_back(std::move(column));
        }
    }
    return result;
}

}  // namespace arable::solve
