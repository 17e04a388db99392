#pragma once
// Points in time, durations and half-open intervals, all in whole milliseconds.
// Times are Unix milliseconds, UTC. Nothing here reads a clock.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arable {

struct Duration {
    std::int64_t ms = 0;
    friend constexpr auto operator<=>(Duration, Duration) = default;
    friend constexpr Duration operator+(Duration a, Duration b) { return {a.ms + b.ms}; }
    friend constexpr Duration operator-(Duration a, Duration b) { return {a.ms - b.ms}; }
    friend constexpr Duration operator*(Duration a, std::int64_t n) { return {a.ms * n}; }
};

constexpr Duration seconds(std::int64_t n) { return {n * 1000}; }
constexpr Duration minutes(std::int64_t n) { return {n * 60'000}; }
constexpr Duration hours(std::int64_t n) { return {n * 3'600'000}; }
constexpr Duration days(std::int64_t n) { return {n * 86'400'000}; }

struct Time {
    std::int64_t ms = 0;
    friend constexpr auto operator<=>(Time, Time) = default;
    friend constexpr Time operator+(Time t, Duration d) { return {t.ms + d.ms}; }
    friend constexpr Time operator-(Time t, Duration d) { return {t.ms - d.ms}; }
    friend constexpr Duration operator-(Time a, Time b) { return {a.ms - b.ms}; }
};

// Earlier and later than any time that can be parsed (years 0001 to 9999).
inline constexpr Time kBeginningOfTime{-62'135'596'800'000};
inline constexpr Time kEndOfTime{253'402'300'799'999};

// [begin, end). Empty when end <= begin.
struct Interval {
    Time begin;
    Time end;
    friend constexpr auto operator<=>(const Interval&, const Interval&) = default;
    constexpr bool empty() const { return end <= begin; }
    constexpr bool contains(Time t) const { return begin <= t && t < end; }
    constexpr Duration length() const { return empty() ? Duration{} : end - begin; }
};

// The common part; empty (begin == end) when there is none.
Interval intersect(const Interval& a, const Interval& b);

// Sets of times, kept as sorted, disjoint, non-empty, non-touching intervals.
using IntervalSet = std::vector<Interval>;
IntervalSet normalise(std::vector<Interval> intervals);
IntervalSet intersect(const IntervalSet& set, const Interval& window);
IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);
IntervalSet subtract(const IntervalSet& a, const IntervalSet& b);
Duration total(const IntervalSet& set);
bool contains(const IntervalSet& set, Time t);

// The largest multiple of `step` (> 0) since 1970-01-01T00:00:00Z that is <= t.
Time floor_to(Time t, Duration step);

// RFC 3339 with seconds, optional fraction (cut to ms), `Z` or an offset: "2026-11-30T21:20:26.5Z".
Result<Time> parse_rfc3339(std::string_view text);
// "2026-11-30T21:20:26Z", with ".123" only when the milliseconds are not zero.
std::string format_rfc3339(Time t);

// "30d", "6h", "90m", "15s", "250ms", and sums such as "1h30m". Positive; at most 100 years.
Result<Duration> parse_duration(std::string_view text);
// For people: "30 d", "6 h 30 min", "45 s", "250 ms": the two largest units that are not zero.
std::string format_duration(Duration d);

}  // namespace arable
