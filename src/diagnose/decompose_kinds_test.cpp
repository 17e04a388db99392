// Waiting for slices, replicas and nodes that are not there yet.
#include <gtest/gtest.h>

#include "diagnose/wait_test_estate.h"

namespace arable::diagnose {
namespace {

using test::kMinute;
using test::of;
using test::WaitEstate;

TEST(DecomposeKinds, APoolThatMayNotGrowCapsThoseWhoCouldUseItsNodes) {
    WaitEstate estate(60);
    estate.holds(estate.cards(estate.node("n0"), 1), 0, 60);
    estate.timeline.nodes.back().pool = "burst";
    estate.waits_for(1, 0, 60);
    estate.timeline.caps = {{.during = estate.between(0, 20), .pool = "burst", .reason = "limit of 1 node"},
                            {.during = estate.between(20, 40), .pool = "other", .reason = "limit"}};
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::capped), 20 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 40 * kMinute);
    EXPECT_EQ(worded(outcome.waits.waits[0].spans.front().detail), "limit of 1 node");
}

TEST(DecomposeKinds, TheLastQuarterOfAnHourBeforeANewNodeIsItsStart) {
    WaitEstate estate(120);
    estate.holds(estate.cards(estate.node("n0"), 1), 0, 120);
    const model::NodeIx fresh = estate.node("n1");
    estate.timeline.nodes.back().present = estate.timeline.nodes.back().ready = {estate.between(60, 120)};
    estate.waits_for(1, 10, 61).node = fresh;
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::provisioning), 15 * kMinute);
    EXPECT_EQ(outcome.waits.gpu_ms, 51 * kMinute);
}

TEST(DecomposeKinds, APodWhoseSpecIsUnknownIsTakenAsUnconstrainedAndCountedApart) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 1);
    estate.timeline.nodes.back().taints = {{"team", "x", "NoSchedule"}};
    estate.waits_for(1, 0, 60).spec.spec_known = false;
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 60 * kMinute);
    EXPECT_EQ(outcome.waits.unconstrained_ms, 60 * kMinute);
    EXPECT_FALSE(outcome.waits.waits[0].spec_known);
}

TEST(DecomposeKinds, FreeSlicesOfTheWrongProfileAreFragmented) {
    WaitEstate estate(60);
    const model::NodeIx node = estate.node("n0");
    const auto card = estate.cards(node, 1, "A100-SXM4-40GB").front();
    estate.folded.lanes.clear();
    model::Layout layout{.kind = model::LayoutKind::mig};
    for (int i = 1; i <= 3; ++i) {
        const bool big = i == 3;
        layout.instances.push_back({.id = i, .profile = big ? "2g.10gb" : "1g.5gb", .compute_slices = big ? 2 : 1});
        estate.lane({.gpu = card, .instance = i, .slices = big ? 2 : 1, .during = estate.timeline.window});
    }
    estate.timeline.gpus.back().layouts = {{estate.timeline.window, layout}};
    const auto free = [&](std::uint32_t lane) {
        estate.folded.runs.push_back({.lane = lane, .span = estate.timeline.window, .state = PieceState::free});
    };
    free(0);
    free(1);
    estate.folded.runs.push_back({.lane = 2, .span = estate.timeline.window, .state = PieceState::unknown});
    model::Pod& pod = estate.waits_for(1, 0, 60);
    pod.spec.device = {.kind = model::DeviceKind::mig,
                       .resource = "nvidia.com/mig-2g.10gb",
                       .count = 1,
                       .mig_profile = "2g.10gb",
                       .size = MilliGpu{286}};
    const WaitOutcome outcome = decompose_waits(estate.timeline, estate.folded, estate.policy);
    EXPECT_EQ(outcome.waits.gpu_ms, 60 * kMinute * 286 / 1000);
    EXPECT_EQ(of(outcome.waits, WaitCause::fragmented), outcome.waits.gpu_ms);
    EXPECT_EQ(outcome.marks.size(), 2U);
    EXPECT_EQ(outcome.waits.waits[0].fewest_moves, -1);
    EXPECT_EQ(outcome.waits.waits[0].move_search, MoveSearch::not_asked);
    EXPECT_EQ(outcome.waits.moves_not_asked_ms, outcome.waits.gpu_ms);
}

TEST(DecomposeKinds, FreeReplicasOfASharedCardAreThereForReplicasOnly) {
    WaitEstate estate(60);
    const auto card = estate.cards(estate.node("n0"), 1).front();
    estate.timeline.gpus.back().layouts = {
        {estate.timeline.window, {.kind = model::LayoutKind::time_sliced, .replicas = 4, .instances = {}}}};
    for (int i = 0; i < 3; ++i) {
        const model::PodIx pod = estate.pod(estate.workload("s" + std::to_string(i)), 1, model::NodeIx::of(0));
        estate.timeline.pods.back().spec.device.kind = model::DeviceKind::shared;
        estate.claim(pod, card);
        estate.timeline.claims.back().replicas = 1;
    }
    estate.folded.runs.push_back(
        {.lane = 0, .span = estate.timeline.window, .state = PieceState::active, .claim = model::ClaimIx::of(0)});
    for (int i = 0; i < 2; ++i) {
        model::Pod& pod = estate.waits_for(1, 0, 60);
        pod.spec.device.kind = model::DeviceKind::shared;
        pod.spec.device.size = MilliGpu{250};
    }
    const WaitOutcome outcome = decompose_waits(estate.timeline, estate.folded, estate.policy);
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 15 * kMinute);  // one of the two fits the fourth replica
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 15 * kMinute);
}

// A free card of another cluster is nothing that a pod could have.
TEST(DecomposeKinds, AnotherClustersFreeCardHelpsNobody) {
    WaitEstate estate(60);
    estate.holds(estate.cards(estate.node("n0"), 1), 0, 60);
    estate.cards(estate.node("n1"), 1);
    estate.timeline.nodes.back().cluster = "c2";
    estate.waits_for(1, 0, 60);
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 60 * kMinute);
    EXPECT_TRUE(outcome.marks.empty());
}

TEST(DecomposeKinds, ReplicasThatAreHeldByCountAreNotFree) {
    WaitEstate estate(60);
    const model::NodeIx node = estate.node("n0");
    estate.cards(node, 1);
    estate.timeline.gpus.back().layouts = {
        {estate.timeline.window, {.kind = model::LayoutKind::time_sliced, .replicas = 4, .instances = {}}}};
    for (int i = 0; i < 4; ++i) {
        const model::PodIx pod = estate.pod(estate.workload("s" + std::to_string(i)), 1, node);
        estate.timeline.pods.back().spec.device.kind = model::DeviceKind::shared;
        estate.timeline.claims.push_back({.pod = pod,
                                          .node = node,
                                          .replicas = 1,
                                          .held = estate.timeline.window,
                                          .source = model::ClaimSource::count});
    }
    estate.folded.runs.push_back(
        {.lane = 0, .span = estate.timeline.window, .state = PieceState::unknown, .claim = model::ClaimIx::of(0)});
    model::Pod& pod = estate.waits_for(1, 0, 60);
    pod.spec.device.kind = model::DeviceKind::shared;
    pod.spec.device.size = MilliGpu{250};
    const WaitOutcome outcome = decompose_waits(estate.timeline, estate.folded, estate.policy);
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 0);
    EXPECT_EQ(of(outcome.waits, WaitCause::real), 15 * kMinute);
}

TEST(DecomposeKinds, ResourceNamesOfKubeStateMetricsAreTheSameNames) {
    WaitEstate estate(60);
    estate.cards(estate.node("n0"), 1);
    estate.timeline.nodes.back().capacity = {{"cpu", 8}, {"nvidia_com_gpu", 1}};
    estate.waits_for(1, 0, 60);
    model::Pod& other = estate.waits_for(1, 0, 60);
    other.spec.device.resource = "amd.com/gpu";
    const WaitOutcome outcome = estate.decompose();
    EXPECT_EQ(of(outcome.waits, WaitCause::scheduler), 60 * kMinute);
    EXPECT_EQ(of(outcome.waits, WaitCause::broken), 60 * kMinute);
}

}  // namespace
}  // namespace arable::diagnose
