#include "diagnose/pool_tables.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

TEST(PoolTables, JoinTheAccountingExactly) {
    model::Timeline timeline;
    timeline.pools = {{"a", {{Time{0}, 8, 4, 0}, {Time{60'000}, 10, 4, 2}}, minutes(1)},
                      {"b", {{Time{0}, 2, 0, 0}}, minutes(1)}};
    Audit audit;
    for (std::size_t c = 0; c < kAccountClasses; ++c) audit.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    audit.metrics.push_back({.level = "estate", .name = ""});
    audit.metrics.push_back({.level = "gpu", .name = "g"});
    const std::vector<PoolAccount> pools{
        {.pool = "a", .paid_ms = 100, .running_ms = 60, .fragmented_ms = 10, .constrained_ms = 5, .no_demand_ms = 25},
        {.pool = "b", .paid_ms = 20, .running_ms = 0, .no_demand_ms = 20}};
    add_pools(audit, timeline, pools);
    EXPECT_EQ(audit.capacity.gpus, 12);
    EXPECT_EQ(audit.capacity.gpu_ms, 120);
    std::int64_t sum = 0;
    for (const ClassAmount& amount : audit.accounting) sum += amount.gpu_ms;
    EXPECT_EQ(sum, 120);
    EXPECT_EQ(audit.accounting[static_cast<std::size_t>(AccountClass::unknown)].gpu_ms, 60);
    ASSERT_EQ(audit.metrics.size(), 4U);
    EXPECT_EQ(audit.metrics[0].known_ms, 60);
    EXPECT_EQ(audit.metrics[1].name, "a");
    EXPECT_EQ(audit.metrics[3].level, "gpu");
}

TEST(PoolTables, SayWhatTheyAreAndThatOnlyPlacementCanBeJudged) {
    model::Timeline timeline;
    timeline.pools = {{"a", {{Time{0}, 8, 4, 0}}, minutes(1)}};
    Audit audit;
    for (std::size_t c = 0; c < kAccountClasses; ++c) audit.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    audit.steps = {{Step::memory, "", 0, {}}, {Step::placement, "", 0, {"fragmentation/a"}}};
    const std::int64_t hour = 3'600'000;
    const std::vector<PoolAccount> pools{{.pool = "a",
                                          .paid_ms = 10'000 * hour,
                                          .running_ms = 6'000 * hour,
                                          .fragmented_ms = 1'250 * hour,
                                          .constrained_ms = 0,
                                          .no_demand_ms = 2'750 * hour}};
    add_pools(audit, timeline, pools);
    EXPECT_TRUE(audit.pools_only);
    EXPECT_EQ(audit.claim_sources.back(), "pool tables: 1 pool, totals only");
    EXPECT_EQ(audit.steps[0].verdict, "Not judged: a pool table counts GPUs in use, not what runs on them.");
    EXPECT_EQ(
        audit.steps[1].verdict,
        "12.5 % of the paid time GPUs were free while jobs of their own pool waited, 0.0 % while only jobs of other "
        "pools waited, 27.5 % while nobody did; 1 finding about 1,250 GPU-hours.");
    EXPECT_EQ(audit.cannot_say.size(), 3U);
}

TEST(PoolTables, SayForHowLongATableIsSilent) {
    constexpr std::int64_t kDay = 86'400'000;
    model::Timeline timeline;
    timeline.window = {Time{0}, Time{30 * kDay}};
    timeline.pools = {{"a", {{Time{0}, 8, 4, 0}}, minutes(1)}, {"b", {{Time{0}, 8, 4, 0}}, minutes(1)}};
    const std::vector<PoolAccount> pools{{.pool = "a", .paid_ms = 100, .running_ms = 100, .uncovered_ms = 10 * kDay},
                                         {.pool = "b", .paid_ms = 100, .running_ms = 100}};
    const auto gaps = silent_pools(timeline, pools);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].kind, model::Gap::Kind::missing_samples);
    EXPECT_EQ(gaps[0].subject, "pool a");
    EXPECT_EQ(gaps[0].message,
              "its table says nothing for 10 d of the 30 d: what its GPUs did then, and what waited for them, is in no "
              "figure");
    Audit audit;
    for (std::size_t c = 0; c < kAccountClasses; ++c) audit.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    add_pools(audit, timeline, pools);
    EXPECT_EQ(audit.pools_silent, Duration{10 * kDay});
}

TEST(PoolTables, ChangeNothingWithoutPools) {
    Audit audit;
    add_pools(audit, {}, {});
    EXPECT_EQ(audit.capacity.gpu_ms, 0);
    EXPECT_TRUE(audit.cannot_say.empty());
}

}  // namespace
}  // namespace arable::diagnose
