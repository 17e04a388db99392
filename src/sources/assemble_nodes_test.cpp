#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

NodeFact dump(const std::string& name, std::int64_t created, std::int64_t seen, const std::string& uid = "") {
    NodeFact f;
    f.node.name = name;
    f.node.uid = uid;
    f.node.created = at(created);
    f.seen_at = at(seen);
    return f;
}

TEST(AssembleNodes, MergeMetricsAndDumpsOfOneNode) {
    Scene s;
    NodeFact& metrics = s.node("n1", 10, 90);
    metrics.node.created = at(-500);
    metrics.node.readiness_known = true;
    metrics.node.ready = {from_to(10, 50), from_to(60, 90)};
    metrics.node.allocatable = {{"nvidia.com/gpu", 8}};
    NodeFact objects = dump("N1", -500, 90, "u1");
    objects.node.instance_type = "p5.48xlarge";
    objects.node.labels = {{"zone", "a"}};
    objects.node.readiness_known = true;
    objects.node.ready = {from_to(-500, 91)};  // ready now; a picture knows of no lapse
    s.facts.nodes.push_back(objects);
    s.see(at(0));
    s.see(at(100));
    const auto made = s.run();
    ASSERT_EQ(made.timeline.nodes.size(), 1U);
    const model::Node& n = made.timeline.nodes[0];
    EXPECT_EQ(n.uid, "u1");
    EXPECT_EQ(n.instance_type, "p5.48xlarge");
    EXPECT_EQ(n.allocatable.at("nvidia.com/gpu"), 8);
    EXPECT_EQ(n.present, IntervalSet{from_to(0, 91)});  // from before the window; the dump shows one more step
    // Where nobody spoke of readiness it is as it was before.
    EXPECT_EQ(n.ready, (IntervalSet{from_to(0, 50), from_to(60, 91)}));
}

TEST(AssembleNodes, TellNodesOfOneNameApartByTheirCreation) {
    Scene s;
    for (const auto& [begin, end] : {std::pair(0, 40), std::pair(70, 120)}) {
        NodeFact& f = s.node("n1", begin, end);
        f.node.created = at(begin);
        f.node.capacity = f.node.allocatable = {{"nvidia.com/gpu", 1}};  // each card is all that its node has
    }
    s.track(gpu_track("n1", "a", 0), 0, 40, 0.1);
    s.track(gpu_track("n1", "b", 0), 70, 120, 0.1);
    s.options.end = at(120);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.nodes.size(), 2U);
    EXPECT_EQ(t.nodes[0].present, IntervalSet{from_to(0, 40)});
    EXPECT_EQ(t.nodes[1].present, IntervalSet{from_to(70, 120)});
    ASSERT_EQ(t.gpus.size(), 2U);
    EXPECT_EQ(t.gpus[0].uuid, "a");
    EXPECT_EQ(t.gpus[0].node, model::NodeIx::of(0));
    EXPECT_EQ(t.gpus[1].uuid, "b");
    EXPECT_EQ(t.gpus[1].node, model::NodeIx::of(1));
    EXPECT_EQ(t.gpus[1].present, IntervalSet{from_to(70, 120)});
}

TEST(AssembleNodes, GiveAMaskedCardToEachLifeOfItsNode) {
    Scene s;
    for (const auto& [begin, end] : {std::pair(0, 40), std::pair(70, 120)}) {
        NodeFact& f = s.node("n1", begin, end);
        f.node.created = at(begin);
    }
    s.track(gpu_track("n1", "", 0), 0, 120, 0.1);
    s.options.end = at(120);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 2U);
    const auto before = signals_of(made, model::SubjectKind::gpu, 0).at(0).samples;
    const auto after = signals_of(made, model::SubjectKind::gpu, 1).at(0).samples;
    EXPECT_EQ(before.size() + after.size(), 240U);
    EXPECT_LT(before.back().time, at(70));
    EXPECT_EQ(after.front().time, at(70));
}

TEST(AssembleNodes, LetANodeGoThatALaterDumpMisses) {
    Scene s;
    s.facts.nodes.push_back(dump("gone", -100, 30));
    s.facts.nodes.push_back(dump("there", -100, 30));
    s.facts.nodes.push_back(dump("there", -100, 90));
    s.see(at(0));
    s.see(at(100));
    const auto made = s.run();
    ASSERT_EQ(made.timeline.nodes.size(), 2U);
    EXPECT_EQ(made.timeline.nodes[0].present, IntervalSet{from_to(0, 31)});
    EXPECT_EQ(made.timeline.nodes[1].present, IntervalSet{from_to(0, 100)});
    EXPECT_EQ(made.timeline.nodes[1].ready, made.timeline.nodes[1].present);  // no source said: taken as ready
    EXPECT_FALSE(made.timeline.nodes[1].readiness_known);
}

TEST(AssembleNodes, ForgetNodesThatWereGoneBeforeTheWindow) {
    Scene s;
    s.node("old", 0, 20);
    s.node("new", 0, 200);
    s.see(at(0));
    s.see(at(200));
    s.options.window = hours(1);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.nodes.size(), 1U);
    EXPECT_EQ(made.timeline.nodes[0].name, "new");
}

}  // namespace
}  // namespace arable::sources
