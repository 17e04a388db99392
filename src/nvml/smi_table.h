#pragma once
// The table that `nvidia-smi` prints without options: no UUIDs, long names cut, but often all that was kept.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "nvml/smi_log.h"

namespace arable::nvml {

// All tables in the text, in its order; none is no error. Error: more than 4096 GPUs in one table.
Result<std::vector<SmiLog>> parse_smi_tables(std::string_view text);

}  // namespace arable::nvml
