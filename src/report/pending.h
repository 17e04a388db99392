#pragma once
// What a wait asks for, and what waited at the only instant that was looked at.

#include "base/text.h"
#include "diagnose/waits.h"

namespace arable::report {

// "8 GPUs"; "8 nvidia.com/gpu.shared, worth 2 GPUs" where a unit of the resource is no whole card.
Text request_text(const diagnose::Wait& wait);
// One line of a wait at one instant: what it asks for, what keeps it waiting, what the cluster says.
Text pending_text(const diagnose::Wait& wait);
// "3 pods or gangs waited for 12 GPUs (ml/a, ml/b and 1 more)".
Text pending_sum(const diagnose::Waits& waits);

}  // namespace arable::report
