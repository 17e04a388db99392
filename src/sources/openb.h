#pragma once
// The openb trace format (Alibaba cluster-trace-gpu-v2023): node and pod lists as CSV (`--openb-nodes`,
// `--openb-pods`). Times are seconds since the trace began and are read as seconds since 1970-01-01: durations are
// right, dates are not. No activity is recorded, so an audit of it knows claims by count and waits, not what the GPUs
// did.

#include <string_view>

#include "base/result.h"
#include "sources/facts.h"

namespace arable::sources {

Result<Facts> interpret_openb_nodes(std::string_view csv, std::string_view file_name);
// Lists without times (multigpuNN) are refused here: they are lists of requests for `simulate`, not a history.
Result<Facts> interpret_openb_pods(std::string_view csv, std::string_view file_name);

}  // namespace arable::sources
