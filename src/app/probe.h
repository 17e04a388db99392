#pragma once
// A first look at a metrics file: whether its samples carry times.

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace arable::app {

struct Probe {
    bool timed = false;          // some sample of the beginning has a time
    std::optional<Time> latest;  // of those
};

inline constexpr std::size_t kProbeBytes = std::size_t{64} << 10U;

// `head`: the first decompressed bytes. Linear.
Probe probe(std::string_view head);
// Reads the head of the file; nothing is known of one that cannot be read, nor of a pipe, which is left untouched.
Probe probe_file(const std::string& file);

}  // namespace arable::app
