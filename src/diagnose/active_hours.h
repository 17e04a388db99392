#pragma once
// Workload-hours with enough activity to judge, and what findings of the application step take from them.

#include <functional>
#include <vector>

#include "diagnose/detector.h"
#include "diagnose/hour_features.h"

namespace arable::diagnose {

struct ActiveHour {
    WorkloadHour hour;
    Stall stall = Stall::none;
    GpuFeatures gpu;
    PodFeatures pods;
    std::int64_t gpus = 0;  // distinct cards
};

// Hours for which `holds`, among those active at least ApplicationLimits::active_share of their known time.
std::vector<ActiveHour> active_hours(const DetectorInput& input, const WorkloadView& view,
                                     const std::function<bool(const ActiveHour&)>& holds);

// The part of active time that was not computing, by class: stalled where a signature holds, else bandwidth and
// headroom.
ClassTimes rest_of(const DetectorInput& input, const std::vector<ActiveHour>& hours);

// Means over hours, each weighted by its active time; absent when never measured.
Measured mean_over(const std::vector<ActiveHour>& hours, Measured GpuFeatures::*feature);
Measured mean_over(const std::vector<ActiveHour>& hours, Measured PodFeatures::*feature);

// Product links, one way, in bytes/s: of the first card of that hour. Absent: product or link not known.
Measured pcie_link(const DetectorInput& input, const WorkloadHour& hour);

}  // namespace arable::diagnose
