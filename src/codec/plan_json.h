#pragma once
// Plan -> JSON (`arable.plan/v1`, api/plan.schema.json).

#include <string>

#include "plan/plan.h"

namespace arable::codec {

inline constexpr const char* kPlanSchema = "arable.plan/v1";

// Money in units of the prices that were given; a gap is (value - bound) / value; null where nothing is known.
std::string plan_json(const plan::Plan& plan);

}  // namespace arable::codec
