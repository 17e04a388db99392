#pragma once
// Whether a Timeline that was read from a file is one that the diagnosis can be given: what `sources` gives always is.

#include "base/result.h"
#include "model/price.h"
#include "model/timeline.h"

namespace arable::codec {

// Indices lead somewhere, intervals are sorted and disjoint, claims are in order, counts are of a size that machines
// have. The error names the value. O(n log n).
Result<Done> check_timeline(const model::Timeline& timeline, const model::PriceList& prices);

}  // namespace arable::codec
