#pragma once
// never-usable-node: a node that is paid for and whose GPUs could hardly ever be used.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> never_usable_node(const DetectorInput& input);

}  // namespace arable::diagnose
