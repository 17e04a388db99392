#pragma once
// The one reading of a log's fields, whatever form it was printed in: a tree whose elements are named as in the XML.

#include <cstddef>

#include "base/result.h"
#include "nvml/smi_log.h"

namespace pugi {
class xml_node;
}

namespace arable::nvml {

inline constexpr std::size_t kMostBytes = std::size_t{64} << 20U;  // of one file
inline constexpr std::size_t kMostGpus = 4096;                     // of one log
inline constexpr std::size_t kMostNotes = 20;                      // of one log

// `root` is <nvidia_smi_log>. More than 4096 GPUs are an error; fields that cannot be read are notes, at most 20.
Result<SmiLog> read_log(const pugi::xml_node& root);

}  // namespace arable::nvml
