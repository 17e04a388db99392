#include "diagnose/week.h"

#include <gtest/gtest.h>

#include "diagnose/diagnose.h"
#include "diagnose/pool_waits.h"

namespace arable::diagnose {
namespace {

constexpr std::int64_t kHour = 3'600'000;

Time at(const char* text) { return parse_rfc3339(text).value(); }

std::int64_t of(const ClassTimes& times, AccountClass c) { return times[static_cast<std::size_t>(c)]; }

TEST(Week, BeginsOnMondayAtMidnight) {
    EXPECT_EQ(week_hour(at("2026-03-02T00:00:00Z")), 0U);  // a Monday
    EXPECT_EQ(week_hour(at("2026-03-02T00:59:59.999Z")), 0U);
    EXPECT_EQ(week_hour(at("2026-03-05T13:10:00Z")), 3U * 24 + 13);
    EXPECT_EQ(week_hour(at("2026-03-08T23:59:59Z")), 167U);
    EXPECT_EQ(week_hour(Time{0}), 72U);                      // a Thursday
    EXPECT_EQ(week_hour(at("1969-12-28T23:30:00Z")), 167U);  // a Sunday before the epoch
}

TEST(Week, CutsASpanAtTheHours) {
    WeekTimes week(kWeekHours);
    add_gpus(week, {at("2026-03-08T22:45:00Z"), at("2026-03-09T00:30:00Z")}, AccountClass::unknown, 4);
    EXPECT_EQ(of(week[166], AccountClass::unknown), kHour);
    EXPECT_EQ(of(week[167], AccountClass::unknown), 4 * kHour);
    EXPECT_EQ(of(week[0], AccountClass::unknown), 2 * kHour);
    std::int64_t sum = 0;
    for (const ClassTimes& hour : week) {
        for (const std::int64_t ms : hour) sum += ms;
    }
    EXPECT_EQ(sum, 7 * kHour);
}

TEST(Week, OfPoolsAddsUpToTheirAccounts) {
    model::Timeline timeline;
    timeline.window = {Time{0}, Time{9 * kHour}};
    timeline.pools = {{"a", {{Time{0}, 8, 6, 1}, {Time{5 * kHour + 1}, 8, 8, 3}}, hours(5)},
                      {"b", {{Time{kHour / 2}, 4, 1, 0}}, hours(5)}};
    const PoolOutcome outcome = judge_pools(timeline);
    ClassTimes sum{};
    for (const ClassTimes& hour : outcome.week) {
        for (std::size_t c = 0; c < kAccountClasses; ++c) sum[c] += hour[c];
    }
    PoolAccount all;
    for (const PoolAccount& pool : outcome.accounts) {
        all.running_ms += pool.running_ms;
        all.fragmented_ms += pool.fragmented_ms;
        all.constrained_ms += pool.constrained_ms;
        all.no_demand_ms += pool.no_demand_ms;
    }
    EXPECT_EQ(of(sum, AccountClass::unknown), all.running_ms);
    EXPECT_EQ(of(sum, AccountClass::free_fragmented), all.fragmented_ms);
    EXPECT_EQ(of(sum, AccountClass::free_constrained), all.constrained_ms);
    EXPECT_EQ(of(sum, AccountClass::free_no_demand), all.no_demand_ms);
    // The first half hour: pool a alone, 6 running, 1 free beside its own waiting job, 1 free.
    EXPECT_EQ(of(outcome.week[72], AccountClass::unknown), 6 * kHour + kHour / 2);
    EXPECT_EQ(of(outcome.week[72], AccountClass::free_fragmented), kHour);
}

}  // namespace
}  // namespace arable::diagnose
