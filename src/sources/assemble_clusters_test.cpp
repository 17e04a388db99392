// Which cluster dumps belong to that name none.
#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

TrackFact track_of(const std::string& cluster, const std::string& node, const std::string& uuid) {
    TrackFact f = gpu_track(node, uuid, 0);
    f.gpu.cluster = cluster;
    return f;
}

// Metrics of two clusters by name, and a dump of one of them.
void two_named(Scene& s) {
    s.track(track_of("east", "e1", "a"), 0, 60, 0.5);
    s.track(track_of("west", "w1", "b"), 0, 60, 0.5);
}

TEST(AssembleClusters, ADumpIsOfTheClusterWhoseNodesItShows) {
    Scene s;
    two_named(s);
    s.node("w1", 0, 60);
    s.pod("runs", "w1", 10, 60);
    PodFact& waits = s.pod("waits", "", 10, 60);
    waits.pod.ns = "other";
    const Assembled made = s.run();
    EXPECT_EQ(made.timeline.clusters, (std::vector<std::string>{"east", "west"}));
    EXPECT_EQ(made.timeline.nodes.size(), 2U);
    for (const model::Pod& pod : made.timeline.pods) EXPECT_EQ(pod.cluster, "west") << pod.name;
    EXPECT_TRUE(has_gap(made.timeline, model::Gap::Kind::assumption, "taken as of west"));
}

TEST(AssembleClusters, DumpsOfBothGoEachToItsOwn) {
    Scene s;
    two_named(s);
    s.node("w1", 0, 60);
    s.node("e1", 0, 60);
    s.pod("one", "w1", 10, 60);
    s.pod("two", "e1", 10, 60).pod.ns = "research";
    s.pod("waits", "", 10, 60).pod.ns = "research";
    const Assembled made = s.run();
    EXPECT_EQ(made.timeline.clusters.size(), 2U);
    for (const model::Pod& pod : made.timeline.pods)
        EXPECT_EQ(pod.cluster, pod.name == "one" ? "west" : "east") << pod.name;
}

// A pod that waits has no node; the same uid in metrics says where it is, and it waits once.
TEST(AssembleClusters, APodIsWhereItsUidIs) {
    Scene s;
    two_named(s);
    s.node("w1", 0, 60);
    s.node("e1", 0, 60);
    for (const char* cluster : {"east", ""}) {
        PodFact& f = s.pod("waits", "", 10, 60);
        f.pod.cluster = cluster;
        f.pod.uid = "u1";
        f.pod.scheduled.reset();
        f.pod.phase = model::PodPhase::pending;
    }
    const Assembled made = s.run();
    ASSERT_EQ(made.timeline.pods.size(), 1U);
    EXPECT_EQ(made.timeline.pods[0].cluster, "east");
}

TEST(AssembleClusters, ADumpOfNodesThatTwoClustersHaveIsLeftOut) {
    Scene s;
    s.track(track_of("east", "n1", "a"), 0, 60, 0.5);
    s.track(track_of("west", "n1", "b"), 0, 60, 0.5);
    s.node("n1", 0, 60).node.capacity = {{"nvidia.com/gpu", 8}};
    s.pod("runs", "n1", 10, 60);
    s.pod("waits", "", 10, 60);
    const Assembled made = s.run();
    EXPECT_EQ(made.timeline.clusters, (std::vector<std::string>{"east", "west"}));
    EXPECT_EQ(made.timeline.gpus.size(), 2U);
    EXPECT_TRUE(made.timeline.pods.empty());
    EXPECT_TRUE(has_gap(made.timeline, model::Gap::Kind::conflict, "--cluster names its cluster"));
}

TEST(AssembleClusters, NodesThatNoNamedClusterKnowsAreAClusterOfTheirOwn) {
    Scene s;
    two_named(s);
    s.node("n1", 0, 60);
    const Assembled made = s.run();
    EXPECT_EQ(made.timeline.clusters.size(), 3U);
}

}  // namespace
}  // namespace arable::sources
