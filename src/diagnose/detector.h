#pragma once
// What a detector is: a pure function from what one audit knows to findings of one kind.

#include <span>
#include <vector>

#include "diagnose/finding.h"
#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "diagnose/signatures.h"
#include "diagnose/waits.h"
#include "diagnose/workload_view.h"
#include "model/timeline.h"

namespace arable::diagnose {

struct DetectorInput {
    const model::Timeline& timeline;
    const Folded& folded;
    std::span<const Stall> stalls;  // as signatures.h gives them
    const Waits& waits;
    std::span<const FreeMark> marks;
    const Policy& policy;
    std::span<const WorkloadView> workloads;  // as workload_view.h gives them
};

// Deterministic. Extents of one kind never overlap and never exceed what their lanes and hours have. Curable and
// money are left for others to fill.
using Detector = std::vector<Finding> (*)(const DetectorInput&);

}  // namespace arable::diagnose
