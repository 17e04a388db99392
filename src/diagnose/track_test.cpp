#include "diagnose/track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace arable::diagnose {
namespace {

using series::Sample;

Time at(std::int64_t s) { return {s * 1000}; }
Interval between(std::int64_t from, std::int64_t to) { return {at(from), at(to)}; }

std::vector<Sample> at_seconds(std::vector<std::pair<int, double>> points) {
    std::vector<Sample> samples;
    for (const auto& [second, value] : points) samples.push_back({at(second), value});
    return samples;
}

// All samples, one after the other, whatever was asked before.
std::optional<Track::Mean> plain_mean(const std::vector<Sample>& samples, Duration hold, const Interval& interval) {
    double sum = 0.0;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        Time end = samples[i].time + hold;
        if (i + 1 < samples.size()) end = std::min(end, samples[i + 1].time);
        const std::int64_t part = std::max<std::int64_t>(0, intersect({samples[i].time, end}, interval).length().ms);
        sum += samples[i].value * static_cast<double>(part);
        known += part;
    }
    if (known == 0) return std::nullopt;
    return Track::Mean{sum / static_cast<double>(known), Duration{known}};
}

TEST(Track, ASignalThatDoesNotExistIsNeverKnown) {
    Track none;
    EXPECT_FALSE(none.mean({at(0), at(60)}).has_value());
    EXPECT_EQ(none.steady_until(at(0)), kEndOfTime);
}

TEST(Track, EqualSamplesAreOneSteadyStretchUpToTheGap) {
    const std::vector<Sample> samples{{at(10), 1.0}, {at(20), 1.0}, {at(30), 1.0}, {at(100), 1.0}, {at(110), 2.0}};
    Track track(samples, seconds(25));
    EXPECT_EQ(track.steady_until(at(0)), at(10));
    EXPECT_EQ(track.steady_until(at(10)), at(55));
    EXPECT_EQ(track.steady_until(at(60)), at(100));
    EXPECT_EQ(track.steady_until(at(100)), at(110));
    EXPECT_EQ(track.steady_until(at(110)), at(135));
    EXPECT_EQ(track.steady_until(at(200)), kEndOfTime);
}

TEST(Track, WeighsValuesByTheTimeTheyStood) {
    const auto samples = at_seconds({{0, 1.0}, {30, 3.0}, {60, 5.0}});
    Track track(samples, seconds(75));
    const auto mean = track.mean_known(between(20, 50));  // 10 s of 1, 20 s of 3
    ASSERT_TRUE(mean);
    EXPECT_DOUBLE_EQ(mean->value, 70.0 / 30.0);
    EXPECT_EQ(mean->known, seconds(30));
}

TEST(Track, KnowsNothingInAGapAndOnlyThePartBesideIt) {
    const auto samples = at_seconds({{0, 2.0}, {30, 2.0}, {600, 8.0}, {630, 8.0}});
    Track track(samples, seconds(75));
    const auto first = track.mean_known(between(60, 180));  // the second sample reaches to 105
    ASSERT_TRUE(first);
    EXPECT_EQ(first->known, seconds(45));
    EXPECT_DOUBLE_EQ(first->value, 2.0);
    EXPECT_FALSE(track.mean_known(between(180, 600)));
    EXPECT_EQ(track.mean_known(between(660, 720))->known, seconds(45));
    EXPECT_FALSE(track.mean_known(between(720, 780)));
}

TEST(Track, KnowsNothingBeforeTheFirstSample) {
    const auto samples = at_seconds({{100, 4.0}});
    Track track(samples, seconds(10));
    EXPECT_FALSE(track.mean_known(between(0, 100)));
    EXPECT_EQ(track.mean_known(between(50, 200))->known, seconds(10));
}

TEST(Track, MayAskTheSameAndOverlappingIntervalsAgain) {
    const auto samples = at_seconds({{0, 1.0}, {10, 2.0}, {20, 3.0}});
    Track track(samples, seconds(25));
    EXPECT_DOUBLE_EQ(track.mean_known(between(0, 30))->value, 2.0);
    EXPECT_DOUBLE_EQ(track.mean_known(between(0, 30))->value, 2.0);
    EXPECT_DOUBLE_EQ(track.mean_known(between(10, 20))->value, 2.0);
}

TEST(Track, TheMeanOfAConstantIsThatConstant) {
    std::vector<Sample> samples;
    for (int i = 0; i < 1000; ++i) samples.push_back({Time{i * 7LL}, 0.1});
    Track track(samples, Duration{17});
    EXPECT_EQ(track.mean_known({Time{3}, Time{6501}})->value, 0.1);
}

TEST(Track, TellsTheSameMeansAsAPlainWalk) {
    Rng rng(7);
    std::vector<Sample> samples;
    for (Time t = at(0); t < at(20'000); t = t + Duration{rng.integer(1, 90'000)})
        samples.push_back({t, static_cast<double>(rng.integer(0, 2))});
    Track track(samples, seconds(60));
    for (Time t = at(-100); t < at(21'000); t = t + Duration{rng.integer(1, 100'000)}) {
        const Interval cell{t, t + Duration{rng.integer(1, 200'000)}};
        const auto mine = track.mean_known(cell);
        const auto other = plain_mean(samples, seconds(60), cell);
        ASSERT_EQ(mine.has_value(), other.has_value());
        if (!mine) continue;
        EXPECT_NEAR(mine->value, other->value, 1e-12);
        EXPECT_EQ(mine->known, other->known);
    }
}

TEST(Track, ACounterGivesItsWholeIncreaseAndSurvivesAReset) {
    // +60 in 60 s, then a restart that counted to 30 in the next 60 s.
    const std::vector<Sample> counter{{at(0), 100.0}, {at(60), 160.0}, {at(120), 30.0}};
    const std::vector<Sample> rates = rates_of(counter);
    Track track = rate_track(rates, counter);
    const auto mean = track.mean_known({at(0), at(600)});
    ASSERT_TRUE(mean.has_value());
    EXPECT_EQ(mean->known, seconds(120));
    EXPECT_DOUBLE_EQ(mean->value * 120.0, 90.0);
}

}  // namespace
}  // namespace arable::diagnose
