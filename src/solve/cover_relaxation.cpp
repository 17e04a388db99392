#include "solve/cover_relaxation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "solve/serve.h"

namespace arable::solve {
namespace {

std::vector<std::int64_t> costs_of(const CoverColumns& columns) {
    std::vector<std::int64_t> costs;
    for (const CoverColumn& column : columns.columns) costs.push_back(column.cost);
    return costs;
}

// The fractions over one denominator; absent where that does not fit.
std::optional<CoverPrices> over_one_denominator(const std::vector<std::vector<Rational>>& lists) {
    CoverPrices prices;
    for (const auto& list : lists) {
        for (const Rational& price : list) {
            if (!price.fits()) return std::nullopt;
            prices.denominator = common_multiple(prices.denominator, price.bottom());
            if (prices.denominator == 0) return std::nullopt;
        }
    }
    const std::array into{&prices.items, &prices.slots, &prices.kinds};
    for (std::size_t i = 0; i < into.size(); ++i) {
        for (const Rational& price : lists[i]) {
            const Rational scaled = price * Rational(prices.denominator);
            if (!scaled.fits()) return std::nullopt;
            into[i]->push_back(scaled.top());
        }
    }
    return prices;
}

}  // namespace

CoverRelaxation::CoverRelaxation(const CoverProblem& problem, const CoverColumns& columns)
    : problem_(&problem), columns_(&columns), simplex_(costs_of(columns)) {
    // For each item kind, all that accept nothing beyond what it accepts: where needs are nested, no other set matters.
    std::set<std::vector<std::uint32_t>> sets;
    for (std::uint32_t p = 0; p < problem.items.size(); ++p) {
        if (problem.items[p].demand == 0) continue;
        const std::vector<bool> own = accepted_by({p});
        std::vector<std::uint32_t> within;
        for (std::uint32_t other = 0; other < problem.items.size(); ++other) {
            const auto& accepts = problem.items[other].accepts;
            if (problem.items[other].demand > 0 &&
                std::ranges::all_of(accepts, [&](std::uint32_t q) { return own[q]; })) {
                within.push_back(other);
            }
        }
        if (sets.insert(within).second) require(within);
    }
    for (std::uint32_t k = 0; k < problem.bins.size(); ++k) {
        if (problem.bins[k].limit) require_at_most({.kind = k, .configuration = {}}, *problem.bins[k].limit);
    }
}

std::vector<bool> CoverRelaxation::accepted_by(const std::vector<std::uint32_t>& items) const {
    std::vector<bool> accepted(problem_->slot_kinds, false);
    for (const std::uint32_t item : items) {
        for (const std::uint32_t slot : problem_->items[item].accepts) accepted[slot] = true;
    }
    return accepted;
}

void CoverRelaxation::require(const std::vector<std::uint32_t>& items) {
    const std::vector<bool> accepted = accepted_by(items);
    std::vector<std::int64_t> coefficients;
    for (const CoverColumn& column : columns_->columns) {
        std::int64_t slots = 0;
        for (std::size_t q = 0; q < accepted.size(); ++q) slots += accepted[q] ? column.slots[q] : 0;
        coefficients.push_back(slots);
    }
    std::int64_t demand = 0;
    for (const std::uint32_t item : items) demand += problem_->items[item].demand;
    simplex_.add_row(coefficients, demand);
    rows_.push_back({.items = items});
}

void CoverRelaxation::bound(const CoverPart& part, std::int64_t limit, int sign) {
    std::vector<std::int64_t> coefficients;
    for (const CoverColumn& column : columns_->columns) {
        const bool counts =
            column.kind == part.kind && column.configuration == part.configuration.value_or(column.configuration);
        coefficients.push_back(counts ? -sign : 0);
    }
    simplex_.add_row(coefficients, -sign * limit);
    Row row{.items = {}, .kind = std::nullopt, .sign = sign};
    if (!part.configuration) row.kind = part.kind;
    rows_.push_back(std::move(row));
}

// Hall's condition is checked as a flow, on whole numbers: everything times the common denominator.
std::optional<std::vector<std::uint32_t>> CoverRelaxation::violated(bool& too_large) const {
    const std::vector<Rational> bins = simplex_.solution();
    std::vector<Rational> supply(problem_->slot_kinds);
    for (std::size_t j = 0; j < bins.size(); ++j) {
        if (bins[j].is_zero()) continue;
        for (std::size_t q = 0; q < supply.size(); ++q) {
            const std::int64_t slots = columns_->columns[j].slots[q];
            if (slots != 0) supply[q] = supply[q] + bins[j] * Rational(slots);
        }
    }
    std::int64_t scale = 1;
    for (const Rational& slots : supply) scale = common_multiple(scale, slots.fits() ? slots.bottom() : 0);
    const auto scaled = [&](Rational value) {
        const Rational whole = value * Rational(scale);
        too_large = too_large || !whole.fits() || whole.top() > std::numeric_limits<std::int64_t>::max() / 8192;
        return whole.top();
    };
    std::vector<std::int64_t> demands, supplies;
    for (const ItemKind& item : problem_->items) demands.push_back(scaled(Rational(item.demand)));
    for (const Rational& slots : supply) supplies.push_back(scaled(slots));
    if (scale == 0) too_large = true;
    if (too_large) return std::nullopt;
    Service service = serve(*problem_, demands, supplies);
    if (service.unserved == 0) return std::nullopt;
    return std::move(service.short_items);
}

DualSimplex::Outcome CoverRelaxation::solve(std::int64_t& steps) {
    for (;;) {
        const DualSimplex::Outcome outcome = simplex_.solve(steps);
        if (outcome != DualSimplex::Outcome::optimal) return outcome;
        bool too_large = false;
        const auto items = violated(too_large);
        if (too_large) return DualSimplex::Outcome::too_large;
        if (!items) return outcome;
        require(*items);
    }
}

std::optional<CoverPrices> CoverRelaxation::prices(bool of_nothing) const {
    std::vector<Rational> items(problem_->items.size()), slots(problem_->slot_kinds), kinds(problem_->bins.size());
    const std::vector<Rational> multipliers = simplex_.multipliers();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (multipliers[i].is_zero()) continue;
        const Rational price = of_nothing ? multipliers[i] : multipliers[i] * Rational(columns_->unit);
        for (const std::uint32_t item : rows_[i].items) items[item] = items[item] + price;
        const std::vector<bool> accepted = accepted_by(rows_[i].items);
        for (std::size_t q = 0; q < accepted.size(); ++q) {
            if (accepted[q]) slots[q] = slots[q] + price;
        }
        if (rows_[i].kind) kinds[*rows_[i].kind] = kinds[*rows_[i].kind] + price * Rational(rows_[i].sign);
    }
    auto prices = over_one_denominator({items, slots, kinds});
    if (prices) prices->of_nothing = of_nothing;
    return prices;
}

}  // namespace arable::solve
