#pragma once
// `nvidia-smi -q -x` of one node -> Facts: GPUs, MIG layouts, and one sample of each number.

#include <optional>
#include <string_view>

#include "nvml/smi_xml.h"
#include "series/track_store.h"
#include "sources/facts.h"

namespace arable::sources {

// The log names no host: `node` is what the caller knows of it ("" = the file's name stands in as exporter).
// A log without a time (schema v10) takes `default_time`; without either its numbers are a gap.
Facts interpret_smi(const nvml::SmiLog& log, std::string_view node, std::string_view file_name,
                    std::optional<Time> default_time, series::TrackStore& store);

}  // namespace arable::sources
