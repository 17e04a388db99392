#include "prom/query_plan.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace arable::prom {
namespace {

constexpr std::int64_t kBytesOfSample = 28;  // [1793600000,"0.5734"], and labels once a tile
// Half of the characters that end names, UUIDs and addresses; the rest and everything else is the other half.
constexpr std::string_view kEndings = "[02468acegikmoqsuwyACEGIKMOQSUWY]";

std::int64_t samples_in(std::int64_t series, Duration interval, Duration length) {
    const std::int64_t each = length.ms / std::max<std::int64_t>(interval.ms, 1) + 1;
    constexpr std::int64_t kMost = INT64_MAX / 4;
    if (series <= 0) return 0;
    return series > kMost / each ? kMost : series * each;
}

// The longest of day, 12 h, 6 h … that stays below the limit; not below `shortest`.
Duration tile_length(const MetricLoad& load, const PlanLimits& limits) {
    Duration length = limits.longest;
    while (length.ms / 2 >= limits.shortest.ms &&
           samples_in(load.series, load.interval, length) > limits.tile_samples) {
        length.ms /= 2;
    }
    return {std::max<std::int64_t>(length.ms / 1000, 1) * 1000};
}

void add_shards(std::vector<Tile>& tiles, const Tile& tile, const MetricLoad& load, const PlanLimits& limits) {
    const auto parts = expected_samples(load, tile) > limits.tile_samples ? halves(tile, limits, true) : std::nullopt;
    if (!parts) {
        tiles.push_back(tile);
        return;
    }
    add_shards(tiles, parts->first, load, limits);
    add_shards(tiles, parts->second, load, limits);
}

}  // namespace

std::int64_t expected_samples(const MetricLoad& load, const Tile& tile) {
    return samples_in(load.series, load.interval, tile.length()) >> tile.shard.depth;
}

std::vector<Tile> plan_tiles(const std::vector<MetricLoad>& loads, const Interval& window, const PlanLimits& limits) {
    std::vector<Tile> tiles;
    const Time begin = floor_to(window.begin, seconds(1));
    const Time end = floor_to(window.end + Duration{999}, seconds(1));
    for (std::uint32_t i = 0; i < loads.size(); ++i) {
        const Duration length = tile_length(loads[i], limits);
        for (Time after = begin; after < end;) {
            const Time until = std::min(end, floor_to(after, length) + length);
            add_shards(tiles, {.load = i, .after = after, .until = until, .shard = {}}, loads[i], limits);
            after = until;
        }
    }
    return tiles;
}

std::optional<std::pair<Tile, Tile>> halves(const Tile& tile, const PlanLimits& limits, bool by_series) {
    const bool in_time = tile.length().ms / 2 >= std::max<std::int64_t>(limits.shortest.ms, 1000);
    const bool in_shards = tile.shard.depth < limits.shard_depth;
    if (!in_time && !in_shards) return std::nullopt;
    Tile first = tile;
    Tile second = tile;
    if (in_shards && (by_series || !in_time)) {
        second.shard.bits |= 1U << tile.shard.depth;
        first.shard.depth = second.shard.depth = tile.shard.depth + 1;
    } else {
        first.until = second.after = floor_to(tile.after + Duration{tile.length().ms / 2}, seconds(1));
    }
    return std::pair{first, second};
}

PlanCost cost_of(const std::vector<MetricLoad>& loads, const std::vector<Tile>& tiles) {
    PlanCost cost;
    for (const Tile& tile : tiles) {
        ++cost.queries;
        cost.samples += expected_samples(loads[tile.load], tile);
    }
    cost.bytes = cost.samples * kBytesOfSample;
    return cost;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string selector(const MetricLoad& load, const Shard& shard) {
    std::string inside = load.matchers;
    for (std::uint32_t place = 0; place < shard.depth; ++place) {
        const bool rest = (shard.bits >> place & 1U) != 0;
        std::string pattern = fmt::format(".*{}", kEndings);
        for (std::uint32_t i = 0; i < place; ++i) pattern += '.';
        inside +=
            fmt::format("{}{}{}{}", inside.empty() ? "" : ",", load.shard_label, rest ? "!~" : "=~", quoted(pattern));
    }
    // Names beyond the classic ones (CloudWatch's) are legal as a label only.
    const bool classic = !load.metric.empty() &&
                         load.metric.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") == std::string::npos;
    if (!classic) {
        return fmt::format("{{__name__={}{}{}}}", quoted(load.metric), inside.empty() ? "" : ",", inside);
    }
    return inside.empty() ? load.metric : fmt::format("{}{{{}}}", load.metric, inside);
}

std::string raw_query(const MetricLoad& load, const Tile& tile) {
    return fmt::format("{}[{}s]", selector(load, tile.shard), tile.length().ms / 1000);
}

std::string stepped_query(const MetricLoad& load, const Tile& tile, Duration step) {
    return fmt::format("last_over_time({}[{}s])", selector(load, tile.shard), step.ms / 1000);
}

Duration step_of(const MetricLoad& load) {
    return {std::max<std::int64_t>(60, (load.interval.ms + 999) / 1000) * 1000};
}

}  // namespace arable::prom
