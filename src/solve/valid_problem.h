#pragma once
// Refuses packing problems that make no sense or whose sums could leave 64 bits, by the name of the field.

#include "base/result.h"
#include "solve/packing.h"

namespace arable::solve {

// The largest amount, cost and count; products of them are checked apart.
inline constexpr std::int64_t kLargestAmount = std::int64_t{1} << 50;
inline constexpr std::int64_t kLargestCost = std::int64_t{1} << 50;
inline constexpr std::int64_t kLargestCount = std::int64_t{1} << 32;
inline constexpr std::uint32_t kMostUnits = 1024;

// invalid_input: a field is negative, missing or of another dimension. limit: a number is too large.
Result<Done> valid(const PackProblem& problem);

}  // namespace arable::solve
