#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

using model::Gap;

TEST(AssembleCards, JoinKeysThatAgreeByUuidThenPciThenIndex) {
    Scene s;
    s.node("n1", 0, 60);
    TrackFact full = gpu_track("n1", "AA-01", 3);
    full.gpu.pci = "0000:07:00.0";
    s.track(full, 0, 60, 0.5);
    TrackFact by_uuid = gpu_track("N1", "GPU-aa-01", {}, "", model::Quantity::power);
    s.track(by_uuid, 0, 60, 100);
    TrackFact by_pci = gpu_track("n1", "", {}, "", model::Quantity::temperature);
    by_pci.gpu.pci = "00000000:07:00.0";
    s.track(by_pci, 0, 60, 40);
    s.track(gpu_track("n1", "00000000-0000-0000-0000-000000000000", 3, "", model::Quantity::sm_clock), 0, 60, 1e9);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(made.timeline.gpus[0].uuid, "aa-01");
    EXPECT_EQ(made.timeline.gpus[0].pci, "00000000:07:00.0");
    EXPECT_EQ(made.timeline.gpus[0].index, 3);
    EXPECT_EQ(signals_of(made, model::SubjectKind::gpu, 0).size(), 4U);
}

TEST(AssembleCards, ResolveAnExporterByHostNameThenByItsPodThenByUuid) {
    Scene s;
    s.node("gpu-a.example.com", 0, 60);
    s.node("gpu-b", 0, 60);
    const auto exporter = [](const char* host, const char* uuid, model::Quantity q = model::Quantity::sm_active) {
        return TrackFact{.quantity = q, .gpu = {.uuid = uuid, .index = 0, .exporter = host}};
    };
    s.track(exporter("GPU-A:9400", "a0"), 0, 60, 0.1);
    s.track(exporter("dcgm-exporter-x7", "b0"), 0, 60, 0.1);
    s.track(exporter("10.0.0.9:9400", "b0", model::Quantity::power), 0, 60, 0.1);
    PodFact& pod = s.pod("dcgm-exporter-x7", "gpu-b", 0, 60);
    pod.pod.spec.device = {};
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.size(), 2U);
    EXPECT_EQ(t.nodes[t.gpus[0].node.at()].name, "gpu-a.example.com");
    EXPECT_EQ(t.nodes[t.gpus[1].node.at()].name, "gpu-b");
    EXPECT_EQ(signals_of(made, model::SubjectKind::gpu, 1).size(), 2U);
    EXPECT_FALSE(has_gap(t, Gap::Kind::assumption, "do not say on which node"));
}

TEST(AssembleCards, TakeTheNodeOfThePodsThatAnExporterPrints) {
    Scene s;
    s.node("gpu-a", 0, 60).node.capacity = {{"nvidia.com/gpu", 1}};
    TrackFact f = gpu_track("", "a0", 0, "train");
    f.gpu.exporter = "10.0.0.9:9400";
    s.track(f, 0, 60, 0.5);
    s.pod("train", "gpu-a", 0, 60);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.nodes.size(), 1U);
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(held_minutes(made.timeline, "train"), 59);
}

TEST(AssembleCards, LetAnUnresolvedExporterStandAsItsOwnNodeAndSaySo) {
    Scene s;
    for (const char* host : {"dcgm-1", "dcgm-2"})
        s.track({.quantity = model::Quantity::sm_active, .gpu = {.index = 0, .exporter = host}}, 0, 60, 0.1);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_EQ(made.timeline.nodes[0].name, "dcgm-1");
    EXPECT_EQ(made.timeline.gpus[1].name, "dcgm-2/0");
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::assumption, "2 exporters"));
}

TEST(AssembleCards, EndAMovedCardWhereItTurnsUpAgain) {
    Scene s;
    s.node("n1", 0, 120);
    s.node("n2", 0, 120);
    s.track(gpu_track("n1", "m", 0), 0, 50, 0.1);
    s.track(gpu_track("n2", "m", 0), 70, 120, 0.1);
    s.options.end = at(120);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.size(), 2U);
    EXPECT_EQ(t.gpus[0].present, IntervalSet{from_to(0, 70)});
    EXPECT_EQ(t.gpus[1].present, IntervalSet{from_to(70, 120)});
}

TEST(AssembleCards, CountOneCardOnceWhenTwoInputsSpellItsNodeDifferently) {
    Scene s;
    s.node("ip-10-0-0-1", 0, 60);
    s.track(gpu_track("ip-10-0-0-1", "m", 0), 0, 60, 0.1);
    s.track(gpu_track("worker-7", "m", 0, "", model::Quantity::power), 0, 60, 90);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(made.timeline.nodes[made.timeline.gpus[0].node.at()].name, "ip-10-0-0-1");
    EXPECT_EQ(signals_of(made, model::SubjectKind::gpu, 0).size(), 2U);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "worker-7"));
}

// The population comes from inventory.
TEST(AssembleCards, KeepGpusThatOnlyTheNodeKnows) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 60);
    node.node.capacity = {{"nvidia.com/gpu", 8}};
    node.node.labels = {{"nvidia.com/gpu.product", "NVIDIA-L4"}};
    s.track(gpu_track("n1", "g1", 1), 0, 60, 0.1);
    s.options.end = at(60);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.size(), 8U);
    EXPECT_EQ(t.gpus[0].name, "n1/0");
    EXPECT_EQ(t.gpus[1].name, "g1");
    EXPECT_EQ(t.gpus[7].index, 7);
    EXPECT_EQ(t.gpus[7].present, IntervalSet{from_to(0, 60)});
    EXPECT_TRUE(t.gpus[7].unhealthy.empty());
    EXPECT_TRUE(has_gap(t, Gap::Kind::missing_samples, "7 of 8"));
}

TEST(AssembleCards, CallCardsThatThePluginNeverOfferedUnhealthy) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 60);
    node.node.physical_gpus = 2;
    node.node.capacity = {{"nvidia.com/gpu", 0}};
    s.options.end = at(60);
    s.see(at(0));
    s.see(at(60));
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_EQ(made.timeline.gpus[0].unhealthy, IntervalSet{from_to(0, 60)});
    EXPECT_EQ(made.timeline.gpus[1].unhealthy, IntervalSet{from_to(0, 60)});
}

TEST(AssembleCards, SayThatADumpHasNoGpuMetricsOnce) {
    Scene s;
    for (const char* name : {"n1", "n2"}) {
        NodeFact& node = s.node(name, 0, 60);
        node.node.capacity = {{"nvidia.com/gpu", 4}};
        node.node.allocatable = {{"nvidia.com/gpu", 3}};
    }
    s.see(at(0));
    s.see(at(60));
    const auto made = s.run();
    EXPECT_EQ(made.timeline.gpus.size(), 8U);
    const auto& gaps = made.timeline.gaps;
    const auto found =
        std::find_if(gaps.begin(), gaps.end(), [](const Gap& g) { return g.kind == Gap::Kind::missing_metric; });
    ASSERT_NE(found, gaps.end());
    EXPECT_EQ(found->count, 8);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "1 of 4 nvidia.com/gpu"));
}

TEST(AssembleCards, DoNotTakeInstancesForCards) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 60);
    node.node.physical_gpus = 14;  // as read off the label
    node.node.capacity = {{"nvidia.com/gpu", 14}};
    node.node.labels = {{"nvidia.com/gpu.count", "14"}, {"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"}};
    s.track(gpu_track("n1", "g0", 0), 0, 60, 0.1);
    s.track(gpu_track("n1", "g1", 1), 0, 60, 0.1);
    EXPECT_EQ(s.run().timeline.gpus.size(), 2U);
}

TEST(AssembleCards, DoNotTakeReplicasForCards) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 60);
    node.node.capacity = {{"nvidia.com/gpu", 8}};
    node.node.labels = {
        {"nvidia.com/gpu.count", "2"}, {"nvidia.com/gpu.replicas", "4"}, {"nvidia.com/gpu.sharing-strategy", "mps"}};
    s.track(gpu_track("n1", "g0", 0), 0, 60, 0.1);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_EQ(made.timeline.gpus[1].layouts.at(0).layout.kind, model::LayoutKind::mps);
    EXPECT_EQ(made.timeline.gpus[1].layouts.at(0).layout.replicas, 4);
}

// An exporter restarts as another pod, and its pod name is all that it prints of the host.
TEST(AssembleCards, CountOneCardOnceUnderSuccessiveExporterNames) {
    Scene s;
    const auto from = [](const char* host) {
        return TrackFact{.quantity = model::Quantity::sm_active, .gpu = {.uuid = "m", .index = 0, .exporter = host}};
    };
    s.track(from("dcgm-exporter-x"), 0, 50, 0.1);
    s.track(from("dcgm-exporter-b"), 45, 90, 0.1);
    s.track(from("dcgm-exporter-c"), 91, 120, 0.1);
    s.facts.gpus.push_back(
        {.key = {.uuid = "m", .exporter = "dcgm-exporter-b"}, .product_name = "NVIDIA L4", .seen = from_to(0, 120)});
    s.options.end = at(120);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.gpus[0].present, IntervalSet{from_to(0, 120)});
    EXPECT_EQ(t.nodes[t.gpus[0].node.at()].name, "dcgm-exporter-c");
    EXPECT_EQ(t.gpus[0].product_name, "NVIDIA L4");
    EXPECT_TRUE(has_gap(t, Gap::Kind::assumption, "several exporter names"));
}

TEST(AssembleCards, SayThatACardWasSeenOnTwoHostsAtOnceAndCountItOnce) {
    Scene s;
    for (const char* host : {"host-a", "host-b"})
        s.track({.quantity = model::Quantity::sm_active,
                 .gpu = {.uuid = "8d3f5a1e-3a6c-4f0e-9a52-5f0a6c1d2e3f", .index = 0, .exporter = host}},
                0, 60, 0.1);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "host-a"));
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "host-b"));
}

// A short name of a card is its exporter's: two machines may each have a "0".
TEST(AssembleCards, DoNotTakeCardsOfOneShortNameOnTwoMachinesForOne) {
    Scene s;
    s.node("n1", 0, 60);
    s.node("n2", 0, 60);
    for (const char* node : {"n1", "n2"}) {
        s.track(gpu_track(node, "GPU-0", 0), 0, 60, 0.1);
        s.pod(std::string("p-") + node, node, 0, 60);
        s.facts.claims.push_back({.gpu = {.node = node, .uuid = "GPU-0"},
                                  .pod = {.ns = "ml", .name = std::string("p-") + node},
                                  .held = from_to(0, 60)});
    }
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    ASSERT_EQ(made.timeline.claims.size(), 2U);
    for (const model::Claim& claim : made.timeline.claims)
        EXPECT_EQ(claim.node, made.timeline.gpus[claim.gpu.at()].node);
    EXPECT_FALSE(has_gap(made.timeline, Gap::Kind::conflict, "n1"));
}

TEST(AssembleCards, KeepTheProductOfACardThatMoved) {
    Scene s;
    s.node("n1", 0, 120);
    s.node("n2", 0, 120);
    s.track(gpu_track("n1", "m", 0), 0, 50, 0.1);
    s.track(gpu_track("n2", "m", 0), 70, 120, 0.1);
    s.facts.gpus.push_back(
        {.key = {.node = "n1", .uuid = "m", .index = 0}, .product_name = "NVIDIA L4", .seen = from_to(0, 120)});
    s.options.end = at(120);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_EQ(made.timeline.gpus[0].product_name, "NVIDIA L4");
    EXPECT_EQ(made.timeline.gpus[1].product_name, "NVIDIA L4");
}

TEST(AssembleCards, TakeReplicasFromMetricsWhereNoLabelTells) {
    Scene s;
    s.node("n1", 0, 60).node.capacity = {{"nvidia.com/gpu", 40}};
    for (int i = 0; i < 4; ++i) s.track(gpu_track("n1", "g" + std::to_string(i), i), 0, 60, 0.1);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 4U);
    EXPECT_EQ(made.timeline.gpus[3].layouts.at(0).layout.replicas, 10);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::assumption, "10 times"));
}

TEST(AssembleCards, CountManyUnseenCardsAndSayWhereItStops) {
    Scene s;
    s.node("big", 0, 60).node.capacity = {{"nvidia.com/gpu", 100}};
    s.node("mad", 0, 60).node.capacity = {{"nvidia.com/gpu", 999'999}};
    s.see(at(0));
    s.see(at(60));
    const auto made = s.run();
    EXPECT_EQ(made.timeline.gpus.size(), 1124U);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::assumption, "mad it says that it has 999,999"));
    EXPECT_FALSE(has_gap(made.timeline, Gap::Kind::assumption, "big it says"));
}

}  // namespace
}  // namespace arable::sources
