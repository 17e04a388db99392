#pragma once
// Whether what was read keeps the promises of diagnose::Folded for its Timeline: order, positions, sums to the
// millisecond, numbers that are numbers. Diagnosis relies on them.

#include "base/result.h"
#include "diagnose/folded.h"
#include "model/timeline.h"

namespace arable::codec {

// The error names the first promise that is broken, and where. O(rows).
Result<Done> check_folded(const diagnose::Folded& folded, const model::Timeline& timeline);

}  // namespace arable::codec
