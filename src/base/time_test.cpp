#include "base/time.h"

#include <gtest/gtest.h>

namespace arable {
namespace {

TEST(Rfc3339, ReadsFractionsAndOffsets) {
    EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:01.5Z")->ms, 1500);
    EXPECT_EQ(parse_rfc3339("1970-01-01T01:00:00+01:00")->ms, 0);
    EXPECT_EQ(parse_rfc3339("2026-11-30T21:20:26Z")->ms, 1'796'073'626'000);
    EXPECT_EQ(parse_rfc3339("2024-02-29T00:00:00.123456789Z")->ms % 1000, 123);
}

TEST(Rfc3339, RefusesWhatIsNotATime) {
    for (const char* text : {"", "2026", "2026-11-30", "2026-02-30T00:00:00Z", "2026-11-30T24:00:00Z",
                             "2026-11-30T21:20:26", "2026-11-30T21:20:26.Z", "2026-11-30T21:20:26+1:00",
                             "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-00:01"}) {
        EXPECT_FALSE(parse_rfc3339(text).has_value()) << text;
    }
}

TEST(Rfc3339, FormatsWhatItReads) {
    for (const char* text : {"2026-11-30T21:20:26Z", "1969-12-31T23:59:59.001Z"}) {
        EXPECT_EQ(format_rfc3339(*parse_rfc3339(text)), text);
    }
}

TEST(Durations, ReadSumsAndRefuseTheRest) {
    EXPECT_EQ(parse_duration("30d")->ms, days(30).ms);
    EXPECT_EQ(parse_duration("1h30m")->ms, minutes(90).ms);
    EXPECT_EQ(parse_duration("250ms")->ms, 250);
    for (const char* text : {"", "0s", "5", "h", "-5m", "1.5h", "99999999999999999999d", "40000w"}) {
        EXPECT_FALSE(parse_duration(text).has_value()) << text;
    }
}

TEST(Durations, PrintTheTwoLargestUnits) {
    EXPECT_EQ(format_duration(days(30)), "30 d");
    EXPECT_EQ(format_duration(minutes(390)), "6 h 30 min");
    EXPECT_EQ(format_duration(Duration{}), "0 s");
    // Two units, the second one rounded: a month less one scrape is a month.
    EXPECT_EQ(format_duration(days(30) - minutes(5)), "30 d");
    EXPECT_EQ(format_duration(days(30) - minutes(31)), "29 d 23 h");
    EXPECT_EQ(format_duration(hours(24) - seconds(10)), "1 d");
    EXPECT_EQ(format_duration(minutes(119)), "1 h 59 min");
    EXPECT_EQ(format_duration(Duration{INT64_MAX}), "106751991167 d 7 h");
    EXPECT_EQ(format_duration(Duration{-1500}), "-1 s 500 ms");
}

}  // namespace
}  // namespace arable
