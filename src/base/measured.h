#pragma once
// Measured amounts as whole ones, whatever was measured.

#include <algorithm>
#include <cstdint>

#include "base/units.h"

namespace arable {

// What is below 0 or no number is 0, what is above 2^60 is 2^60.
inline Bytes bytes_of(double measured) {
    constexpr double kMost = 1152921504606846976.0;  // 2^60
    if (!(measured > 0.0)) return {};
    return {static_cast<std::int64_t>(std::min(measured, kMost))};
}

}  // namespace arable
