#pragma once
// The inputs of a checkup that do not come from the GPU exporter's counters. Inside `diagnose` only.

#include <vector>

#include "diagnose/checkup.h"

namespace arable::diagnose {

struct CheckupInput {
    const model::Timeline& timeline;
    const Study& study;
    const Audit& audit;
};

// Owners, readiness, labels, pods and their specs, hosts and servers, prices.
std::vector<Check> cluster_checks(const CheckupInput& in);
// How long and how densely the input tells of it.
std::vector<Check> history_checks(const CheckupInput& in);

}  // namespace arable::diagnose
