#pragma once
// Judges the answer to a covering problem without knowing how it was found: the bins hold what is said, every item is
// served, and the proof proves the bound, all by exact integers. Shares nothing with the search but the values.

#include <string>

#include "solve/cover.h"

namespace arable::solve {

// "" when the answer holds in all parts; else the first thing that is wrong.
std::string fault_of(const CoverProblem& problem, const CoverAnswer& answer);

}  // namespace arable::solve
