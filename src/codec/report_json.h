#pragma once
// Audit -> Report JSON (`arable.report/v1`, api/report.schema.json). Exact: integers in milliseconds and millionths of
// money, times as RFC 3339. What is not known is null or left out, never 0. The same Audit always gives the same bytes.

#include <string>

#include "diagnose/audit.h"

namespace arable::codec {

inline constexpr const char* kReportSchema = "arable.report/v1";

// Pretty-printed by two blanks, one trailing newline.
std::string report_json(const diagnose::Audit& audit);

}  // namespace arable::codec
