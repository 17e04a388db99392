#pragma once
// Intervals from samples of a state: when it was seen, and when it had a value.

#include <functional>
#include <span>

#include "base/time.h"
#include "series/sample.h"

namespace arable::sources {

// Two sightings up to this far apart are one presence (facts: kube-state-metrics restarts take minutes).
constexpr Duration kBridge = minutes(10);

// From each sample on which `holds` to the next sample, if that is at most max(kBridge, 2.5 x the median interval)
// away; else, and at the end, one median interval (a minute when there is one sample). Samples ascend. O(n).
IntervalSet times_when(std::span<const series::Sample> samples, const std::function<bool(double)>& holds);

}  // namespace arable::sources
