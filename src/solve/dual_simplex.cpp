#include "solve/dual_simplex.h"

#include <algorithm>
#include <numeric>

namespace arable::solve {
namespace {

// After so many steps in a row that leave the value as it is, the rule that cannot run in circles takes over.
constexpr int kPatience = 30;

}  // namespace

DualSimplex::DualSimplex(std::span<const std::int64_t> costs)
    : columns_(costs.size()), free_(costs.size()), costs_(costs.begin(), costs.end()) {
    std::iota(free_.begin(), free_.end(), std::size_t{0});
}

// row += factor × rows_[from], where the defined variable itself stands at no position any more.
void DualSimplex::add_times(std::vector<Rational>& row, Rational& constant, Rational factor, std::size_t from) const {
    for (std::size_t j = 0; j < columns_; ++j) {
        if (!rows_[from][j].is_zero() || !rows_[from][j].fits()) row[j] = row[j] + factor * rows_[from][j];
    }
    constant = constant + factor * constants_[from];
}

std::size_t DualSimplex::add_row(std::span<const std::int64_t> coefficients, std::int64_t least) {
    std::vector<Rational> row(columns_);
    Rational constant = Rational(-least);
    for (std::size_t j = 0; j < columns_; ++j) {
        if (free_[j] < columns_) row[j] = Rational(coefficients[free_[j]]);
    }
    for (std::size_t i = 0; i < basic_.size(); ++i) {
        if (basic_[i] < columns_ && coefficients[basic_[i]] != 0) {
            add_times(row, constant, Rational(coefficients[basic_[i]]), i);
        }
    }
    basic_.push_back(columns_ + rows_.size());
    rows_.push_back(std::move(row));
    constants_.push_back(constant);
    return rows_.size() - 1;
}

// The row that is violated most; with `careful` the one whose variable has the lowest index (Bland).
std::optional<std::size_t> DualSimplex::leaving(bool careful) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (constants_[i].sign() >= 0) continue;
        const bool better = !best || (careful ? basic_[i] < basic_[*best] : constants_[i] < constants_[*best]);
        if (better) best = i;
    }
    return best;
}

// The free variable that repairs the row at the least cost for each unit; of equals the lowest index.
std::optional<std::size_t> DualSimplex::entering(std::size_t row) {
    std::optional<std::size_t> best;
    Rational least;
    for (std::size_t j = 0; j < columns_; ++j) {
        if (rows_[row][j].sign() <= 0) continue;
        const Rational ratio = costs_[j] / rows_[row][j];
        if (!ratio.fits()) {
            too_large_ = true;
            return j;
        }
        if (best && (ratio > least || (ratio == least && free_[j] > free_[*best]))) continue;
        best = j;
        least = ratio;
    }
    return best;
}

void DualSimplex::pivot(std::size_t row, std::size_t column) {
    const Rational inverse = Rational(1) / rows_[row][column];
    for (std::size_t j = 0; j < columns_; ++j) {
        rows_[row][j] = j == column ? inverse : rows_[row][j] * -inverse;
        too_large_ = too_large_ || !rows_[row][j].fits();
    }
    constants_[row] = constants_[row] * -inverse;
    std::swap(basic_[row], free_[column]);
    const auto substitute = [&](std::vector<Rational>& into, Rational& constant) {
        const Rational factor = into[column];
        if (factor.is_zero() && factor.fits()) return;
        into[column] = Rational(0);
        add_times(into, constant, factor, row);
        too_large_ = too_large_ || !constant.fits() || !factor.fits();
        for (const Rational& entry : into) too_large_ = too_large_ || !entry.fits();
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (i != row) substitute(rows_[i], constants_[i]);
    }
    substitute(costs_, value_);
    too_large_ = too_large_ || !constants_[row].fits();
}

DualSimplex::Outcome DualSimplex::solve(std::int64_t& steps) {
    contradiction_.reset();
    int idle = 0;
    for (const Rational& constant : constants_) too_large_ = too_large_ || !constant.fits();
    while (!too_large_) {
        const auto row = leaving(idle > kPatience);
        if (!row) return Outcome::optimal;
        const auto column = entering(*row);
        if (!column) {
            contradiction_ = *row;
            return Outcome::infeasible;
        }
        if (steps <= 0) return Outcome::stopped;
        --steps;
        idle = costs_[*column].is_zero() ? idle + 1 : 0;
        pivot(*row, *column);
    }
    return Outcome::too_large;
}

std::vector<Rational> DualSimplex::solution() const {
    std::vector<Rational> values(columns_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (basic_[i] < columns_) values[basic_[i]] = constants_[i];
    }
    return values;
}

std::vector<Rational> DualSimplex::multipliers() const {
    std::vector<Rational> weights(rows_.size());
    for (std::size_t j = 0; j < columns_; ++j) {
        if (free_[j] < columns_) continue;
        weights[free_[j] - columns_] = contradiction_ ? -rows_[*contradiction_][j] : costs_[j];
    }
    if (contradiction_ && basic_[*contradiction_] >= columns_) {
        weights[basic_[*contradiction_] - columns_] = Rational(1);
    }
    return weights;
}

}  // namespace arable::solve
