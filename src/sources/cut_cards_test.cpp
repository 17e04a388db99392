// MIG nodes that only their own records tell of.
#include "sources/cut_cards.h"

#include <gtest/gtest.h>

#include <map>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

std::map<std::string, int> profiles(const model::Layout& layout) {
    std::map<std::string, int> count;
    for (const model::MigInstance& m : layout.instances) ++count[m.profile];
    return count;
}

model::Node node_of(std::map<std::string, std::int64_t> capacity, std::map<std::string, std::string> labels) {
    model::Node node;
    node.capacity = std::move(capacity);
    node.labels = std::move(labels);
    return node;
}

TEST(CutCards, ANodeWithoutInstancesIsNotCut) {
    EXPECT_FALSE(cut_cards(node_of({{"nvidia.com/gpu", 8}}, {{"nvidia.com/gpu.count", "8"}}), nullptr));
    EXPECT_FALSE(cut_cards(node_of({{"nvidia.com/mig-1g.5gb", 0}}, {}), nullptr));
}

// Strategy `single`: instances go under the plain name, and labels count them as cards.
TEST(CutCards, SingleCountsInstancesOfOneProfile) {
    const auto cut = cut_cards(
        node_of({{"nvidia.com/gpu", 14}},
                {{"nvidia.com/gpu.count", "14"}, {"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"}}),
        model::find_product("NVIDIA-A100-SXM4-40GB"));
    ASSERT_TRUE(cut);
    ASSERT_EQ(cut->layouts.size(), 2U);
    for (const model::Layout& layout : cut->layouts)
        EXPECT_EQ(profiles(layout), (std::map<std::string, int>{{"1g.5gb", 7}}));
    EXPECT_FALSE(cut->counted);
}

// all-balanced on two cards of eight: six others are not cut.
TEST(CutCards, MixedCountsCardsAndDealsEvenly) {
    const auto cut = cut_cards(node_of({{"nvidia.com/gpu", 6},
                                        {"nvidia.com/mig-1g.10gb", 4},
                                        {"nvidia.com/mig-2g.20gb", 2},
                                        {"nvidia.com/mig-3g.40gb", 2}},
                                       {{"nvidia.com/gpu.count", "8"}}),
                               model::find_product("NVIDIA-H100-80GB-HBM3"));
    ASSERT_TRUE(cut);
    EXPECT_TRUE(cut->counted);
    EXPECT_EQ(cut->unplaced, 0);
    ASSERT_EQ(cut->layouts.size(), 8U);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(profiles(cut->layouts[i]),
                  (std::map<std::string, int>{{"1g.10gb", 2}, {"2g.20gb", 1}, {"3g.40gb", 1}}));
    for (std::size_t i = 2; i < 8; ++i) EXPECT_EQ(cut->layouts[i].kind, model::LayoutKind::exclusive);
}

// Time-slicing on top: four replicas of each instance.
TEST(CutCards, ReplicasOfInstancesAreNoInstances) {
    const auto cut = cut_cards(node_of({{"nvidia.com/mig-3g.20gb.shared", 16}},
                                       {{"nvidia.com/gpu.count", "2"}, {"nvidia.com/mig-3g.20gb.replicas", "4"}}),
                               model::find_product("NVIDIA-A100-SXM4-40GB"));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->instances, 4);
    ASSERT_EQ(cut->layouts.size(), 2U);
    EXPECT_EQ(profiles(cut->layouts[0]), (std::map<std::string, int>{{"3g.20gb", 2}}));
}

TEST(CutCards, WithoutAProductOnesWithTheseProfilesIsTaken) {
    const auto cut = cut_cards(node_of({{"nvidia.com/mig-3g.20gb", 4}}, {}), nullptr);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->layouts.size(), 2U);  // two of 3g a card, since each takes four of eight memory slices
}

TEST(CutCards, WhatHasNoLegalPlaceIsCounted) {
    const auto cut = cut_cards(node_of({{"nvidia.com/mig-3g.20gb", 3}}, {{"nvidia.com/gpu.count", "1"}}),
                               model::find_product("NVIDIA-A100-SXM4-40GB"));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->unplaced, 1);
    EXPECT_EQ(profiles(cut->layouts.at(0)), (std::map<std::string, int>{{"3g.20gb", 2}}));
    const auto absurd = cut_cards(node_of({{"nvidia.com/mig-9g.999gb", 1'000'000'000}}, {}), nullptr);
    ASSERT_TRUE(absurd);
    EXPECT_EQ(absurd->unplaced, absurd->instances);
}

// From objects alone: held instances are not free, and a free one is there.
TEST(CutCards, PodsHoldInstancesOfANodeThatNoMetricShows) {
    Scene s;
    s.see(at(0));
    s.see(at(240));
    NodeFact& n = s.node("n1", 0, 240);
    n.node.labels = {{"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-3g.20gb"}, {"nvidia.com/gpu.count", "2"}};
    n.node.capacity = n.node.allocatable = {{"nvidia.com/gpu", 2}};
    s.pod("holds", "n1", 10, 240);
    const Assembled made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(made.timeline.gpus[0].product, "A100-SXM4-40GB");
    ASSERT_EQ(made.timeline.gpus[0].layouts.size(), 1U);
    EXPECT_EQ(made.timeline.gpus[0].layouts[0].layout.instances.size(), 2U);
    ASSERT_EQ(made.timeline.claims.size(), 1U);
    EXPECT_EQ(made.timeline.claims[0].count, 1);
    EXPECT_TRUE(has_gap(made.timeline, model::Gap::Kind::assumption, "n1"));
}

}  // namespace
}  // namespace arable::sources
