#pragma once
// fragmentation, stranding and constraint-conflict: free GPUs beside work that waits for GPUs.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> fragmentation(const DetectorInput& input);
std::vector<Finding> stranding(const DetectorInput& input);
std::vector<Finding> constraint_conflict(const DetectorInput& input);

}  // namespace arable::diagnose
