#pragma once
// How far apart the samples of a signal are.

#include <span>

#include "base/time.h"
#include "series/sample.h"

namespace arable::series {

// The median distance of neighbouring times (ascending); 0 with fewer than two samples. O(n).
Duration median_interval(std::span<const Sample> samples);

}  // namespace arable::series
