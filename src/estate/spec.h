#pragma once
// What to build: kind, seed, size, length and how it is observed.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/time.h"

namespace arable::estate {

struct EstateSpec {
    std::string kind = "five-percent";  // one of kinds()
    std::uint64_t seed = 1;
    int gpus = 64;  // at least; rounded up to whole nodes. Smaller kinds are padded with free nodes
    Duration length = days(7);
    Duration scrape = minutes(2);
    double missing_scrapes = 0.05;  // share of scrapes that are lost, per target
    Time begin{1'793'491'200'000};  // 2026-11-01T00:00:00Z; floored to the hour
};

// The names of all kinds, in order.
std::span<const std::string_view> kinds();

}  // namespace arable::estate
