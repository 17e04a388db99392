#pragma once
// What `nvidia-smi -q -x` prints, schema v10 to v13.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "nvml/smi_log.h"

namespace arable::nvml {

// All logs of the text, in its order: `nvidia-smi -q -x -l 60` writes one after the other.
// The error names the byte offset at which the XML breaks; in the last of several logs, as when a loop was stopped, the
// break costs only that log and is a note of the one before. At most 64 MiB and 4096 GPUs a log.
Result<std::vector<SmiLog>> parse_smi_xml(std::string_view text);

}  // namespace arable::nvml
