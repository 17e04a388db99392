#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

using model::Gap;
using model::LayoutKind;

TrackFact instance_track(int id, const std::string& profile, const std::string& owner = "",
                         model::Quantity q = model::Quantity::memory_used) {
    TrackFact f = gpu_track("n1", "a1", 0, owner, q);
    f.instance = id;
    f.mig_profile = profile;
    return f;
}

void card(Scene& s, const char* product) {
    s.facts.gpus.push_back(
        {.key = {.node = "n1", .uuid = "a1", .index = 0}, .product_name = product, .seen = from_to(0, 240)});
}

// A printed name that the product does not have.
TEST(AssembleLayouts, ResolveAProfileByTheProduct) {
    Scene s;
    card(s, "NVIDIA A100 80GB PCIe");
    s.track(instance_track(0, "7g.79gb"), 0, 240, 31e9);
    const auto made = s.run();
    const auto& layouts = made.timeline.gpus.at(0).layouts;
    ASSERT_EQ(layouts.size(), 1U);
    EXPECT_EQ(layouts[0].during, made.timeline.window);
    ASSERT_EQ(layouts[0].layout.instances.size(), 1U);
    const model::MigInstance& m = layouts[0].layout.instances[0];
    EXPECT_EQ(m.profile, "7g.80gb");
    EXPECT_EQ(m.printed, "7g.79gb");
    EXPECT_EQ(m.compute_slices, 7);
    EXPECT_EQ(m.memory_slices, 8);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "7g.79gb"));
}

// Seven instances, three of them with activity.
TEST(AssembleLayouts, CountInstancesByTheQuantityThatShowsMost) {
    Scene s;
    card(s, "NVIDIA H100 NVL");
    for (int id = 7; id <= 13; ++id) {
        s.track(instance_track(id, "1g.12gb", "p" + std::to_string(id)), 0, 240, 2e9);
        if (id < 10)
            s.track(instance_track(id, "1g.12gb", "p" + std::to_string(id), model::Quantity::engine_active), 0, 240,
                    0.1);
    }
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.at(0).layouts.size(), 1U);
    EXPECT_EQ(t.gpus[0].layouts[0].layout.instances.size(), 7U);
    EXPECT_EQ(t.gpus[0].layouts[0].layout.instances[6].id, 13);
    ASSERT_EQ(t.claims.size(), 7U);
    for (const model::Claim& c : t.claims) {
        EXPECT_EQ(pod_name(t, c), "p" + std::to_string(c.instance.value_or(-1)));
        EXPECT_EQ(c.held, t.window);
    }
    EXPECT_EQ(signals_of(made, model::SubjectKind::gpu, 0).size(), 10U);
}

TEST(AssembleLayouts, FollowAReconfiguration) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(instance_track(1, "3g.20gb"), 0, 100, 1e9);
    s.track(instance_track(2, "3g.20gb"), 0, 100, 1e9);
    s.track(instance_track(1, "7g.40gb"), 105, 240, 1e9);
    s.options.end = at(240);
    const auto made = s.run();
    const auto& layouts = made.timeline.gpus.at(0).layouts;
    ASSERT_EQ(layouts.size(), 2U);
    EXPECT_EQ(layouts[0].layout.instances.size(), 2U);
    EXPECT_EQ(layouts[0].during.begin, at(0));
    EXPECT_EQ(layouts[0].during.end, layouts[1].during.begin);
    EXPECT_LE((layouts[1].during.begin - at(100)).ms, minutes(5).ms);
    EXPECT_EQ(layouts[1].during.begin, at(105));
    ASSERT_EQ(layouts[1].layout.instances.size(), 1U);
    EXPECT_EQ(layouts[1].layout.instances[0].profile, "7g.40gb");
    EXPECT_EQ(layouts[1].during.end, at(240));
}

TEST(AssembleLayouts, EndMigModeWhereTheCardGoesOnWithoutInstances) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(instance_track(1, "7g.40gb"), 0, 100, 1e9);
    s.track(gpu_track("n1", "a1", 0, "", model::Quantity::memory_used), 100, 240, 1e9);
    s.options.end = at(240);
    const auto made = s.run();
    const auto& layouts = made.timeline.gpus.at(0).layouts;
    ASSERT_EQ(layouts.size(), 1U);
    EXPECT_EQ(layouts[0].during.begin, at(0));
    EXPECT_LT(layouts[0].during.end, at(102));
}

TEST(AssembleLayouts, TakeProfilesFromAPictureWhereSeriesNameNone) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.facts.gpus[0].layout = model::Layout{
        .kind = LayoutKind::mig,
        .instances = {{.id = 1, .profile = "3g.20gb", .compute_slices = 3, .memory_slices = 4, .start = 4}}};
    s.track(instance_track(1, ""), 0, 240, 1e9);
    const auto made = s.run();
    const auto& layout = made.timeline.gpus.at(0).layouts.at(0).layout;
    ASSERT_EQ(layout.instances.size(), 1U);
    EXPECT_EQ(layout.instances[0].profile, "3g.20gb");
    EXPECT_EQ(layout.instances[0].memory_slices, 4);
    EXPECT_EQ(layout.instances[0].start, 4);
}

TEST(AssembleLayouts, KeepARecordThatDoesNotSayWhichInstance) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(instance_track(1, "3g.20gb"), 0, 240, 1e9);
    s.track(instance_track(2, "3g.20gb"), 0, 240, 1e9);
    s.pod("dra", "n1", 0, 240);
    s.facts.claims.push_back({.gpu = {.uuid = "a1"}, .pod = {.ns = "ml", .name = "dra"}, .held = from_to(0, 240)});
    const auto made = s.run();
    ASSERT_EQ(made.timeline.claims.size(), 1U);
    EXPECT_EQ(made.timeline.claims[0].gpu, model::GpuIx::of(0));
    EXPECT_FALSE(made.timeline.claims[0].instance);
    EXPECT_EQ(pod_name(made.timeline, made.timeline.claims[0]), "dra");
}

// The whole card was trained on, then cut for three inference pods.
TEST(AssembleLayouts, KeepTheClaimOnTheWholeCardBeforeItWasCut) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(gpu_track("n1", "a1", 0, "train", model::Quantity::memory_used), 0, 120, 30e9);
    s.track(instance_track(1, "3g.20gb", "chat"), 130, 240, 9e9);
    s.track(instance_track(2, "3g.20gb"), 130, 240, 1e8);
    s.pod("train", "n1", -60, 120).pod.ended = at(120);
    s.pod("chat", "n1", 130, 240);
    s.options.end = at(240);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    const auto& layouts = t.gpus.at(0).layouts;
    ASSERT_EQ(layouts.size(), 1U);
    EXPECT_EQ(layouts[0].during, from_to(130, 240));
    EXPECT_EQ(layouts[0].layout.instances.size(), 2U);
    EXPECT_EQ(held_minutes(t, "train"), 120);
    EXPECT_EQ(held_minutes(t, "chat"), 110);
    EXPECT_TRUE(has_gap(t, Gap::Kind::assumption, "1 card changed"));
}

TEST(AssembleLayouts, TellInstancesApartFromTheWholeCardBetweenThem) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(instance_track(1, "7g.40gb", "a"), 0, 60, 9e9);
    s.track(gpu_track("n1", "a1", 0, "b", model::Quantity::memory_used), 62, 150, 9e9);
    s.track(instance_track(1, "7g.40gb", "c"), 155, 240, 9e9);
    s.options.end = at(240);
    const auto made = s.run();
    const auto& layouts = made.timeline.gpus.at(0).layouts;
    ASSERT_EQ(layouts.size(), 2U);
    EXPECT_EQ(layouts[0].during, from_to(0, 62));
    EXPECT_EQ(layouts[1].during, from_to(155, 240));
    for (const model::Claim& c : made.timeline.claims) {
        if (c.pod.known()) {
            EXPECT_EQ(c.instance.has_value(), pod_name(made.timeline, c) != "b");
        }
    }
    EXPECT_GE(held_minutes(made.timeline, "b"), 88);
}

TEST(AssembleLayouts, StartTheNewLayoutAtItsFirstSampleEvenEarlyInTheWindow) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(gpu_track("n1", "a1", 0, "", model::Quantity::memory_used), 0, 5, 1e8);
    s.track(instance_track(1, "7g.40gb"), 6, 240, 9e9);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.at(0).layouts.size(), 1U);
    EXPECT_EQ(made.timeline.gpus[0].layouts[0].during.begin, at(6));
}

// Two replicas that are one GPU.
TEST(AssembleLayouts, CountReplicasOfOneCardNotCards) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 240);
    node.node.labels = {{"nvidia.com/gpu.count", "2"}, {"nvidia.com/gpu.replicas", "4"}};
    node.node.capacity = {{"nvidia.com/gpu", 8}};
    s.track(gpu_track("n1", "a1", 0, "d"), 0, 240, 0.5);
    s.track(gpu_track("n1", "a2", 1), 0, 240, 0.0);
    s.pod("d", "n1", -10, 240, 2);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 1U);
    EXPECT_EQ(t.claims[0].replicas, 2);
    EXPECT_EQ(t.gpus[1].layouts.at(0).layout, (model::Layout{.kind = LayoutKind::time_sliced, .replicas = 4}));
    EXPECT_EQ(pod_named(t, "d").spec.device.kind, model::DeviceKind::shared);
    EXPECT_EQ(pod_named(t, "d").spec.device.size.value, 500);
}

TEST(AssembleLayouts, TakeAMultipleOfTheCardsForTimeSlicingAndSaySo) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 240);
    node.node.physical_gpus = 1;
    node.node.capacity = {{"nvidia.com/gpu", 10}};
    s.track(gpu_track("n1", "a1", 0), 0, 240, 0.5);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(made.timeline.gpus[0].layouts.at(0).layout.replicas, 10);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::assumption, "10 times"));
}

TEST(AssembleLayouts, SayThatACardHasMoreInstancesThanSlices) {
    Scene s;
    card(s, "NVIDIA A100-SXM4-40GB");
    s.track(instance_track(1, "4g.20gb"), 0, 240, 1e9);
    s.track(instance_track(2, "4g.20gb"), 0, 240, 1e9);
    EXPECT_TRUE(has_gap(s.run().timeline, Gap::Kind::conflict, "than it has slices for"));
}

}  // namespace
}  // namespace arable::sources
