// Pods that come back under their name, change cards, or are spoken of by some inputs only.
#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"
#include "sources/series_keys.h"

namespace arable::sources {
namespace {

// A notebook on card a, deleted, made again hours later on card b; the dump knows the second one.
TEST(AssembleMovedPods, APodOfTheNameBeforeTheRecordedOneIsAnother) {
    Scene s;
    s.track(gpu_track("n2", "a", 0, "alice-0"), 0, 60, 0.4);
    s.track(gpu_track("n2", "a", 0), 60, 360, 0.0);
    s.track(gpu_track("n1", "b", 0), 0, 240, 0.0);
    s.track(gpu_track("n1", "b", 0, "alice-0"), 240, 360, 0.4);
    s.pod("alice-0", "n1", 240, 360);
    s.options.end = at(360);
    const auto made = s.run();
    EXPECT_EQ(held_minutes(made.timeline, "alice-0"), 120);
    EXPECT_EQ(held_minutes(made.timeline, "?"), 60);
}

// The label of the pod before stands a little into the life of the next one of its name.
TEST(AssembleMovedPods, ALateLabelDoesNotGiveTheNextPodTheOldCard) {
    Scene s;
    s.track(gpu_track("n1", "a", 0, "w-0"), 0, 181, 0.4);
    s.track(gpu_track("n1", "a", 0), 181, 360, 0.0);
    s.track(gpu_track("n1", "b", 1), 0, 181, 0.0);
    s.track(gpu_track("n1", "b", 1, "w-0"), 181, 360, 0.4);
    PodFact& first = s.pod("w-0", "n1", -10, 180);
    first.pod.uid = "u1";
    first.pod.ended = at(180);
    s.pod("w-0", "n1", 180, 360).pod.uid = "u2";
    s.options.end = at(360);
    EXPECT_EQ(held_minutes(s.run().timeline, "w-0"), 360);
}

TEST(AssembleMovedPods, APodOfOneCardHoldsOneCardAtATime) {
    Scene s;
    s.track(gpu_track("n1", "a", 0, "p"), 0, 180, 0.4);
    s.track(gpu_track("n1", "a", 0), 180, 360, 0.0);
    s.track(gpu_track("n1", "b", 1), 0, 180, 0.0);
    s.track(gpu_track("n1", "b", 1, "p"), 180, 360, 0.4);
    s.pod("p", "n1", -10, 360);
    s.options.end = at(360);
    EXPECT_EQ(held_minutes(s.run().timeline, "p"), 360);
}

TEST(AssembleMovedPods, AnEvictedPodHeldItsCardUntilThen) {
    Scene s;
    s.node("n1", 0, 360).node.allocatable["nvidia.com/gpu"] = 1;
    s.track(gpu_track("n1", "a", 0), 0, 360, 0.4);
    PodFact& evicted = s.pod("p", "n1", 0, 120);
    evicted.pod.phase = model::PodPhase::failed;  // and no container tells when it started
    evicted.pod.ended = at(120);
    s.options.end = at(360);
    EXPECT_EQ(held_minutes(s.run().timeline, "p"), 120);
}

TEST(AssembleMovedPods, ANodeIsReadyWhereOnlyItsCardsSpeakOfIt) {
    Scene s;
    NodeFact& node = s.node("n1", 0, 240);  // kube-state-metrics ends two hours before the cards do
    node.node.readiness_known = true;
    node.node.ready = {from_to(0, 100), from_to(120, 240)};
    s.track(gpu_track("n1", "a", 0), 0, 360, 0.5);
    const auto made = s.run();
    const model::Node& n = made.timeline.nodes.at(0);
    EXPECT_GE(n.ready.back().end, at(359));
    EXPECT_FALSE(contains(n.ready, at(110)));
    EXPECT_TRUE(contains(n.ready, at(300)));
}

TEST(MaskedUuid, IsWhatStandsForAllCards) {
    for (const char* masked : {"", "00000000-0000", "000", "xxxxxxxx-xxxx-xxxx", "xxxx", "redacted", "<uuid>", "****"})
        EXPECT_TRUE(is_masked_uuid(masked)) << masked;
    for (const char* real : {"a1", "aa", "0", "b2", "8d3f5a1e-3a6c-4f0e-9a52-5f0a6c1d2e3f", "0x1002"})
        EXPECT_FALSE(is_masked_uuid(real)) << real;
}

}  // namespace
}  // namespace arable::sources
