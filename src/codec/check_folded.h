#pragma once
// Whether what was read keeps the promises of diagnose::Folded for its Timeline: order, positions, lanes within the
// window and everything else within its lane, claims on the card or node that they are of, no more than an hour of a
// card in an hour, sums to the millisecond, numbers that are numbers. Diagnosis relies on them.

#include "base/result.h"
#include "diagnose/folded.h"
#include "model/timeline.h"

namespace arable::codec {

// Whether one row may follow the other: no two are alike.
bool in_order(const diagnose::Lane& before, const diagnose::Lane& after);
bool in_order(const diagnose::Run& before, const diagnose::Run& after);
bool in_order(const diagnose::HourShare& before, const diagnose::HourShare& after);
bool in_order(const diagnose::PodHour& before, const diagnose::PodHour& after);
bool in_order(const diagnose::ClaimProfile& before, const diagnose::ClaimProfile& after);
bool in_order(const diagnose::StuckCard& before, const diagnose::StuckCard& after);

// The error names the first promise that is broken, and where. O(rows).
Result<Done> check_folded(const diagnose::Folded& folded, const model::Timeline& timeline);

}  // namespace arable::codec
