#pragma once
// The accounting that an estate holds: GPU-milliseconds by class (docs/definitions.md §6.1), from events and noiseless
// activity.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "estate/lanes.h"

namespace arable::estate {

inline constexpr std::array<std::string_view, 16> kClassNames{
    "unavailable",      "unusable.mig",     "used.unclaimed",  "free.ghost",    "free.fragmented", "free.stranded",
    "free.constrained", "free.no-demand",   "unknown",         "held.starting", "held.empty",      "held.loaded",
    "active.stalled",   "active.bandwidth", "active.headroom", "productive"};
inline constexpr std::array<std::string_view, 12> kCauseNames{"gated",      "broken",     "provisioning", "capped",
                                                              "scheduler",  "behind",     "constrained",  "stranded",
                                                              "fragmented", "held-empty", "shareable",    "real"};

// Which GPUs a waiting pod could not use although they were free, and as what they count.
struct Mark {
    std::uint32_t gpu = 0;
    Interval span;
    std::string_view cls;  // "free.fragmented", "free.stranded", "free.constrained"
};

// Adds up to the presence of all GPUs exactly. Marks lie within free time and do not overlap on a GPU.
std::map<std::string, std::int64_t> account(const Estate& estate, std::span<const Lane> lanes,
                                            std::span<const Mark> marks);
// The marks that the estate's waits leave on its whole, exclusive cards: sorted by (gpu, begin).
std::vector<Mark> marks(const Estate& estate, std::span<const Lane> lanes);

}  // namespace arable::estate
