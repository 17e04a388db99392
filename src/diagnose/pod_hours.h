#pragma once
// What each pod did, hour by hour.

#include <span>
#include <vector>

#include "diagnose/folded.h"
#include "diagnose/lane_signals.h"

namespace arable::diagnose {

// Hours of the pod's life inside the window in which anything was known, ascending. Counters become rates between
// samples, so an hour's rate is exactly what the counter gained in it. O(samples + hours).
std::vector<PodHour> pod_hours(model::PodIx pod, std::span<const series::Signal> signals, const Interval& life,
                               const Interval& window, const Holding& holding);

}  // namespace arable::diagnose
