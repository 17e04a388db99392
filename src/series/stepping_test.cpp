#include "series/stepping.h"

#include <vector>

#include <gtest/gtest.h>

namespace arable::series {
namespace {

std::vector<Sample> at_seconds(std::vector<std::pair<int, double>> points) {
    std::vector<Sample> samples;
    for (const auto& [second, value] : points)
        samples.push_back({Time{second * 1000LL}, value});
    return samples;
}

Interval between(int from, int to) {
    return {Time{from * 1000LL}, Time{to * 1000LL}};
}

TEST(MedianInterval, IsADistanceThatWasSeen) {
    EXPECT_EQ(median_interval({}).ms, 0);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}})).ms, 0);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}, {30, 1}, {60, 1}, {600, 1}})).ms, 30'000);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}, {10, 1}, {30, 1}})).ms, 10'000);
}

TEST(Stepper, WeighsValuesByTheTimeTheyStood) {
    const auto samples = at_seconds({{0, 1.0}, {30, 3.0}, {60, 5.0}});
    Stepper stepper(samples, seconds(75));
    const auto mean = stepper.mean(between(20, 50));  // 10 s of 1, 20 s of 3
    ASSERT_TRUE(mean);
    EXPECT_DOUBLE_EQ(mean->value, 70.0 / 30.0);
    EXPECT_EQ(mean->known, seconds(30));
}

TEST(Stepper, KnowsNothingInAGapAndOnlyThePartBesideIt) {
    const auto samples = at_seconds({{0, 2.0}, {30, 2.0}, {600, 8.0}, {630, 8.0}});
    Stepper stepper(samples, seconds(75));
    const auto first = stepper.mean(between(60, 180));  // the second sample reaches to 105
    ASSERT_TRUE(first);
    EXPECT_EQ(first->known, seconds(45));
    EXPECT_DOUBLE_EQ(first->value, 2.0);
    EXPECT_FALSE(stepper.mean(between(180, 600)));
    EXPECT_EQ(stepper.mean(between(660, 720))->known, seconds(45));
    EXPECT_FALSE(stepper.mean(between(720, 780)));
}

TEST(Stepper, KnowsNothingBeforeTheFirstSample) {
    const auto samples = at_seconds({{100, 4.0}});
    Stepper stepper(samples, seconds(10));
    EXPECT_FALSE(stepper.mean(between(0, 100)));
    EXPECT_EQ(stepper.mean(between(50, 200))->known, seconds(10));
}

TEST(Stepper, MayAskTheSameAndOverlappingIntervalsAgain) {
    const auto samples = at_seconds({{0, 1.0}, {10, 2.0}, {20, 3.0}});
    Stepper stepper(samples, seconds(25));
    EXPECT_DOUBLE_EQ(stepper.mean(between(0, 30))->value, 2.0);
    EXPECT_DOUBLE_EQ(stepper.mean(between(0, 30))->value, 2.0);
    EXPECT_DOUBLE_EQ(stepper.mean(between(10, 20))->value, 2.0);
}

TEST(Stepper, AtGivesTheSampleInForce) {
    const auto samples = at_seconds({{10, 1.0}, {40, 2.0}});
    Stepper stepper(samples, seconds(20));
    EXPECT_EQ(stepper.at(Time{9'999}), std::nullopt);
    EXPECT_EQ(stepper.at(Time{10'000}), 1.0);
    EXPECT_EQ(stepper.at(Time{29'999}), 1.0);
    EXPECT_EQ(stepper.at(Time{30'000}), std::nullopt);
    EXPECT_EQ(stepper.at(Time{40'000}), 2.0);
}

TEST(Stepper, ALoneSampleIsTrueAtItsOwnTimeOnly) {
    const auto samples = at_seconds({{10, 1.5}});
    Stepper stepper(samples, Duration{});
    EXPECT_FALSE(stepper.mean(between(0, 60)));
    Stepper again(samples, Duration{});
    EXPECT_EQ(again.at(Time{10'000}), 1.5);
    EXPECT_EQ(again.at(Time{10'001}), std::nullopt);
}

TEST(Stepper, TheMeanOfAConstantIsThatConstant) {
    std::vector<Sample> samples;
    for (int i = 0; i < 1000; ++i)
        samples.push_back({Time{i * 7LL}, 0.1});
    Stepper stepper(samples, Duration{17});
    EXPECT_EQ(stepper.mean({Time{3}, Time{6501}})->value, 0.1);
}

TEST(Increase, CountsANewValueAfterADrop) {
    const auto counter = at_seconds({{0, 100}, {30, 110}, {60, 5}, {90, 9}});
    EXPECT_EQ(increase(counter, between(0, 100)), 10 + 5 + 4);
}

TEST(Increase, IsHalfOpenAndNeedsTwoSamples) {
    const auto counter = at_seconds({{0, 100}, {30, 110}, {60, 140}});
    EXPECT_EQ(increase(counter, between(0, 60)), 10.0);
    EXPECT_EQ(increase(counter, between(30, 61)), 30.0);
    EXPECT_FALSE(increase(counter, between(0, 30)));
    EXPECT_FALSE(increase(counter, between(70, 90)));
    EXPECT_FALSE(increase({}, between(0, 90)));
}

}  // namespace
}  // namespace arable::series
