#pragma once
// The configurations that a search for a cover has to look at.

#include <vector>

#include "solve/cover.h"

namespace arable::solve {

struct CoverColumn {
    std::uint32_t kind = 0, configuration = 0;
    SlotCounts slots;       // zero where no demanded item accepts the slot
    std::int64_t cost = 0;  // in units
};

struct CoverColumns {
    std::vector<CoverColumn> columns;
    StandIns stands_for;
    std::int64_t unit = 1;  // greatest common divisor of all costs: every cover costs a whole number of units
};

// Leaves out configurations that hold no more of any useful slot than another of the same kind.
CoverColumns columns_of(const CoverProblem& problem);

// What is wrong with the numbers of the problem.
Result<Done> check(const CoverProblem& problem);

}  // namespace arable::solve
