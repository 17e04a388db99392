#include "diagnose/shared_cards.h"

#include <gtest/gtest.h>

#include "diagnose/stuck_counter.h"
#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::of;
using test::OneCard;
using test::TestEstate;

// One time-sliced card, held by `pods` pods of one Deployment with `replicas` replicas each.
TestEstate shared(int pods, int replicas, std::int64_t wanted) {
    TestEstate estate;
    const model::NodeIx host = estate.node("s1");
    const model::GpuIx card = estate.gpu(host, "T4-16GB");
    estate.timeline.gpus[0].layouts = {{estate.timeline.window, {model::LayoutKind::time_sliced, 4, {}}}};
    estate.timeline.nodes[0].allocatable["nvidia.com/gpu"] = 4;
    const model::WorkloadIx owner = estate.workload("chat");
    estate.timeline.workloads[0].replicas = wanted;
    for (int i = 0; i < pods; ++i) {
        const model::ClaimIx claim = estate.claim(estate.pod(owner, replicas, host), card);
        estate.timeline.claims[claim.at()].replicas = replicas;
        estate.repeat(active_hour(0.5), 0, claim, 0, 4);
    }
    return estate;
}

TEST(ReplicasOnOneCard, TwoReplicasOfOnePodAreOneGpu) {
    const auto findings = shared(1, 2, 1).run(replicas_on_one_card);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "replicas-on-one-card/ml/chat");
    EXPECT_NE(findings[0].statement.english().find("several replicas"), std::string::npos)
        << findings[0].statement.english();
}

TEST(ReplicasOnOneCard, TwoPodsOfOneServiceShareOneFault) {
    EXPECT_EQ(shared(2, 1, 2).run(replicas_on_one_card).size(), 1U);
}

TEST(ReplicasOnOneCard, TwoPodsOnACardShareItEvenWhenNoInputSaysSo) {
    TestEstate estate = shared(2, 1, 2);
    for (model::Claim& claim : estate.timeline.claims) claim.replicas = 0;
    EXPECT_EQ(estate.run(replicas_on_one_card).size(), 1U);
    estate.timeline.claims[1].pod = estate.timeline.claims[0].pod;  // one claim, from two sources
    EXPECT_TRUE(estate.run(replicas_on_one_card).empty());
}

TEST(ReplicasOnOneCard, OneReplicaOrARolloutIsNoFault) {
    EXPECT_TRUE(shared(1, 1, 2).run(replicas_on_one_card).empty());
    EXPECT_TRUE(shared(2, 1, 1).run(replicas_on_one_card).empty());
    TestEstate rollout = shared(2, 1, 2);
    rollout.timeline.claims[0].held.end = Time{kHour};
    rollout.timeline.claims[1].held.begin = Time{kHour / 2};
    EXPECT_TRUE(rollout.run(replicas_on_one_card).empty());
}

TestEstate quota(std::int64_t hard, std::int64_t waited_hours) {
    TestEstate estate = shared(1, 1, 1);
    estate.timeline.quotas.push_back({"c1", "ml", "ResourceQuota", "gpus", "requests.nvidia.com/gpu", hard, {}});
    Wait wait;
    wait.name = "ml/pod-9";
    wait.cluster = "c1";
    wait.gpus_milli = 1000;
    wait.gpu_ms = waited_hours * kHour;
    wait.spans.push_back({{Time{0}, Time{waited_hours * kHour}}, WaitCause::gated, said("gpus"), 1000});
    estate.waits.waits.push_back(wait);
    return estate;
}

TEST(QuotaOldUnit, IsAQuotaOfCardsWhereReplicasAreOffered) {
    const auto findings = quota(1, 2).run(quota_old_unit);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "quota-old-unit/ml/gpus");
    EXPECT_EQ(findings[0].remedy.command, "kubectl -n ml get resourcequota/gpus -o yaml");
}

TEST(QuotaOldUnit, IsNotSaidOfAQuotaOfReplicasOrWithoutWaiting) {
    EXPECT_TRUE(quota(4, 2).run(quota_old_unit).empty());
    EXPECT_TRUE(quota(1, 0).run(quota_old_unit).empty());
}

TEST(QuotaOldUnit, CountsOnlyWhatWaited) {
    TestEstate estate = quota(1, 2);
    Wait& gang = estate.waits.waits[0];  // eight pods, of which one waited on for two hours more
    gang.gpus_milli = 8000;
    gang.spans = {{{Time{0}, Time{kHour}}, WaitCause::gated, said("gpus"), 8000},
                  {{Time{kHour}, Time{3 * kHour}}, WaitCause::gated, said("gpus"), 1000}};
    const auto findings = estate.run(quota_old_unit);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("pods waited 10.0 GPU-hours"), std::string::npos)
        << findings[0].statement.english();
}

TEST(QuotaOldUnit, OneNodeWithWholeCardsKeepsTheUnit) {
    TestEstate estate = quota(1, 2);
    estate.gpu(estate.node("x1"));
    estate.timeline.nodes[1].allocatable["nvidia.com/gpu"] = 1;
    EXPECT_TRUE(estate.run(quota_old_unit).empty());
}

TEST(QuotaOldUnit, AnotherQuotaThatOnlyBeginsLikeItIsNot) {
    TestEstate estate = quota(1, 2);
    estate.timeline.quotas.push_back(estate.timeline.quotas[0]);
    estate.timeline.quotas[1].name = estate.timeline.quotas[0].name + "-old";
    const auto gated_on = [&](const std::string& detail) {
        for (WaitSpan& span : estate.waits.waits[0].spans) span.detail = said(detail);
        return estate.run(quota_old_unit);
    };
    const auto findings = gated_on("exceeded quota: " + estate.timeline.quotas[1].name + ", requested: 1");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].subject.name, "ml/" + estate.timeline.quotas[1].name);
    ASSERT_EQ(gated_on("quota " + estate.timeline.quotas[0].name + ".").size(), 1U);
}

TEST(QuotaOldUnit, AnotherNamespacesWaitIsNotItsOwn) {
    TestEstate estate = quota(1, 2);
    estate.waits.waits[0].name = "web/pod-9";
    EXPECT_TRUE(estate.run(quota_old_unit).empty());
}

TEST(StuckCounter, IsSaidOfACardWhoseActivityIsDead) {
    OneCard estate;
    estate.hours(test::state_hour(&HourShare::unknown_ms), 0, 24);
    estate.folded.stuck.push_back({.gpu = model::GpuIx::of(0),
                                   .length = hours(24),
                                   .stretches = 1,
                                   .watts = 310.0,
                                   .memory_used = 29.6 * 1024 * 1024 * 1024});
    const auto findings = estate.run(stuck_counter);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "stuck-counter/gpu-0");
    EXPECT_EQ(of(findings[0], AccountClass::unknown), 24 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::held_empty), 0);
}

// Names need not be different: the card itself is named, not what reports call it.
TEST(StuckCounter, IsSaidOfThatCardAloneWhenTwoHaveOneName) {
    OneCard estate;
    estate.timeline.gpus.push_back(estate.timeline.gpus[0]);
    estate.folded.gpu_presence_ms.push_back(0);
    estate.folded.stuck.push_back({.gpu = model::GpuIx::of(0), .length = hours(24), .stretches = 1});
    EXPECT_EQ(estate.run(stuck_counter).size(), 1U);
}

TEST(StuckCounter, GapsOfOtherKindsAreNot) {
    OneCard estate;
    model::Gap gap;
    gap.kind = model::Gap::Kind::broken_reading;
    gap.subject = "gpu-0";
    gap.message = "activity of 4000 % left out";
    estate.folded.gaps.push_back(gap);
    EXPECT_TRUE(estate.run(stuck_counter).empty());
}

}  // namespace
}  // namespace arable::diagnose
