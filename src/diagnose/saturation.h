#pragma once
// Whether a service has spare capacity at all. Every limit must be slack for that: one full limit decides, and a queue
// that grows decides alone, whatever is free of the KV cache or the SMs beside it.

#include <cstdint>

#include "diagnose/detector_limits.h"
#include "diagnose/folded.h"
#include "diagnose/hour_features.h"
#include "diagnose/workload_view.h"

namespace arable::diagnose {

// A queue that grows, or that stands far above what runs, for hours.
struct SaturatedQueue {
    bool holds = false;
    std::int64_t pod_hours = 0;
    double waiting = 0.0;  // mean over those hours
    Measured running, kv;  // means over those hours
    // Of the hour with the highest load, over the pods that were saturated in it; absent: their requests done or their
    // queue's growth was not measured. What a saturated pod serves is what it can serve:
    // arrivals = served + growth of the queue, load = arrivals / served.
    Measured served, arrivals, load;  // requests/s, requests/s, ratio
    std::int64_t replicas = 0;        // pods with requests in that hour
    std::int64_t needed = 0;          // at least that many would carry the load; 0: not known
};

// None for workloads that do not serve. O(pod-hours).
SaturatedQueue saturated_queue(const Folded& folded, const WorkloadView& view, const ServingLimits& limits);

}  // namespace arable::diagnose
