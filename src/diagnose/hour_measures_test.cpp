// What an hour's share says beside its times, seen through the whole fold.
#include <gtest/gtest.h>

#include "diagnose/fold.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::steady;
using test::then;

struct OneHour {
    HandEstate estate{hours(1)};
    model::GpuIx gpu = estate.gpu(estate.node("n1"));

    OneHour() { estate.claim(estate.pod("p"), gpu, estate.timeline.window); }
    void with(Quantity quantity, std::vector<series::Sample> samples) {
        estate.samples(gpu, quantity, std::move(samples));
    }
    HourShare share() const {
        const auto folded = fold(estate.timeline, estate.signals, {});
        EXPECT_EQ(folded->hours.size(), 1U);
        return folded->hours.front();
    }
};

TEST(HourMeasures, ASawtoothOfTheEngineIsCounted) {
    OneHour hour;
    std::vector<series::Sample> saw;
    for (int i = 0; i < 60; ++i) saw.push_back({test::kStart + minutes(i), i % 2 == 0 ? 0.95 : 0.1});
    hour.with(Quantity::engine_active, saw);
    EXPECT_EQ(hour.share().engine_pairs, 59);
    EXPECT_EQ(hour.share().engine_flips, 59);
}

TEST(HourMeasures, MeansAreOverActiveTimeOrOverAllClaimedTime) {
    OneHour hour;
    hour.with(Quantity::engine_active, then(steady(0.8, hour.estate.after({}, minutes(30))),
                                            steady(0.0, hour.estate.after(minutes(30), hours(1)))));
    hour.with(Quantity::memory_used, then(steady(2e9, hour.estate.after({}, minutes(45))),
                                          steady(6e9, hour.estate.after(minutes(45), hours(1)))));
    const HourShare share = hour.share();
    EXPECT_NEAR(share.engine.value, 0.8, 1e-6);
    EXPECT_EQ(share.engine.known_ms, 30U * 60'000U);
    EXPECT_NEAR(share.engine_all.value, 0.4, 1e-6);
    EXPECT_NEAR(share.memory_used.value, 3e9, 1e3);
    EXPECT_FLOAT_EQ(share.memory_most, 6e9F);
    EXPECT_FALSE(share.dram.known());
    EXPECT_TRUE(share.engine_only);
    EXPECT_FALSE(share.util_only);
}

TEST(HourMeasures, ThrottlingComesFromReasonsElseFromCounters) {
    OneHour reasons;
    reasons.with(Quantity::sm_active, steady(0.5, reasons.estate.timeline.window));
    // 1 is GpuIdle, no slowdown; 4 is the software power cap.
    reasons.with(Quantity::clock_event_reasons, then(steady(1.0, reasons.estate.after({}, minutes(45))),
                                                     steady(4.0, reasons.estate.after(minutes(45), hours(1)))));
    EXPECT_NEAR(reasons.share().throttled.value, 0.25, 1e-6);

    OneHour counters;
    counters.with(Quantity::sm_active, steady(0.5, counters.estate.timeline.window));
    std::vector<series::Sample> seconds_throttled;
    for (int i = 0; i <= 60; ++i) seconds_throttled.push_back({test::kStart + minutes(i), 6.0 * i});
    counters.with(Quantity::power_violation, seconds_throttled);
    EXPECT_NEAR(counters.share().throttled.value, 0.1, 1e-6);
}

TEST(HourMeasures, HeatThrottlesBesideAPowerCounterThatStandsStill) {
    OneHour hour;
    hour.with(Quantity::sm_active, steady(0.5, hour.estate.timeline.window));
    std::vector<series::Sample> still;
    std::vector<series::Sample> rising;
    for (int i = 0; i <= 60; ++i) {
        still.push_back({test::kStart + minutes(i), 7.0});
        rising.push_back({test::kStart + minutes(i), 6.0 * i});
    }
    hour.with(Quantity::power_violation, still);
    hour.with(Quantity::thermal_violation, rising);
    EXPECT_NEAR(hour.share().throttled.value, 0.1, 1e-6);
}

// Both directions count only where both are known: no value of an hour ago, and none of the future.
TEST(HourMeasures, LinkDirectionsAreAddedWhereBothAreKnown) {
    OneHour hour;
    hour.with(Quantity::sm_active, steady(0.5, hour.estate.timeline.window));
    hour.with(Quantity::nvlink_rx, steady(100.0, hour.estate.timeline.window));
    hour.with(Quantity::nvlink_tx, steady(40.0, hour.estate.after(minutes(15), minutes(30))));
    const HourShare share = hour.share();
    EXPECT_NEAR(share.nvlink.value, 140.0, 1e-3);
    EXPECT_NEAR(share.nvlink.known_ms, 15.0 * 60'000, 150'000);  // the last samples hold a while
}

TEST(HourMeasures, TheProfileKeepsTheLargestSampleOfMemory) {
    OneHour hour;
    std::vector<series::Sample> spike = steady(2e9, hour.estate.timeline.window);
    spike[7].value = 30e9;  // half a minute
    hour.with(Quantity::sm_active, steady(0.5, hour.estate.timeline.window));
    hour.with(Quantity::memory_used, spike);
    Policy coarse;
    coarse.step = hours(1);
    const auto folded = fold(hour.estate.timeline, hour.estate.signals, coarse);
    ASSERT_EQ(folded->claims.size(), 1U);
    EXPECT_FLOAT_EQ(folded->claims[0].memory_most, 30e9F);
}

TEST(HourMeasures, GpuUtilAloneIsMarkedSo) {
    OneHour hour;
    hour.with(Quantity::gpu_util, steady(0.6, hour.estate.timeline.window));
    const HourShare share = hour.share();
    EXPECT_TRUE(share.util_only);
    EXPECT_EQ(share.computing_ms, hours(1).ms * 6 / 10);
}

}  // namespace
}  // namespace arable::diagnose
