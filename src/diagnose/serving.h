#pragma once
// low-traffic and queue-saturated: what servers themselves tell of their requests.

#include <vector>

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> low_traffic(const DetectorInput& input);
std::vector<Finding> queue_saturated(const DetectorInput& input);

// A queue that grows, or that stands far above what runs, for hours. One full limit decides: spare KV cache or idle
// SMs beside it are no spare capacity.
struct SaturatedQueue {
    bool holds = false;
    std::int64_t pod_hours = 0;
    double waiting = 0.0;  // mean over those hours
    Measured running, kv;  // means over those hours
    Measured load;         // (served + growth of the queue) / served, largest hour
};
SaturatedQueue saturated_queue(const DetectorInput& input, const WorkloadView& view);

// Hourly maxima of KV use in pod-hours with requests running.
std::vector<double> kv_peaks(const Folded& folded, const WorkloadView& view);

// Nearest-rank percentile; `values` must not be empty.
double percentile(std::vector<double> values, double rank);

}  // namespace arable::diagnose
