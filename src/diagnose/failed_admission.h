#pragma once
// Pods that the kubelet refuses again and again: demand is what their owner wants, not how often it tried.

#include <vector>

#include "diagnose/wait_units.h"
#include "model/timeline.h"

namespace arable::diagnose {

// One unit for each owner with failed admissions, stated as broken, and marks the failed pods in `skip` (by PodIx).
// An owner's wait lasts from its first failed attempt until a pod of it starts, else until the last attempt ended, or,
// for an owner that wants replicas, to the window's end. Members: at most the replicas wanted, else the largest number
// of attempts that existed at one time.
std::vector<WaitUnit> failed_admissions(const model::Timeline& timeline, std::vector<bool>& skip);

}  // namespace arable::diagnose
