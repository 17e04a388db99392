#pragma once
// A packing of bins as a plan of nodes. Inside `plan` only.

#include "plan/demand_problem.h"

namespace arable::plan {

Plan plan_of(const Demand& demand, DemandProblem problem, const solve::Packing& packing);

}  // namespace arable::plan
