#pragma once
// Comparison -> JSON (`arable.comparison/v1`, api/comparison.schema.json).

#include <string>

#include "diagnose/compare.h"

namespace arable::codec {

inline constexpr const char* kComparisonSchema = "arable.comparison/v1";

// Shares are of each capacity, changes the second minus the first; null where a side does not have it.
std::string comparison_json(const diagnose::Comparison& comparison);

}  // namespace arable::codec
