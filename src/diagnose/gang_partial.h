#pragma once
// gang-partial: some members of a gang hold GPUs and wait for members that have none.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> gang_partial(const DetectorInput& input);

// Times at which at least one member was placed, one was waiting, and fewer were placed than the gang needs.
IntervalSet partial_times(const model::Timeline& timeline, const model::Gang& gang);

}  // namespace arable::diagnose
