#pragma once
// The ordered list of detectors: allocation, memory, placement, application, then the telemetry itself.

#include <span>
#include <vector>

#include "diagnose/detector.h"

namespace arable::diagnose {

struct CatalogueEntry {
    FindingKind kind{};
    Detector run = nullptr;
};

// One entry a FindingKind, in the order of the enumeration.
std::span<const CatalogueEntry> catalogue();

// Runs them all. By step, then extent (largest first), then id; findings about the telemetry last. Ids are unique.
std::vector<Finding> detect(const DetectorInput& input);

}  // namespace arable::diagnose
