#pragma once
// How many rows a Folded can have for its Timeline, at most: what announces more is refused before it costs anything.
// Inside `codec` only.

#include <cstdint>
#include <vector>

#include "diagnose/folded.h"
#include "model/timeline.h"

namespace arable::codec {

inline constexpr std::uint64_t kMostRows = 1 << 26;  // of hours: 30 days of 60,000 GPUs

std::uint64_t most_lanes(const model::Timeline& timeline);
// Each lane, each of its hours, held by nobody or by any claim that may be on it. At most kMostRows, as below.
std::uint64_t most_hours(const std::vector<diagnose::Lane>& lanes, const model::Timeline& timeline);
std::uint64_t most_pod_hours(const model::Timeline& timeline);

}  // namespace arable::codec
