#pragma once
// The linear relaxation of a cover. Its rows are Hall's conditions: any set of item kinds wants no more than the slots
// that one of them accepts. There are too many to write down, so those that a solution violates are added when it does.

#include <optional>

#include "solve/cover_columns.h"
#include "solve/dual_simplex.h"

namespace arable::solve {

class CoverRelaxation {
  public:
    // Both must outlive the relaxation and its copies.
    CoverRelaxation(const CoverProblem& problem, const CoverColumns& columns);

    // Allows fewer solutions.
    void require_at_most(const CoverPart& part, std::int64_t most) { bound(part, most, 1); }
    void require_at_least(const CoverPart& part, std::int64_t least) { bound(part, least, -1); }

    DualSimplex::Outcome solve(std::int64_t& steps);
    Rational value() const { return simplex_.value(); }
    std::vector<Rational> bins() const { return simplex_.solution(); }  // by column
    // Of the last solve, which was optimal or infeasible. Absent: they have no common denominator in 64 bits.
    std::optional<CoverPrices> prices(bool of_nothing) const;

  private:
    struct Row {
        std::vector<std::uint32_t> items;   // Hall's condition of these; empty for the bounds
        std::optional<std::uint32_t> kind;  // whose bins are bounded
        int sign = 1;                       // -1: from below
    };
    void require(const std::vector<std::uint32_t>& items);
    void bound(const CoverPart& part, std::int64_t limit, int sign);
    std::vector<bool> accepted_by(const std::vector<std::uint32_t>& items) const;
    std::optional<std::vector<std::uint32_t>> violated(bool& too_large) const;

    const CoverProblem* problem_;
    const CoverColumns* columns_;
    std::vector<Row> rows_;
    DualSimplex simplex_;
};

}  // namespace arable::solve
