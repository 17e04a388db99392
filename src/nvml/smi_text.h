#pragma once
// What `nvidia-smi -q` prints: keys and values, nested by indentation.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "nvml/smi_log.h"

namespace arable::nvml {

// All logs in the text, in its order; none is no error. A log begins with "====NVSMI LOG====" and ends at the next one
// or at a line that no log has; what stands between logs is skipped. Error: more than 4096 GPUs in one log.
Result<std::vector<SmiLog>> parse_smi_text(std::string_view text);

}  // namespace arable::nvml
