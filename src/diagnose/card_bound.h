#pragma once
// bandwidth-bound, straggler and throttling: the card itself, or the cards together, are the limit.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> bandwidth_bound(const DetectorInput& input);
std::vector<Finding> straggler(const DetectorInput& input);
std::vector<Finding> throttling(const DetectorInput& input);

}  // namespace arable::diagnose
