#pragma once
// mig-leftover (an instance that nobody ever takes) and mig-wrong-profile (a smaller one would do, or two are asked
// where a process sees one).

#include "diagnose/detector.h"
#include "model/mig.h"

namespace arable::diagnose {

std::vector<Finding> mig_leftover(const DetectorInput& input);
std::vector<Finding> mig_wrong_profile(const DetectorInput& input);

// The plain profile (no attributes) with the most memory below that of `of`; among equals the one with most compute
// slices. nullptr: none, or `of` is not of this geometry.
const model::MigProfile* next_smaller(const model::MigGeometry& geometry, const model::MigProfile& of);

}  // namespace arable::diagnose
