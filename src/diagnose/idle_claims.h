#pragma once
// claimed-empty, loaded-idle and idle-notebook: GPUs that somebody holds and does not use. A workload gets at most
// one of them, that with the larger extent; a notebook only the third.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> claimed_empty(const DetectorInput& input);
std::vector<Finding> loaded_idle(const DetectorInput& input);
std::vector<Finding> idle_notebook(const DetectorInput& input);

}  // namespace arable::diagnose
