#include "diagnose/decompose.h"

#include <numeric>

#include <gtest/gtest.h>

#include "diagnose/wait_test_estate.h"

namespace arable::diagnose {
namespace {

using test::kMinute;
using test::of;
using test::WaitEstate;

std::int64_t marked_ms(const WaitOutcome& outcome, WaitCause cause) {
    std::int64_t sum = 0;
    for (const FreeMark& mark : outcome.marks) sum += mark.cause == cause ? mark.span.length().ms : 0;
    return sum;
}

// Four nodes of eight cards; on each, six pods of one card run and two cards are free.
WaitEstate eight_free_on_four_nodes() {
    WaitEstate estate(40);
    for (int n = 0; n < 4; ++n) {
        const auto cards = estate.cards(estate.node("n" + std::to_string(n)), 8);
        for (std::size_t i = 0; i < 6; ++i) estate.holds({cards[i]}, 0, 60);
    }
    estate.waits_for(8, 0, 40);
    estate.waits_for(1, 0, 40).name = "small";
    return estate;
}

void join_queue(WaitEstate& estate, const std::string& queue) {
    for (model::Pod& pod : estate.timeline.pods) {
        if (pod.phase == model::PodPhase::pending) pod.spec.queue = queue;
    }
}

TEST(Decompose, EightFreeGpusOnFourNodesAreFragmentedAndTheNextStandsBehind) {
    WaitEstate estate = eight_free_on_four_nodes();
    join_queue(estate, "research");
    estate.timeline.strict_queues = {{"c1", "research"}};
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::fragmented), 8 * 40 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::behind), 40 * kMinute);
    EXPECT_EQ(outcome.waits.gpu_ms, 9 * 40 * kMinute);
    EXPECT_EQ(marked_ms(outcome, WaitCause::fragmented), 8 * 40 * kMinute);  // 5.33 GPU-hours idle so far
    EXPECT_EQ(outcome.waits.waits[0].fewest_moves, 6);
    EXPECT_EQ(outcome.waits.waits[0].move_search, MoveSearch::whole);
    EXPECT_EQ(outcome.waits.moves_not_asked_ms, 0);
    EXPECT_EQ(outcome.waits.healed_by_moves_ms, 8 * 40 * kMinute);
    ASSERT_EQ(outcome.waits.waits.size(), 2U);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "8 free on 4 nodes, largest block 2");
}

// One member holds the only card empty and waits for the other: giving it back would not start them both.
TEST(Decompose, AGangIsNotCuredByItsOwnGpus) {
    const auto cause_of_gang = [](bool own) {
        WaitEstate estate(60);
        const auto card = estate.cards(estate.node("n"), 1);
        const model::PodIx runs = estate.holds(card, 0, 60, PieceState::empty);
        estate.waits_for(1, 0, 60);
        model::Gang gang;
        gang.cluster = "c1";
        gang.ns = "ml";
        gang.name = "pair";
        gang.pods = {model::PodIx::of(1)};
        if (own) gang.pods = {runs, model::PodIx::of(1)};
        estate.timeline.gangs.push_back(gang);
        for (const model::PodIx pod : gang.pods) estate.timeline.pods[pod.at()].gang = model::GangIx::of(0);
        return estate.decompose().waits;
    };
    EXPECT_EQ(of(cause_of_gang(false), WaitCause::held_empty), 60 * kMinute);
    EXPECT_EQ(of(cause_of_gang(true), WaitCause::real), 60 * kMinute);
}

TEST(Decompose, AStrictQueueBlocksNobodyInOtherQueuesOrInNone) {
    for (const std::string queue : {"", "best-effort"}) {
        WaitEstate estate = eight_free_on_four_nodes();
        join_queue(estate, queue);
        estate.timeline.strict_queues = {{"c1", "research"}, {"c2", "best-effort"}};
        const WaitOutcome outcome = estate.decompose();
        EXPECT_EQ(of(outcome.waits, WaitCause::behind), 0) << queue;
        EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 40 * kMinute) << queue;
    }
}

TEST(Decompose, ARequestForAnAbsurdNumberOfGpusIsBoundedNotOverflowed) {
    WaitEstate estate(40);
    estate.cards(estate.node("n"), 1);
    for (int i = 0; i < 4; ++i) estate.waits_for(4'000'000'000'000, 0, 40);
    const WaitOutcome outcome = estate.decompose();
    // 10,000 GPUs each at most.
    EXPECT_EQ(outcome.waits.gpu_ms, 4 * 10'000 * 40 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::broken), outcome.waits.gpu_ms);
}

TEST(Decompose, WithoutAStrictQueueTheNextOnlyWaitsForTheScheduler) {
    const WaitOutcome outcome = eight_free_on_four_nodes().decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::behind), 0);
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 40 * kMinute);
}

TEST(Decompose, GpusBesideACpuHogAreStrandedAndNamed) {
    WaitEstate estate(60);
    for (int n = 0; n < 10; ++n) {
        const model::NodeIx node = estate.node("n" + std::to_string(n));
        estate.timeline.nodes.back().cpu = MilliCpu{144'000};
        const auto cards = estate.cards(node, 4);
        if (n < 4) {
            estate.holds(cards, 0, 90);
            continue;
        }
        const model::PodIx hog = estate.pod(estate.workload("hog", "Job"), 0, node);
        estate.timeline.pods[hog.at()].spec.device = {};
        estate.timeline.pods[hog.at()].spec.cpu = MilliCpu{124'000};
    }
    for (int i = 0; i < 6; ++i) estate.waits_for(4, 0, 60, 32);
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::stranded), 24 * 60 * kMinute);
    EXPECT_EQ(outcome.waits.gpu_ms, 24 * 60 * kMinute);
    EXPECT_EQ(marked_ms(outcome, WaitCause::stranded), 24 * 60 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "12.0 CPU cores too few on n4");
}

TEST(Decompose, ATaintThatNobodyToleratesConstrains) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 2);
    estate.timeline.nodes.back().taints = {{"team", "x", "NoSchedule"}};
    estate.waits_for(1, 10, 40);
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::constrained), 30 * kMinute);
    ASSERT_EQ(outcome.marks.size(), 1U);  // one card asked, one of two marked: the lowest
    EXPECT_EQ(outcome.marks[0].lane, 0U);
    EXPECT_EQ(outcome.marks[0].span.begin, Time{10 * kMinute});
    EXPECT_EQ(outcome.marks[0].span.end, Time{40 * kMinute});
}

TEST(Decompose, EmptyThenLoadedThenActiveHoldersGiveThreeCauses) {
    WaitEstate estate(90);
    const auto cards = estate.cards(estate.node("n0"), 2);
    estate.most_memory(gibibytes(20));
    for (const auto& card : cards) estate.holds({card}, 0, 30, PieceState::empty);
    for (const auto& card : cards) estate.holds({card}, 30, 60, PieceState::loaded);
    for (const auto& card : cards) estate.holds({card}, 60, 90, PieceState::active);
    estate.waits_for(1, 0, 90);
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::held_empty), 30 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::shareable), 30 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 30 * kMinute);
    EXPECT_TRUE(outcome.marks.empty());
}

// The allocator would have to forget a pod that is gone: nothing that one would have to buy.
TEST(Decompose, ACardOfSomebodyWhoIsGoneIsNoRealShortage) {
    WaitEstate estate(60);
    estate.holds(estate.cards(estate.node("n0"), 1), 0, 60, PieceState::free_ghost);
    estate.waits_for(1, 0, 60);
    EXPECT_EQ(of(estate.decompose().waits, WaitCause::held_empty), 60 * kMinute);
}

TEST(Decompose, WhatAnEarlierWaitUsesUpIsGoneForTheNext) {
    WaitEstate estate(60);
    const auto cards = estate.cards(estate.node("n0"), 1);
    estate.holds(cards, 0, 60, PieceState::empty);
    estate.waits_for(1, 0, 60);
    estate.waits_for(1, 5, 60);
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::held_empty), 60 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 55 * kMinute);
}

TEST(Decompose, TheLastRemedyOfARowCounts) {
    WaitEstate estate(60);
    const model::NodeIx node = estate.node("n0");
    estate.timeline.nodes.back().taints = {{"team", "x", "NoSchedule"}};
    estate.timeline.nodes.back().cpu = MilliCpu{8'000};
    estate.cards(node, 2);
    estate.pod(estate.workload("hog", "Job"), 0, node);
    estate.timeline.pods.back().spec.device = {};
    estate.waits_for(1, 0, 60, 8);  // tainted and short of CPU: neither remedy alone, the second added counts
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::stranded), 60 * kMinute);
}

TEST(Decompose, AskingMoreThanAnyNodeHasIsBroken) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 4);
    estate.waits_for(8, 0, 60);
    model::Pod& other = estate.waits_for(1, 0, 60);
    other.spec.device.product = "T4-16GB";
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::broken), 9 * 60 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail),
              "asks for 8 on one node, where no node has more than 4");
    EXPECT_EQ(worded(outcome.waits.waits[1].spans.front().detail), "no node offers T4-16GB");
}

TEST(Decompose, ThirtySevenFailedAttemptsOfOneReplicaAreADemandOfOne) {
    WaitEstate estate(180);
    const model::NodeIx node = estate.node("n0");
    estate.cards(node, 4);
    const model::WorkloadIx owner = estate.workload("chat");
    estate.timeline.workloads.back().replicas = 1;
    for (int i = 0; i < 37; ++i) {
        estate.pod(owner, 1, node);
        model::Pod& pod = estate.timeline.pods.back();
        pod.created = pod.scheduled = Time{i * 4 * kMinute};
        pod.started = std::nullopt;
        pod.ended = *pod.created + seconds(5);
        pod.phase = model::PodPhase::failed;
        pod.notes = {{.during = {*pod.created, *pod.ended},
                      .kind = model::WaitNote::Kind::admission_failed,
                      .detail = "can't list devices"}};
    }
    const WaitOutcome outcome = estate.decompose();
    ASSERT_EQ(outcome.waits.waits.size(), 1U);
    EXPECT_EQ(outcome.waits.waits[0].gpus_milli, 1000);
    EXPECT_EQ(of(outcome.waits, WaitCause::broken), 180 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "admission failed 37 times: can't list devices");
}

TEST(Decompose, GatesAndLaunchesAndCapsComeBeforeEverythingElse) {
    WaitEstate estate(60);
    const model::NodeIx node = estate.node("n0");
    const auto cards = estate.cards(node, 2);
    estate.holds(cards, 0, 30);
    model::Pod& pod = estate.waits_for(1, 0, 40);
    pod.node = node;
    pod.notes = {{estate.between(0, 10), model::WaitNote::Kind::gated, "quota team-a"},
                 {estate.between(10, 20), model::WaitNote::Kind::capped, "out of capacity"}};
    estate.timeline.launches = {{.during = estate.between(15, 35), .pool = "p", .node = node}};
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::gated), 10 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::provisioning), 20 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::capped), 5 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 5 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "quota team-a");
}

TEST(Decompose, ASuspendedWorkloadWithoutPodsWaitsForItsQuotaAndMarksFreeGpus) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 4);
    model::PodSpec spec;
    spec.device = {.kind = model::DeviceKind::whole, .resource = "nvidia.com/gpu", .count = 1, .size = MilliGpu{1000}};
    spec.spec_known = true;
    estate.timeline.quotas = {
        {.cluster = "c1", .kind = "ClusterQueue", .name = "research", .resource = "nvidia.com/gpu", .hard = 8}};
    estate.timeline.gangs = {{.cluster = "c1",
                              .ns = "ml",
                              .kind = "Workload",
                              .name = "w",
                              .queue = "research",
                              .created = Time{0},
                              .admitted = Time{30 * kMinute},
                              .templates = {{spec, 3}}}};
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::gated), 3 * 30 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "quota research (8 nvidia.com/gpu)");
    EXPECT_EQ(marked_ms(outcome, WaitCause::constrained), 3 * 30 * kMinute);
}

TEST(Decompose, AGangStartsTogetherOrNotAtAll) {
    WaitEstate estate(60);
    for (int n = 0; n < 2; ++n) {
        const auto cards = estate.cards(estate.node("n" + std::to_string(n)), 4);
        if (n == 1) estate.holds({cards[0], cards[1]}, 0, 60);
    }
    model::Gang gang{.cluster = "c1", .ns = "ml", .kind = "PodGroup", .name = "g"};
    for (int i = 0; i < 2; ++i) {
        estate.waits_for(4, 0, 60).gang = model::GangIx::of(0);
        gang.pods.push_back(model::PodIx::of(estate.timeline.pods.size() - 1));
    }
    estate.timeline.gangs = {gang};
    const WaitOutcome outcome = estate.decompose();
    ASSERT_EQ(outcome.waits.waits.size(), 1U);
    EXPECT_EQ(outcome.waits.waits[0].gpus_milli, 8000);
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 8 * 60 * kMinute);  // one member fits, but two are needed
}

TEST(Decompose, AFractionBoundToAMigNodeRunsWithoutADevice) {
    WaitEstate estate(60);
    const model::NodeIx node = estate.node("n0");
    estate.cards(node, 1);
    estate.timeline.gpus.back().layouts = {
        {estate.timeline.window, {.kind = model::LayoutKind::mig, .replicas = 1, .instances = {}}}};
    model::Pod& pod = estate.waits_for(1, 0, 1);
    pod.node = node;
    pod.phase = model::PodPhase::running;
    pod.spec.device = {
        .kind = model::DeviceKind::fraction, .count = 1, .fraction = MilliGpu{500}, .size = MilliGpu{500}};
    const WaitOutcome outcome = estate.decompose();
    ASSERT_EQ(outcome.waits.waits.size(), 1U);
    EXPECT_EQ(outcome.waits.waits[0].unequipped_gpus, 1);
}

TEST(Decompose, WithoutPodsAndPoolsNothingIsStated) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 1);
    EXPECT_FALSE(estate.decompose().waits.known);
}

// One card that is held, and pods that come every second and never run.
WaitEstate queue_of(int pods) {
    WaitEstate estate(60);
    estate.holds(estate.cards(estate.node("n"), 1), 0, 60);
    for (int i = 0; i < pods; ++i) estate.waits_for(1, 0, 60).created = Time{i * std::int64_t{1000}};
    return estate;
}

TEST(Decompose, ChangesThatAreTooManyAreJudgedTogetherAndItSaysSo) {
    const WaitOutcome few = queue_of(50).decompose();
    EXPECT_EQ(few.waits.judged_together, Duration{0});
    // 500 pods and 500 instants are 125,000 judgements; instants 10 s apart are a tenth of that.
    const WaitOutcome many = queue_of(500).decompose();
    EXPECT_EQ(many.waits.judged_together, seconds(10));
    // Each waits from its own second on, whatever the instants are: 500 h less the sum of 0 ... 499 s.
    EXPECT_EQ(many.waits.gpu_ms, 500 * 60 * kMinute - 500 * 499 / 2 * 1000);
    EXPECT_EQ(of(many.waits, WaitCause::real), many.waits.gpu_ms);
}

}  // namespace
}  // namespace arable::diagnose
