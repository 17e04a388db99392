#pragma once
// Report JSON (`arable.report/v1`) -> the part of an Audit that a comparison needs.

#include <string_view>

#include "base/result.h"
#include "diagnose/audit.h"

namespace arable::codec {

// Filled: clusters, window, capacity, accounting, computing, sums of waits, buy, extents of findings, classes of
// workloads, worth, unknown time, sources; the rest is empty. Not trusted: a document that is no report of this
// version, a class that is not known or sums that do not add up are errors that name the place.
Result<diagnose::Audit> read_report(std::string_view json);

}  // namespace arable::codec
