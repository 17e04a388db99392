#include "diagnose/wait_ledger.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

TEST(WaitLedger, AddsUpTheLongestWaitOfTheLargestGang) {
    constexpr std::int64_t kHundredYears = std::int64_t{36'525} * 86'400'000;
    const WaitUnit unit;
    WaitLedger ledger(unit);
    ledger.add({Time{0}, Time{kHundredYears}}, kMostMilli, WaitCause::real, {});
    ledger.add({Time{kHundredYears}, Time{2 * kHundredYears}}, kMostMilli, WaitCause::gated, {});
    const Wait wait = ledger.finish({});
    EXPECT_EQ(wait.gpu_ms, 2 * kHundredYears * 100'000);
    EXPECT_EQ(wait.by_cause[static_cast<std::size_t>(WaitCause::real)], kHundredYears * 100'000);
    EXPECT_EQ(wait.by_cause[static_cast<std::size_t>(WaitCause::gated)], kHundredYears * 100'000);
}

TEST(WaitLedger, BoundsWhatOnePodCanAsk) {
    model::PodSpec spec;
    spec.device.size = MilliGpu{INT64_MAX};
    EXPECT_EQ(milli_of(spec), kMostPodMilli);
    spec.device.size = MilliGpu{-5};
    EXPECT_EQ(milli_of(spec), 0);
}

}  // namespace
}  // namespace arable::diagnose
