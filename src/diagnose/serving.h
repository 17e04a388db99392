#pragma once
// low-traffic and queue-saturated: what servers themselves tell of their requests.

#include <vector>

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> low_traffic(const DetectorInput& input);
std::vector<Finding> queue_saturated(const DetectorInput& input);

// Hourly maxima of KV use in pod-hours with requests running.
std::vector<double> kv_peaks(const Folded& folded, const WorkloadView& view);

// Nearest-rank percentile; `values` must not be empty.
double percentile(std::vector<double> values, double rank);

}  // namespace arable::diagnose
