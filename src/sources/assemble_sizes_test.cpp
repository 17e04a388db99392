// How much of a card a request waits for whose name stands for parts of cards.
#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

void shared_node(Scene& s, const std::string& name) {
    NodeFact& n = s.node(name, 0, 240);
    n.node.labels = {{"nvidia.com/gpu.count", "2"}, {"nvidia.com/gpu.replicas", "4"}, {"pool", "shared"}};
    n.node.capacity = n.node.allocatable = {{"nvidia.com/gpu", 8}};
}

void whole_node(Scene& s, const std::string& name) {
    NodeFact& n = s.node(name, 0, 240);
    n.node.labels = {{"nvidia.com/gpu.count", "8"}, {"pool", "whole"}};
    n.node.capacity = n.node.allocatable = {{"nvidia.com/gpu", 8}};
}

PodFact& pending(Scene& s, const std::string& name, std::int64_t gpus = 1) {
    PodFact& pod = s.pod(name, "", 10, 240, gpus);
    pod.pod.scheduled.reset();
    pod.pod.phase = model::PodPhase::pending;
    return pod;
}

std::int64_t size_of(const Assembled& made, const std::string& name) {
    for (const model::Pod& pod : made.timeline.pods)
        if (pod.name == name) return pod.spec.device.size.value;
    return -1;
}

TEST(AssembleSizes, WhereAllCardsAreSharedAPodWaitsForOneReplica) {
    Scene s;
    s.see(at(0));
    s.see(at(240));
    shared_node(s, "n1");
    pending(s, "one");
    pending(s, "two", 2);
    const Assembled made = s.run();
    EXPECT_EQ(size_of(made, "one"), 250);
    EXPECT_EQ(size_of(made, "two"), 500);
}

TEST(AssembleSizes, WhereWholeCardsGoUnderTheSameNameAPodMayWaitForOne) {
    Scene s;
    s.see(at(0));
    s.see(at(240));
    shared_node(s, "n1");
    whole_node(s, "n2");
    pending(s, "anywhere");
    pending(s, "sent").pod.spec.rules.node_selector = {{"pool", "shared"}};
    pending(s, "nowhere").pod.spec.rules.node_selector = {{"pool", "not-there"}};
    const Assembled made = s.run();
    EXPECT_EQ(size_of(made, "anywhere"), 1000);
    EXPECT_EQ(size_of(made, "sent"), 250);
    EXPECT_EQ(size_of(made, "nowhere"), 1000);
}

TEST(AssembleSizes, AReplicaOfAnInstanceIsAPartOfIt) {
    Scene s;
    s.see(at(0));
    s.see(at(240));
    NodeFact& n = s.node("n1", 0, 240);
    n.node.labels = {{"nvidia.com/gpu.count", "1"}, {"nvidia.com/mig-3g.20gb.replicas", "3"}};
    n.node.capacity = n.node.allocatable = {{"nvidia.com/mig-3g.20gb.shared", 6}};
    for (const char* name : {"bound", "waiting"}) {
        PodFact& pod = pending(s, name);
        if (std::string(name) == "bound") pod.node = "n1";
        pod.pod.spec.device = {.kind = model::DeviceKind::mig,
                               .resource = "nvidia.com/mig-3g.20gb.shared",
                               .count = 1,
                               .mig_profile = "3g.20gb",
                               .size = MilliGpu{429}};
    }
    const Assembled made = s.run();
    EXPECT_EQ(size_of(made, "bound"), 143);
    EXPECT_EQ(size_of(made, "waiting"), 143);
}

TEST(AssembleSizes, WhatCannotBeReadIsTold) {
    Scene s;
    s.see(at(0));
    s.see(at(240));
    whole_node(s, "n1");
    model::DeviceRequest& d = pending(s, "odd").pod.spec.device;
    d = {.kind = model::DeviceKind::invalid, .resource = "gpu-fraction", .why_invalid = "'NaN' is no number"};
    EXPECT_TRUE(has_gap(s.run().timeline, model::Gap::Kind::unreadable, "ml/odd"));
}

// MIG strategy `single`: seven instances as seven nvidia.com/gpu.
TEST(AssembleSizes, AnInstanceUnderTheNameOfACardIsAPart) {
    Scene s;
    s.facts.gpus.push_back({.key = {.node = "n1", .uuid = "a1", .index = 0},
                            .product_name = "NVIDIA A100-SXM4-40GB",
                            .seen = from_to(0, 240)});
    for (int id = 7; id <= 13; ++id) {
        TrackFact f = gpu_track("n1", "a1", 0, "", model::Quantity::memory_used);
        f.instance = id;
        f.mig_profile = "1g.5gb";
        s.track(std::move(f), 0, 240, 1e6);
    }
    NodeFact& n = s.node("n1", 0, 240);
    n.node.labels = {{"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"}, {"nvidia.com/gpu.count", "7"}};
    n.node.capacity = n.node.allocatable = {{"nvidia.com/gpu", 7}};
    pending(s, "waits");
    s.pod("runs", "n1", 10, 240);
    const Assembled made = s.run();
    EXPECT_EQ(size_of(made, "waits"), 143);
    EXPECT_EQ(size_of(made, "runs"), 143);
}

}  // namespace
}  // namespace arable::sources
