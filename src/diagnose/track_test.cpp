#include "diagnose/track.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace arable::diagnose {
namespace {

using series::Sample;

Time at(std::int64_t s) { return {s * 1000}; }

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

TEST(Track, TellsTheSameMeansAsTheStepper) {
    Rng rng(7);
    std::vector<Sample> samples;
    for (Time t = at(0); t < at(20'000); t = t + Duration{rng.integer(1, 90'000)})
        samples.push_back({t, static_cast<double>(rng.integer(0, 2))});
    Track track(samples, seconds(60));
    series::Stepper stepper(samples, seconds(60));
    for (Time t = at(-100); t < at(21'000); t = t + Duration{rng.integer(1, 100'000)}) {
        const Interval cell{t, t + Duration{rng.integer(1, 200'000)}};
        const auto mine = track.mean_known(cell);
        const auto other = stepper.mean(cell);
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
