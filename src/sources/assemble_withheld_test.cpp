// Cards that a node has and cannot give away.
#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

NodeFact& node_of_four(Scene& s) {
    NodeFact& n = s.node("n1", 0, 240);
    n.node.capacity = {{"nvidia.com/gpu", 4}};
    n.node.allocatable = {{"nvidia.com/gpu", 3}};
    s.see(at(0));
    s.see(at(240));
    return n;
}

TEST(AssembleWithheld, OneThatNobodyHoldsIsOutOfServiceForAsLong) {
    Scene s;
    node_of_four(s).withheld = {{from_to(60, 240)}};
    for (int i = 0; i < 4; ++i)
        s.track(gpu_track("n1", "g" + std::to_string(i), i, i == 3 ? "p" : ""), 0, 240, i == 3 ? 0.5 : 0.0);
    s.pod("p", "n1", 0, 240);
    const Assembled made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 4U);
    for (int i : {0, 1, 3}) EXPECT_TRUE(made.timeline.gpus[static_cast<std::size_t>(i)].unhealthy.empty()) << i;
    EXPECT_EQ(made.timeline.gpus[2].unhealthy, IntervalSet{from_to(60, 240)});
    EXPECT_FALSE(has_gap(made.timeline, model::Gap::Kind::conflict, "could not be given away"));
}

TEST(AssembleWithheld, OneThatNoMetricShowsComesFirst) {
    Scene s;
    node_of_four(s).withheld = {{from_to(0, 240)}};
    for (int i = 1; i < 4; ++i) s.track(gpu_track("n1", "g" + std::to_string(i), i), 0, 240, 0.0);
    const Assembled made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 4U);
    EXPECT_EQ(made.timeline.gpus[0].name, "n1/0");
    EXPECT_FALSE(made.timeline.gpus[0].unhealthy.empty());
    EXPECT_TRUE(made.timeline.gpus[3].unhealthy.empty());
}

// Three of eight replicas are no card; with the fourth one is.
TEST(AssembleWithheld, ASharedCardIsGoneWithAllItsReplicas) {
    Scene s;
    NodeFact& n = s.node("n1", 0, 240);
    n.node.labels = {{"nvidia.com/gpu.count", "2"}, {"nvidia.com/gpu.replicas", "4"}};
    n.node.capacity = {{"nvidia.com/gpu", 8}};
    n.node.allocatable = {{"nvidia.com/gpu", 4}};
    n.withheld = {{from_to(0, 240)}, {from_to(0, 240)}, {from_to(0, 240)}, {from_to(120, 240)}};
    s.see(at(0));
    s.see(at(240));
    s.options.end = at(240);
    const Assembled made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_TRUE(made.timeline.gpus[0].unhealthy.empty());
    EXPECT_EQ(made.timeline.gpus[1].unhealthy, IntervalSet{from_to(120, 240)});
}

// All are held: the counts contradict the pods, and which card it is stays untold.
TEST(AssembleWithheld, AHeldCardStaysInService) {
    Scene s;
    node_of_four(s).withheld = {{from_to(0, 240)}};
    for (int i = 0; i < 4; ++i) {
        s.track(gpu_track("n1", "g" + std::to_string(i), i, "p" + std::to_string(i)), 0, 240, 0.5);
        s.pod("p" + std::to_string(i), "n1", 0, 240);
    }
    const Assembled made = s.run();
    for (const model::Gpu& gpu : made.timeline.gpus) EXPECT_TRUE(gpu.unhealthy.empty());
    EXPECT_TRUE(has_gap(made.timeline, model::Gap::Kind::conflict, "could not be given away"));
}

}  // namespace
}  // namespace arable::sources
