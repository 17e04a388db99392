#pragma once
// Which questions to ask so that each answer stays small: tiles of (metric, part of its series, stretch of time). Pure:
// what a server said comes in as numbers.
//
//   const auto tiles = plan_tiles(loads, window, {});     // disjoint; together they are the whole window
//   raw_query(load, tile);                                // "DCGM_FI_DEV_GPU_UTIL{…}[21600s]", at the time tile.until
//   halves(tile, limits);                                 // when the server says it was too much
//
// A tile is the time (after, until]: what Prometheus 3 gives for a range ending at `until`. Version 2 gives samples at
// `after` too, which belong to the tile before: whoever reads drops what lies outside.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"

namespace arable::prom {

// One metric to be read, and how much of it there is.
struct MetricLoad {
    std::string metric;
    std::string matchers;             // further label matchers, comma between: `job="a",gpu!=""`; "" = none
    std::string shard_label;          // whose values tell series apart
    std::int64_t series = 0;          // at one time, as probed
    Duration interval = seconds(15);  // of samples of one series
};

// The series whose label value ends in certain characters: for each of `depth` places, counted from the end, a set or
// its complement. Both halves of a shard together hold exactly its series, whatever the values are.
struct Shard {
    std::uint32_t depth = 0;
    std::uint32_t bits = 0;
    friend bool operator==(const Shard&, const Shard&) = default;
};

struct Tile {
    std::uint32_t load = 0;  // position in the loads
    Time after;
    Time until;
    Shard shard;
    Duration length() const { return until - after; }
    friend bool operator==(const Tile&, const Tile&) = default;
};

struct PlanLimits {
    std::int64_t tile_samples = 2'000'000;  // 4 % of what a server holds by default (--query.max-samples 50,000,000)
    Duration longest = days(1);
    Duration shortest = minutes(10);  // halving goes on by shards below it
    std::uint32_t shard_depth = 4;    // at most 2^4 shards
};

// Metric by metric, times ascending. Times of a load lie on multiples of its tile length (UTC), but for the window's
// own edges, so that the same window gives the same tiles. Whole seconds; the window is (begin, end].
std::vector<Tile> plan_tiles(const std::vector<MetricLoad>& loads, const Interval& window, const PlanLimits& limits);

// Two tiles that hold what `tile` holds: halves in time (the earlier first) down to `shortest`, then by shard; with
// `by_series` by shard first. Absent: it cannot be made smaller.
std::optional<std::pair<Tile, Tile>> halves(const Tile& tile, const PlanLimits& limits, bool by_series);

std::int64_t expected_samples(const MetricLoad& load, const Tile& tile);

struct PlanCost {
    std::int64_t queries = 0;
    std::int64_t samples = 0;
    std::int64_t bytes = 0;  // of JSON, before compression: about 28 a sample
};
PlanCost cost_of(const std::vector<MetricLoad>& loads, const std::vector<Tile>& tiles);

// "metric{matchers,shard}".
std::string selector(const MetricLoad& load, const Shard& shard);
// A range vector: to be asked at the instant `until`.
std::string raw_query(const MetricLoad& load, const Tile& tile);
// For servers that refuse range vectors: the last value of each `step`, to be asked as a range.
std::string stepped_query(const MetricLoad& load, const Tile& tile, Duration step);
// At least a minute and the samples' own distance, so that a step rarely holds none; whole seconds.
Duration step_of(const MetricLoad& load);

// A PromQL string with its quotes.
std::string quoted(std::string_view text);

}  // namespace arable::prom
