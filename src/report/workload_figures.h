#pragma once
// The figures of one workload, as every report shows them.

#include <array>
#include <string>

#include "diagnose/audit.h"

namespace arable::report {

// Claimed, idle, active, computing, unknown: GPU-hours (GPUs of one instant); the last four add up to the first, as
// shown.
std::array<std::string, 5> workload_figures(const diagnose::Audit& audit, const diagnose::WorkloadRow& row);

}  // namespace arable::report
