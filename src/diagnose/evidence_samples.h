#pragma once
// A few real figures under each piece of evidence, so that a reader can hold them against their own dashboards.

#include <cstddef>
#include <vector>

#include "diagnose/detector.h"

namespace arable::diagnose {

inline constexpr std::size_t kEvidenceSamples = 8;

// Fills Evidence::samples with what the fold knows of the selector's subject: the mean of an hour with the time at
// which that hour begins (of counters the rate in it), or GPUs that waited with the time from which they did, or
// the events that it counts (evidence_events.h). Of more than kEvidenceSamples figures, evenly spread ones with the
// first and the last. Left empty where nothing was measured, and where the selector's subject is not one alone.
// Deterministic.
void add_samples(std::vector<Finding>& findings, const DetectorInput& input);

}  // namespace arable::diagnose
