#pragma once
// replicas-on-one-card and quota-old-unit: what goes wrong when a shared card's replicas are taken for GPUs.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> replicas_on_one_card(const DetectorInput& input);
std::vector<Finding> quota_old_unit(const DetectorInput& input);

}  // namespace arable::diagnose
