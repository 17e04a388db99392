#include <gtest/gtest.h>

#include "base/time.h"

namespace arable {
namespace {

Interval at(std::int64_t a, std::int64_t b) { return {Time{a}, Time{b}}; }

TEST(Intervals, MergeWhenTheyTouchOrOverlap) {
    EXPECT_EQ(normalise({at(5, 7), at(0, 2), at(2, 3), at(6, 9), at(4, 4)}), (IntervalSet{at(0, 3), at(5, 9)}));
}

TEST(Intervals, SubtractLeavesWhatIsNotCovered) {
    EXPECT_EQ(subtract({at(0, 10), at(20, 30)}, {at(2, 3), at(5, 22)}), (IntervalSet{at(0, 2), at(3, 5), at(22, 30)}));
    EXPECT_EQ(subtract({at(0, 10), at(12, 14)}, {at(0, 20)}), IntervalSet{});
}

TEST(Intervals, IntersectKeepsTheCommonPart) {
    EXPECT_EQ(intersect(IntervalSet{at(0, 5), at(8, 12)}, IntervalSet{at(3, 9), at(11, 20)}),
              (IntervalSet{at(3, 5), at(8, 9), at(11, 12)}));
    EXPECT_TRUE(intersect(at(0, 3), at(5, 9)).empty());
}

TEST(Intervals, KnowWhatTheyContainAndHowLongTheyAre) {
    const IntervalSet set{at(0, 2), at(5, 9)};
    EXPECT_TRUE(contains(set, Time{1}));
    EXPECT_FALSE(contains(set, Time{2}));
    EXPECT_TRUE(contains(set, Time{5}));
    EXPECT_EQ(total(set), (Duration{6}));
}

TEST(Intervals, FloorGoesDownBeforeTheEpochToo) {
    EXPECT_EQ(floor_to(Time{61'000}, minutes(1)), Time{60'000});
    EXPECT_EQ(floor_to(Time{-1}, minutes(1)), Time{-60'000});
}

}  // namespace
}  // namespace arable
