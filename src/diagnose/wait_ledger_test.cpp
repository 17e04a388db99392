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

TEST(WaitLedger, KeepsWhatIsAskedForAndWhatTheClusterSaidLast) {
    using Kind = model::WaitNote::Kind;
    model::Timeline timeline;
    timeline.pods.resize(1);
    timeline.pods[0].notes = {{{Time{0}, Time{5}}, Kind::gated, "quota"},
                              {{Time{5}, Time{9}}, Kind::unschedulable, "0/3 nodes are available"},
                              {{Time{9}, Time{9}}, Kind::provisioning, "pool"}};
    model::PodSpec spec;
    spec.device.resource = "nvidia.com/gpu.shared";
    spec.device.count = 8;
    WaitUnit unit;
    unit.members = {{.spec = &spec, .pod = model::PodIx::of(0), .span = {Time{0}, Time{9}}}};
    const Wait wait = WaitLedger(unit).finish(timeline);
    EXPECT_EQ(wait.said, "Unschedulable: 0/3 nodes are available");
    EXPECT_EQ(wait.resource, "nvidia.com/gpu.shared");
    EXPECT_EQ(wait.count, 8);
    EXPECT_EQ(wait.members, 1);
}

}  // namespace
}  // namespace arable::diagnose
