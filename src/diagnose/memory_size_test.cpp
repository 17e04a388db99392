#include "diagnose/memory_size.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::loaded_hour;
using test::mean;
using test::of;
using test::OneCard;

constexpr float kGib = 1024.0F * 1024.0F * 1024.0F;

PodHour serving_hour(double kv, double waiting = 0.0) {
    PodHour pod;
    pod.running = mean(4.0);
    pod.waiting = mean(waiting);
    pod.kv_use = mean(kv / 2);
    pod.kv_most = static_cast<float>(kv);
    return pod;
}

// A server that takes 72 of 80 GiB.
struct Server : OneCard {
    explicit Server(double kv, int hours_seen = 10, double waiting = 0.0) {
        timeline.workloads[0].serving = true;
        hours(active_hour(0.5), 0, hours_seen);
        host(serving_hour(kv, waiting), 0, hours_seen);
        profile().memory_most = 72.0F * kGib;
    }
};

TEST(KvOverReserved, SaysWhatWouldDo) {
    Server estate(0.20);
    estate.profile().need_memory = 20.0F * kGib;
    const auto findings = estate.run(kv_over_reserved);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "kv-over-reserved/ml/chat");
    // 20 x 1.10 / 80 = 0.275, rounded up to steps of 0.05
    EXPECT_NE(findings[0].statement.english().find("fraction of 0.30"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_EQ(findings[0].evidence[0].n, 10);
    EXPECT_FLOAT_EQ(static_cast<float>(findings[0].evidence[0].value), 0.20F);
}

TEST(KvOverReserved, IsNotSaidOfACacheInUseOrOfFewHours) {
    EXPECT_TRUE(Server(0.40).run(kv_over_reserved).empty());
    EXPECT_TRUE(Server(0.20, 5).run(kv_over_reserved).empty());
}

TEST(KvOverReserved, PeaksCountNotMeans) {
    Server estate(0.20, 9);
    estate.hours(active_hour(0.5), 9, 1);
    estate.host(serving_hour(0.80), 9, 1);  // one hour in ten is above: so is the p95
    EXPECT_TRUE(estate.run(kv_over_reserved).empty());
}

TEST(KvOverReserved, AFullQueueBesideAnEmptyCacheIsNoSpareMemory) {
    EXPECT_TRUE(Server(0.20, 10, 40.0).run(kv_over_reserved).empty());
}

TEST(KvOverReserved, HoursWithoutRequestsTellNothing) {
    Server estate(0.20);
    for (PodHour& pod : estate.folded.pod_hours) pod.running = mean(0.0);
    EXPECT_TRUE(estate.run(kv_over_reserved).empty());
}

TEST(SmallModelBigCard, CountsIdleAndRestingTime) {
    OneCard estate;
    estate.hours(active_hour(0.25), 0, 4);
    estate.hours(loaded_hour(), 4, 4);
    estate.profile().memory_most = 10.0F * kGib;
    const auto findings = estate.run(small_model_big_card);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 4 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::active_headroom), 3 * kHour);
}

TEST(SmallModelBigCard, WhatAServerNeedsCountsBeforeWhatItTook) {
    OneCard estate;
    estate.hours(active_hour(0.25), 0, 8);
    estate.profile().memory_most = 72.0F * kGib;
    EXPECT_TRUE(estate.run(small_model_big_card).empty());
    estate.profile().need_memory = 12.0F * kGib;
    EXPECT_EQ(estate.run(small_model_big_card).size(), 1U);
}

TEST(SmallModelBigCard, IsNotSaidOfLargerModelsSmallCardsOrIdleOnes) {
    OneCard large;
    large.hours(active_hour(0.25), 0, 8);
    large.profile().memory_most = 24.0F * kGib;
    EXPECT_TRUE(large.run(small_model_big_card).empty());
    OneCard small("chat", "Deployment", "T4-16GB");
    small.hours(active_hour(0.25), 0, 8);
    small.profile().memory_most = 2.0F * kGib;
    EXPECT_TRUE(small.run(small_model_big_card).empty());
    OneCard idle;
    idle.hours(loaded_hour(), 0, 8);
    idle.profile().memory_most = 10.0F * kGib;
    EXPECT_TRUE(idle.run(small_model_big_card).empty());
}

TEST(SmallModelBigCard, ACardThatTwoPodsHoldIsSharedAlready) {
    OneCard estate;
    estate.hours(active_hour(0.25), 0, 8);
    estate.profile().memory_most = 10.0F * kGib;
    estate.claim(estate.pod(estate.workload("other")), model::GpuIx{0});
    EXPECT_TRUE(estate.run(small_model_big_card).empty());
    estate.timeline.claims[1].held.end = Time{kHour / 2};  // a restart that overlaps for a moment
    EXPECT_EQ(estate.run(small_model_big_card).size(), 1U);
}

TEST(SmallModelBigCard, APodWithSeveralCardsIsAnotherMatter) {
    OneCard estate;
    estate.timeline.pods[0].spec.device.count = 2;
    estate.hours(active_hour(0.25), 0, 8);
    estate.profile().memory_most = 10.0F * kGib;
    EXPECT_TRUE(estate.run(small_model_big_card).empty());
}

TEST(NearOom, IsSaidOfAFullCard) {
    OneCard estate;
    estate.hours(active_hour(0.8), 0, 8);
    estate.profile().memory_most = 77.0F * kGib;  // 96 %
    EXPECT_EQ(estate.run(near_oom).size(), 1U);
    estate.profile().memory_most = 72.0F * kGib;  // 90 %
    EXPECT_TRUE(estate.run(near_oom).empty());
}

TEST(NearOom, TheLastSampleOfTheHolderBeforeIsNotItsOwn) {
    OneCard estate;
    HourShare share = active_hour(0.8);
    share.memory_used = mean(40.0 * kGib);
    share.memory_most = 78.0F * kGib;  // in the hour of the hand-over
    estate.timeline.claims[0].held.begin = Time{3 * kHour};
    estate.hours(share, 3, 1);
    share.memory_most = 41.0F * kGib;
    estate.hours(share, 4, 6);
    estate.profile().memory_most = 78.0F * kGib;
    EXPECT_TRUE(estate.run(near_oom).empty());
    estate.folded.hours.back().memory_most = 78.0F * kGib;
    EXPECT_EQ(estate.run(near_oom).size(), 1U);
}

TEST(NearOom, AServerThatTakesItsMemoryAtStartIsNotNearIt) {
    Server estate(0.20);
    estate.profile().memory_most = 77.0F * kGib;
    EXPECT_TRUE(estate.run(near_oom).empty());
}

}  // namespace
}  // namespace arable::diagnose
