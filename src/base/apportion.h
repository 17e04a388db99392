#pragma once
// Splitting a whole number into parts that add up to it exactly.

#include <cstdint>
#include <span>
#include <vector>

namespace arable {

// Largest-remainder apportionment: parts[i] ~ total x weights[i] / sum(weights), sum(parts) == total.
// `total` >= 0, weights >= 0; ties go to the lower index. All weights 0: everything goes to the first part (if any).
// Exact for total x weight up to 2^127. O(n log n).
std::vector<std::int64_t> apportion(std::int64_t total, std::span<const std::int64_t> weights);

}  // namespace arable
