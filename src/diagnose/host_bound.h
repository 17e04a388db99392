#pragma once
// data-starvation, cpu-launch-bound and pcie-bound: the host keeps the card waiting.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> data_starvation(const DetectorInput& input);
std::vector<Finding> cpu_launch_bound(const DetectorInput& input);
std::vector<Finding> pcie_bound(const DetectorInput& input);

}  // namespace arable::diagnose
