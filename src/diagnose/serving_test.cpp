#include "diagnose/serving.h"

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

PodHour requests(double running, double waiting) {
    PodHour pod;
    pod.running = mean(running);
    pod.waiting = mean(waiting);
    return pod;
}

// 20 hours with a loaded card, four of them active; the engine's mean over all of it is `engine`.
struct Service : OneCard {
    Service(double engine, double running, double waiting) {
        timeline.workloads[0].serving = true;
        hours(active_hour(0.25), 0, 4);
        hours(loaded_hour(), 4, 16);
        for (HourShare& share : folded.hours) share.engine_all = mean(engine);
        host(requests(running, waiting), 0, 20);
    }
};

TEST(LowTraffic, IsSaidOfAServerWithFewRequestsAndAQuietEngine) {
    const auto findings = Service(0.10, 0.5, 0.0).run(low_traffic);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "low-traffic/ml/chat");
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 16 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::active_headroom), 3 * kHour);
}

TEST(LowTraffic, IsNotSaidOfABusyEngineManyRequestsOrAQueue) {
    EXPECT_TRUE(Service(0.20, 0.5, 0.0).run(low_traffic).empty());
    EXPECT_TRUE(Service(0.10, 3.0, 0.0).run(low_traffic).empty());
    EXPECT_TRUE(Service(0.10, 0.5, 1.0).run(low_traffic).empty());
}

TEST(LowTraffic, AServerWithoutAnyRequestIsIdleNotLowOnTraffic) {
    EXPECT_TRUE(Service(0.10, 0.0, 0.0).run(low_traffic).empty());
}

TEST(LowTraffic, RequestsThatWereNotMeasuredAreNotFew) {
    Service estate(0.10, 0.5, 0.0);
    for (PodHour& pod : estate.folded.pod_hours) pod.running = {};
    EXPECT_TRUE(estate.run(low_traffic).empty());
}

// Case: long prompts, short answers. 20 run, the queue grows from 40 to 340 in ten minutes at 6.0 served a second.
PodHour full_queue() {
    PodHour pod = requests(20.0, 190.0);
    pod.waiting_first = 40.0F;
    pod.waiting_last = 40.0F + 6 * 300.0F;  // the same growth for an hour
    pod.waiting_span_ms = 3'600'000;
    pod.request_rate = mean(6.0);
    pod.kv_use = mean(0.32);
    pod.kv_most = 0.32F;
    return pod;
}

TEST(QueueSaturated, AGrowingQueueDecidesAloneAndNamesWhatBinds) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.6), 0, 1);
    estate.host(full_queue(), 0, 1);
    const auto findings = estate.run(queue_saturated);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("bound by compute"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_NE(findings[0].statement.english().find("108 %"), std::string::npos) << findings[0].statement.english();
}

// Two of three replicas are full: 2 x 108 % are 3 of them, and the third stays.
TEST(QueueSaturated, ReplicasNeededAreThoseThatCarryTheLoad) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.6), 0, 1);
    const auto quiet = requests(2.0, 0.0);
    estate.host(full_queue(), 0, 1);
    for (const PodHour& hour : {full_queue(), quiet}) {
        const auto node = model::NodeIx::of(0);
        const auto pod = estate.pod(model::WorkloadIx::of(0), 1, node);
        const auto held = estate.claim(pod, estate.gpu(node));
        estate.repeat(active_hour(0.6), static_cast<std::uint32_t>(estate.folded.lanes.size() - 1), held, 0, 1);
        estate.repeat(hour, pod, 0, 1);
    }
    const auto findings = estate.run(queue_saturated);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("Arrivals were 13.0 requests/s where 12.0 are served"),
              std::string::npos)
        << findings[0].statement.english();
    EXPECT_NE(findings[0].remedy.action.english().find("at least 4 replicas instead of 3"), std::string::npos);
}

TEST(LowTraffic, IsNotSaidOfAServerWhoseQueueIsFullAtTimes) {
    Service estate(0.10, 0.5, 0.0);
    estate.folded.pod_hours[7] = full_queue();
    estate.folded.pod_hours[7].pod = estate.holder;
    estate.folded.pod_hours[7].hour = 7;
    estate.folded.pod_hours[7].running.known_ms = estate.folded.pod_hours[7].waiting.known_ms = 60'000;
    EXPECT_TRUE(estate.run(low_traffic).empty());
}

TEST(QueueSaturated, AFullCacheIsNamedAsTheBound) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.6), 0, 1);
    PodHour pod = full_queue();
    pod.kv_use = mean(0.97);
    estate.host(pod, 0, 1);
    const auto findings = estate.run(queue_saturated);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("bound by memory"), std::string::npos)
        << findings[0].statement.english();
}

TEST(QueueSaturated, AShortOrSteadyQueueIsNot) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.6), 0, 2);
    PodHour brief = full_queue();
    brief.waiting = mean(8.0);
    estate.host(brief, 0, 1);
    PodHour steady = full_queue();
    steady.waiting = mean(15.0);
    steady.waiting_last = steady.waiting_first;
    estate.host(steady, 1, 1);
    EXPECT_TRUE(estate.run(queue_saturated).empty());
}

TEST(QueueSaturated, AQueueOfTwiceWhatRunsIsEvenWhenSteady) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.6), 0, 1);
    PodHour pod = full_queue();
    pod.waiting = mean(50.0);
    pod.waiting_last = pod.waiting_first;
    estate.host(pod, 0, 1);
    EXPECT_EQ(estate.run(queue_saturated).size(), 1U);
}

TEST(Percentile, IsTheNearestRank) {
    EXPECT_EQ(percentile({3.0, 1.0, 2.0}, 0.95), 3.0);
    EXPECT_EQ(percentile({3.0, 1.0, 2.0, 4.0}, 0.50), 2.0);
    EXPECT_EQ(percentile({7.0}, 0.0), 7.0);
}

}  // namespace
}  // namespace arable::diagnose
