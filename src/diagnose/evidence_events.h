#pragma once
// Samples of evidence that is events and not measurements: requests, members without a place, cards out of reach.

#include <string_view>
#include <vector>

#include "diagnose/detector.h"
#include "series/sample.h"

namespace arable::diagnose {

// Pods of a gang that existed without having been scheduled, at each time at which their number changed.
std::vector<series::Sample> members_waiting(const DetectorInput& input, const model::Gang& gang);

// Lanes of a node's cards that waiting pods marked with this cause, at each time at which their number changed.
std::vector<series::Sample> marked_lanes(const DetectorInput& input, std::span<const model::GpuIx> gpus,
                                         std::string_view cause);

// Devices that each pod of a workload asks for, at its creation (where that is not known, at the window's begin).
std::vector<series::Sample> requests(const DetectorInput& input, const WorkloadView& view);

// What the samples of this evidence are counted in; Evidence::unit is that of its value, which may be a sum of them.
std::string_view sample_unit(const Evidence& evidence);

}  // namespace arable::diagnose
