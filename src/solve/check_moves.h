#pragma once
// Judges a plan of moves without knowing how it was found.

#include <string>

#include "solve/least_moves.h"

namespace arable::solve {

// "" when every step is feasible as it runs and the newcomer then fits; else what is wrong.
std::string fault_of(const MoveProblem& problem, const MovePlan& plan);

}  // namespace arable::solve
