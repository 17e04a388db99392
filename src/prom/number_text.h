#pragma once
// Numbers as expositions write them. Fast for short decimals, exact for all.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.h"

namespace arable::prom {

// Decimal or scientific, "NaN", "+Inf", "-Inf" (any case, "infinity" too). Absent when it is not a number from its
// first to its last character, or lies outside the range of a double.
std::optional<double> parse_value(std::string_view text);

enum class TimeUnit : std::uint8_t { milliseconds, seconds };

struct Timestamp {
    Time time;
    TimeUnit unit = TimeUnit::milliseconds;
};

// A timestamp of either format. Its unit is read off the number: with a fraction or exponent it is in seconds; whole
// numbers from 10^8 to 10^11 (1973 to 5138 in seconds, 1970 to 1973 in milliseconds) are seconds, above that
// milliseconds; smaller ones are in `usual`, the unit of the format. Absent when it is no number or lies outside the
// years 1 to 9999.
std::optional<Timestamp> parse_timestamp(std::string_view text, TimeUnit usual);

}  // namespace arable::prom
