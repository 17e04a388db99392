#include "prom/query_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arable::prom {
namespace {

const Interval kWeek{Time{1'793'600'100'500}, Time{1'793'600'100'500} + days(7)};

MetricLoad load(std::int64_t series, Duration interval) {
    return {.metric = "m", .matchers = "a=\"b\"", .shard_label = "UUID", .series = series, .interval = interval};
}

TEST(QueryPlan, TilesFollowEachOtherAndCoverTheWindowOnce) {
    const auto tiles = plan_tiles({load(8, seconds(30)), load(1000, seconds(30))}, kWeek, {});
    Time at{1'793'600'100'000};
    std::size_t of_first = 0;
    for (const Tile& tile : tiles) {
        if (tile.load != 0) continue;
        ++of_first;
        EXPECT_EQ(tile.after, at);
        EXPECT_LE(tile.length(), days(1));
        at = tile.until;
    }
    EXPECT_EQ(of_first, 8U);  // seven days that do not begin at midnight
    EXPECT_EQ(at, Time{1'793'600'101'000} + days(7));
    EXPECT_EQ(tiles[1].after.ms % days(1).ms, 0);
    // 1,000 series at 30 s: 2,881 samples of a day are too many, those of half a day are not.
    EXPECT_EQ(tiles[8 + 1].length(), hours(12));
}

TEST(QueryPlan, BoundsTheSamplesOfATile) {
    const PlanLimits limits;
    const std::vector<MetricLoad> loads{load(400'000, seconds(15))};
    for (const Tile& tile : plan_tiles(loads, {Time{}, Time{} + hours(2)}, limits)) {
        EXPECT_LE(expected_samples(loads[0], tile), limits.tile_samples * 2);
        EXPECT_LE(tile.length(), minutes(20));
    }
}

TEST(QueryPlan, AddsUpTheCost) {
    const std::vector<MetricLoad> loads{load(10, minutes(1))};
    const auto cost = cost_of(loads, plan_tiles(loads, {Time{}, Time{} + days(2)}, {}));
    EXPECT_EQ(cost.queries, 2);
    EXPECT_EQ(cost.samples, 2 * 10 * 1441);
    EXPECT_EQ(cost.bytes, 2 * 10 * 1441 * 28);
}

TEST(QueryPlan, HalvesInTimeThenBySeriesThenNoMore) {
    const PlanLimits limits{.shortest = minutes(10), .shard_depth = 1};
    Tile tile{.load = 0, .after = Time{}, .until = Time{} + minutes(21), .shard = {}};
    const auto parts = halves(tile, limits, false);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->first.until, Time{630'000});
    EXPECT_EQ(parts->second.after, Time{630'000});
    EXPECT_EQ(parts->second.until, tile.until);
    const auto shards = halves(parts->first, limits, false);
    ASSERT_TRUE(shards);
    EXPECT_EQ(shards->first.shard, (Shard{.depth = 1, .bits = 0}));
    EXPECT_EQ(shards->second.shard, (Shard{.depth = 1, .bits = 1}));
    EXPECT_EQ(shards->first.length(), parts->first.length());
    EXPECT_FALSE(halves(shards->first, limits, false));
    const auto by_series = halves(tile, limits, true);
    ASSERT_TRUE(by_series);
    EXPECT_EQ(by_series->first.shard.depth, 1U);
}

TEST(QueryPlan, WritesQueries) {
    const MetricLoad m = load(1, seconds(90));
    const Tile tile{.load = 0, .after = Time{}, .until = Time{} + hours(6), .shard = {}};
    EXPECT_EQ(raw_query(m, tile), "m{a=\"b\"}[21600s]");
    EXPECT_EQ(step_of(m), seconds(90));
    EXPECT_EQ(stepped_query(m, tile, seconds(90)), "last_over_time(m{a=\"b\"}[90s])");
    EXPECT_EQ(selector({.metric = "up"}, {}), "up");
    EXPECT_EQ(selector({.metric = "a.b"}, {}), "{__name__=\"a.b\"}");
    EXPECT_EQ(selector({.metric = "up", .shard_label = "pod"}, {.depth = 2, .bits = 0b10}),
              "up{pod=~\".*[02468acegikmoqsuwyACEGIKMOQSUWY]\",pod!~\".*[02468acegikmoqsuwyACEGIKMOQSUWY].\"}");
    EXPECT_EQ(quoted("a\"\\\n"), "\"a\\\"\\\\\\n\"");
}

}  // namespace
}  // namespace arable::prom
