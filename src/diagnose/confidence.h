#pragma once
// How sure a finding is: starts at what its signature is worth, each doubt multiplies it and says why.

#include <string>
#include <string_view>

#include "diagnose/detector.h"

namespace arable::diagnose {

struct Confidence {
    double value = 0.95;
    Text reason;  // doubts, joined by "; "
    void doubt(double factor, const Text& why);
    // Writes both into the finding; without doubts the reason says so.
    void give(Finding& finding) const;
};

// Doubts that hold for every statement about a workload: activity from the engine or GPU_UTIL alone, much unknown
// time, claims from labels or counts, a short observation.
Confidence workload_confidence(const DetectorInput& input, const WorkloadView& view, const HeldTime& time);
// Doubts that hold for every statement: a short observation.
Confidence window_confidence(const DetectorInput& input);

}  // namespace arable::diagnose
