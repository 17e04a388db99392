#pragma once
// What a reader must know before believing that two audits differ.

#include <vector>

#include "diagnose/compare.h"

namespace arable::diagnose {

// `comparison`: its workloads are there already.
std::vector<Text> compare_cautions(const Audit& before, const Audit& after, const Comparison& comparison);

}  // namespace arable::diagnose
