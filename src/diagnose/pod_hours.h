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

// Most memory a process with a fixed reservation really needs, when its server tells how full its KV cache gets:
//   reservation x (weights + (1 - weights) x min(1, 1.1 x fullest KV)),  weights = 0.5
// No server prints how much of its reservation is weights. Half is more than models of up to 13 billion parameters
// take of an 80 GiB card at 0.9 (14 to 26 of 72 GiB), so for those this is an upper estimate. It ranks advice and
// allows nothing (DESIGN §7: what a process will allocate decides, not what it uses).
double needed_memory(double reservation_bytes, double kv_most);

}  // namespace arable::diagnose
