#pragma once
// stuck-counter: activity that reads zero while the board draws power and memory is held. The fold leaves those cells
// unknown and names the card; this makes it a finding, so that it has an owner and a remedy.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> stuck_counter(const DetectorInput& input);

}  // namespace arable::diagnose
