#pragma once
// How nvidia-smi prints time, and the blanks around its words.

#include <optional>
#include <string_view>

#include "base/time.h"

namespace arable::nvml {

std::string_view trimmed(std::string_view text);
// "Fri Aug  4 11:44:30 2023": the machine's own time, without a zone, taken as UTC.
std::optional<Time> parse_clock(std::string_view text);

}  // namespace arable::nvml
