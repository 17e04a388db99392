#pragma once
// Amounts along several dimensions at once: how large an item is, how much room a bin has.

#include <cstdint>
#include <vector>

namespace arable::solve {

// All vectors of one problem that mean the same dimensions are equally long.
using Amounts = std::vector<std::int64_t>;

}  // namespace arable::solve
