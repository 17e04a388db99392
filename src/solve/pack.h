#pragma once
// Packs: the cheapest bins for all items that can be found, with a bound that holds for every packing.
//
//   pack({.types = {{.cost = 5, .units = 2}}, .items = {{.count = 3, .inner = Inner::whole, .units = 1}}})
//   -> 2 bins, cost 10, bound 10.
//
// How: prices of items, capacities and inner units come from a linear program over contents of inner units (Gilmore and
// Gomory's column generation, with the bins' capacities taken together); they give the bound, rounded to integers that
// check_packing.h verifies, and guide the filling of whole bins. Whole bins are then the columns of a second program,
// whose answer is rounded, and at last bins are emptied and filled anew, as long as the budget lasts.

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "solve/packing.h"

namespace arable::solve {

struct PackBudget {
    std::uint64_t seed = 1;
    std::int64_t rounds = 400;        // of emptying and filling anew, without an improvement
    std::function<bool()> stop = {};  // asked now and then; true: the best so far is the answer
};

// The same answer for the same problem, seed and rounds, unless `stop` ends it. Errors: as valid_problem.h says.
Result<Packing> pack(const PackProblem& problem, const PackBudget& budget = {});

}  // namespace arable::solve
