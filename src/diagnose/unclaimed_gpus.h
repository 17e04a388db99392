#pragma once
// ghost-claim (given on paper to a pod that is gone) and used-unclaimed (in use, nobody is known to hold it): by card.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> ghost_claim(const DetectorInput& input);
std::vector<Finding> used_unclaimed(const DetectorInput& input);

}  // namespace arable::diagnose
