#pragma once
// A small linear programme in exact fractions: min cost·y over y >= 0 with rows coefficients·y >= least, costs not
// negative. The dual simplex method: rows may be added at any time, and each step keeps valid prices, so a true lower
// bound is at hand even when the steps run out. A dense table, meant for some hundred rows and columns.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/rational.h"

namespace arable::solve {

class DualSimplex {
  public:
    enum class Outcome {
        optimal,
        infeasible,  // `multipliers` are then the weights of rows that contradict each other
        too_large,   // a fraction did not fit 64 bits: nothing in here can be used any more
        stopped,     // the steps ran out
    };

    explicit DualSimplex(std::span<const std::int64_t> costs);

    // `coefficients` by column. Returns the row's index.
    std::size_t add_row(std::span<const std::int64_t> coefficients, std::int64_t least);
    // Takes at most *steps pivots and subtracts those it took.
    Outcome solve(std::int64_t& steps);

    std::size_t row_count() const { return rows_.size(); }
    Rational value() const { return value_; }
    std::vector<Rational> solution() const;     // by column
    std::vector<Rational> multipliers() const;  // by row, not negative: prices, or the proof that nothing is feasible

  private:
    // A variable is a column (below column count) or the slack of a row (row index + column count).
    std::optional<std::size_t> leaving(bool careful) const;
    std::optional<std::size_t> entering(std::size_t row);
    void pivot(std::size_t row, std::size_t column);
    void add_times(std::vector<Rational>& row, Rational& constant, Rational factor, std::size_t from) const;

    std::size_t columns_;
    std::vector<std::size_t> free_;            // by position: the variable that is zero
    std::vector<std::size_t> basic_;           // by row: the variable that the row defines
    std::vector<std::vector<Rational>> rows_;  // basic = constant + sum of row × free
    std::vector<Rational> constants_;
    std::vector<Rational> costs_;  // of the free variables
    Rational value_;
    std::optional<std::size_t> contradiction_;  // the row that proves infeasibility
    bool too_large_ = false;
};

}  // namespace arable::solve
