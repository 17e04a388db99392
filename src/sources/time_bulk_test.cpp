#include "sources/time_bulk.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

Time at(const char* text) { return *parse_rfc3339(text); }

TEST(TimeBulk, IsAYearOnBothSidesOfTheMedianDay) {
    TimeBulk times;
    times.begin_source("a.prom");
    times.add(at("1970-01-21T10:00:00Z"));
    for (int i = 0; i < 100; ++i) times.add(at("2026-03-01T00:00:00Z") + hours(i));
    times.begin_source("b.prom");
    times.add(at("2099-01-01T00:00:00Z"));
    times.add(at("2099-01-03T00:00:00Z"));
    const auto bulk = times.bulk();
    ASSERT_TRUE(bulk.has_value());
    EXPECT_EQ(format_rfc3339(bulk->begin), "2025-03-02T00:00:00Z");  // 366 days before 2026-03-03
    EXPECT_EQ(format_rfc3339(bulk->end), "2027-03-05T00:00:00Z");
    EXPECT_EQ(times.last_within(*bulk), at("2026-03-05T03:00:00Z"));
    const auto far = times.outside(*bulk);
    ASSERT_EQ(far.size(), 2U);
    EXPECT_EQ(far[0].source, "a.prom");
    EXPECT_EQ(far[0].samples, 1);
    EXPECT_EQ(far[1].source, "b.prom");
    EXPECT_EQ(far[1].samples, 2);
    EXPECT_EQ(format_rfc3339(far[1].last), "2099-01-03T00:00:00Z");
}

TEST(TimeBulk, OfNothingIsAbsent) { EXPECT_FALSE(TimeBulk().bulk().has_value()); }

TEST(TimeBulk, BeforeTheEpochDaysAreWhole) {
    TimeBulk times;
    times.add(Time{-1});
    EXPECT_EQ(times.bulk()->begin, Time{-86'400'000} - kFarAway);
}

}  // namespace
}  // namespace arable::sources
