#include "diagnose/pod_hours.h"

#include <gtest/gtest.h>

#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::kStart;

struct PodSamples {
    std::vector<series::Signal> signals;
    Interval window{kStart, kStart + hours(2)};

    void add(Quantity quantity, std::vector<series::Sample> samples) {
        series::Signal signal{.quantity = static_cast<std::uint16_t>(quantity)};
        signal.median_interval = series::median_interval(samples);
        signal.samples = std::move(samples);
        signals.push_back(std::move(signal));
        std::ranges::sort(signals, {}, &series::Signal::quantity);
    }
    // Rises by `per_second` over the whole window, read every 30 s.
    void counter(Quantity quantity, double per_second) {
        std::vector<series::Sample> samples;
        for (Time t = window.begin; t <= window.end; t = t + seconds(30))
            samples.push_back({t, per_second * static_cast<double>((t - window.begin).ms) / 1000.0});
        add(quantity, samples);
    }
    std::vector<PodHour> hours_of(Interval life) const {
        return pod_hours(model::PodIx::of(0), signals, life, window, {.step = minutes(1)});
    }
};

TEST(PodHours, APodWithoutSignalsHasNone) { EXPECT_TRUE(PodSamples().hours_of({kStart, kStart + hours(2)}).empty()); }

TEST(PodHours, CountersBecomeRatesAndRatios) {
    PodSamples pod;
    pod.counter(Quantity::cpu_used, 3.5);
    pod.counter(Quantity::cpu_periods, 10.0);
    pod.counter(Quantity::cpu_throttled, 4.0);
    pod.counter(Quantity::requests_done, 2.0);
    pod.counter(Quantity::ttft_sum, 0.5);
    pod.counter(Quantity::ttft_count, 2.0);
    const auto found = pod.hours_of(pod.window);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[1].hour, 1);
    EXPECT_NEAR(found[0].cpu_cores.value, 3.5, 1e-4);
    EXPECT_EQ(found[0].cpu_cores.known_ms, 3'600'000U);
    EXPECT_NEAR(found[0].cpu_throttled.value, 0.4, 1e-5);
    EXPECT_NEAR(found[0].request_rate.value, 2.0, 1e-4);
    EXPECT_NEAR(found[0].ttft.value, 0.25, 1e-5);
    EXPECT_FALSE(found[0].latency.known());
}

TEST(PodHours, GaugesKeepTheirExtremesOfTheHour) {
    PodSamples pod;
    pod.add(Quantity::requests_waiting, {{kStart, 2.0}, {kStart + minutes(20), 9.0}, {kStart + minutes(40), 4.0}});
    pod.add(Quantity::kv_cache_use, {{kStart, 0.2}, {kStart + minutes(20), 0.9}, {kStart + minutes(40), 0.4}});
    const auto found = pod.hours_of({kStart, kStart + hours(1)});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].waiting.value, 5.0, 1e-5);
    EXPECT_FLOAT_EQ(found[0].kv_most, 0.9F);
    EXPECT_FLOAT_EQ(found[0].waiting_first, 2.0F);
    EXPECT_FLOAT_EQ(found[0].waiting_last, 4.0F);
}

// What was reached at the end of an hour is growth within it; as a value it belongs to the next one.
TEST(PodHours, TheSampleAtAnHoursEndSaysHowFarItCame) {
    PodSamples pod;
    pod.add(Quantity::requests_waiting,
            {{kStart, 40.0}, {kStart + minutes(60), 340.0}, {kStart + minutes(120), 100.0}});
    pod.add(Quantity::kv_cache_use, {{kStart, 0.1}, {kStart + minutes(60), 0.8}, {kStart + minutes(120), 0.2}});
    const auto found = pod.hours_of({kStart, kStart + hours(2)});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_FLOAT_EQ(found[0].waiting_first, 40.0F);
    EXPECT_FLOAT_EQ(found[0].waiting_last, 340.0F);
    EXPECT_EQ(found[0].waiting_span_ms, 3'600'000U);
    EXPECT_FLOAT_EQ(found[0].kv_most, 0.1F);
    EXPECT_FLOAT_EQ(found[1].kv_most, 0.8F);
    EXPECT_FLOAT_EQ(found[1].waiting_first, 340.0F);
    EXPECT_FLOAT_EQ(found[1].waiting_last, 100.0F);
}

TEST(PodHours, AnHourWithoutASampleOfItsOwnHoldsTheValueBefore) {
    PodSamples pod;
    pod.add(Quantity::kv_cache_use, {{kStart, 0.7}, {kStart + minutes(120), 0.1}});
    const auto found = pod.hours_of({kStart + minutes(60), kStart + hours(2)});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FLOAT_EQ(found[0].kv_most, 0.7F);
}

TEST(PodHours, NothingCountsOutsideThePodsLife) {
    PodSamples pod;
    pod.counter(Quantity::cpu_used, 1.0);
    const auto found = pod.hours_of({kStart + minutes(90), kStart + hours(5)});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].hour, 1);
    EXPECT_EQ(found[0].cpu_cores.known_ms, 30U * 60'000U);
}

}  // namespace
}  // namespace arable::diagnose
