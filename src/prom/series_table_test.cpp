#include "prom/series_table.h"

#include <gtest/gtest.h>

#include <string>

namespace arable::prom {
namespace {

using series::SeriesRef;

TEST(SeriesTable, GuessesTheSeriesThatFollowedLastTime) {
    SeriesTable table(1 << 20);
    EXPECT_EQ(table.guess("a 1"), nullptr);
    table.remember("a", SeriesRef::of(0));
    table.remember("b{x=\"1\"}", SeriesRef::of(1));
    table.remember("c", SeriesRef::of(2));
    ASSERT_NE(table.find("a"), nullptr);  // c was followed by a
    EXPECT_EQ(table.guess("b{x=\"1\"} 5")->ref, SeriesRef::of(1));
    EXPECT_EQ(table.guess("c\t5")->ref, SeriesRef::of(2));
    EXPECT_EQ(table.guess("a 5")->ref, SeriesRef::of(0));
}

TEST(SeriesTable, DoesNotTakeABeginForTheWhole) {
    SeriesTable table(1 << 20);
    table.remember("a", SeriesRef::of(0));
    table.find("a");  // a follows a
    EXPECT_EQ(table.guess("ab 1"), nullptr);
    EXPECT_EQ(table.guess("a{x=\"1\"} 1"), nullptr);
    EXPECT_EQ(table.guess("a {x=\"1\"} 1"), nullptr);
    EXPECT_EQ(table.guess("a"), nullptr);
    EXPECT_NE(table.guess("a 1"), nullptr);
}

TEST(SeriesTable, FindsThousandsByTheirText) {
    SeriesTable table(16 << 20);
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const std::string text = "m{i=\"" + std::to_string(i) + "\"}";
        ASSERT_EQ(table.find(text), nullptr);
        table.remember(text, SeriesRef::of(i));
    }
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const KnownSeries* known = table.find("m{i=\"" + std::to_string(i) + "\"}");
        ASSERT_NE(known, nullptr);
        EXPECT_EQ(known->ref, SeriesRef::of(i));
    }
}

TEST(SeriesTable, BeginsAnewWhenItIsFull) {
    SeriesTable table(10'000);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        table.remember("series" + std::to_string(i), SeriesRef::of(i));
        ASSERT_LE(table.size(), 100U);
    }
    EXPECT_EQ(table.find("series0"), nullptr);
    EXPECT_EQ(table.find("series999")->ref, SeriesRef::of(999));
}

}  // namespace
}  // namespace arable::prom
