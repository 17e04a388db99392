#pragma once
// over-requested-gpus: a pod holds several whole cards and never touches some of them.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> over_requested_gpus(const DetectorInput& input);

}  // namespace arable::diagnose
