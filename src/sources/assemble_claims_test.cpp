#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

using model::ClaimSource;
using model::Gap;
using model::HolderState;

// Labels that come and go.
TEST(AssembleClaims, FillShortHolesAndCallLongOnesUnknown) {
    Scene s;
    s.node("n1", 0, 30);
    s.track(gpu_track("n1", "a1", 0, "svc-1"), 0, 2, 0.4);
    s.track(gpu_track("n1", "a1", 0), 2, 3, 0.4);
    s.track(gpu_track("n1", "a1", 0, "svc-1"), 3, 10, 0.4);
    s.track(gpu_track("n1", "a1", 0), 10, 20, 0.0);
    s.track(gpu_track("n1", "a1", 0, "svc-2"), 20, 25, 0.4);
    s.track(gpu_track("n1", "a1", 0), 25, 29, 0.4);
    s.track(gpu_track("n1", "a1", 0, "svc-2"), 29, 30, 0.4);
    s.pod("svc-1", "n1", -5, 10).pod.ended = at(10);
    s.options.end = at(30);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    EXPECT_EQ(t.window, from_to(0, 30));
    EXPECT_EQ(held_minutes(t, "svc-1"), 10);
    EXPECT_EQ(held_minutes(t, "svc-2"), 6);
    EXPECT_EQ(held_minutes(t, "?"), 4);
    ASSERT_EQ(t.claims.size(), 4U);
    EXPECT_EQ(t.claims[0].bridged, minutes(1));
    EXPECT_FALSE(t.claims[0].start_known);  // older than the window
    EXPECT_EQ(t.claims[1].held, from_to(20, 25));
    EXPECT_TRUE(t.claims[1].start_known);  // the label appeared on a sampled card
    EXPECT_EQ(t.claims[2].holder, HolderState::unknown);
}

// One device printed once for each tenant.
TEST(AssembleClaims, GiveEachOwnerOfOneTimeAClaim) {
    Scene s;
    for (const char* pod : {"p1", "p2", "p3"}) s.track(gpu_track("n1", "a1", 0, pod), 0, 60, 0.42);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.gpus.size(), 1U);
    EXPECT_EQ(made.timeline.claims.size(), 3U);
    EXPECT_EQ(made.timeline.gpus[0].layouts.at(0).layout.kind, model::LayoutKind::time_sliced);
    EXPECT_EQ(made.timeline.gpus[0].layouts.at(0).layout.replicas, 3);
    const auto signals = signals_of(made, model::SubjectKind::gpu, 0);
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_EQ(signals[0].samples.size(), 120U);
    EXPECT_DOUBLE_EQ(signals[0].samples[7].value, 0.42);
}

// The label is one owner of several.
TEST(AssembleClaims, TakeAllocationRecordsBeforeLabels) {
    Scene s;
    s.track(gpu_track("n1", "b2", 0, "c"), 0, 60, 0.55);
    NodeFact& node = s.node("n1", 0, 60);
    node.node.labels = {{"nvidia.com/gpu.replicas", "4"}, {"nvidia.com/gpu.sharing-strategy", "time-slicing"}};
    for (const char* pod : {"a", "b", "c"}) {
        s.pod(pod, "n1", -60, 60);
        s.facts.claims.push_back(
            {.gpu = {.uuid = "b2"}, .pod = {.ns = "ml", .name = pod}, .held = from_to(59, 60), .replicas = 1});
    }
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 3U);
    for (const model::Claim& c : t.claims) {
        EXPECT_EQ(c.source, ClaimSource::allocation);
        EXPECT_EQ(c.held, t.window);
        EXPECT_EQ(c.replicas, 1);
    }
    EXPECT_EQ(pod_named(t, "a").spec.device.kind, model::DeviceKind::shared);
    EXPECT_EQ(pod_named(t, "a").spec.device.size.value, 250);
}

// Held by the dead. The record names a uid that no pod has any more.
TEST(AssembleClaims, CallARecordOfADeletedPodAGhost) {
    Scene s;
    s.node("n1", 0, 120);
    for (int i = 0; i < 2; ++i) {
        const std::string uuid = "c" + std::to_string(i);
        s.track(gpu_track("n1", uuid, i, "", model::Quantity::memory_used), 0, 120, 0.0);
        s.facts.claims.push_back({.gpu = {.uuid = uuid},
                                  .pod = {.ns = "ml", .name = "old", .uid = "u-9"},
                                  .held = from_to(-600, 120),
                                  .source = ClaimSource::exporter_labels});
    }
    PodFact& old = s.pod("old", "n1", -600, 20);
    old.pod.uid = "u-9";
    old.pod.ended = at(20);
    s.options.end = at(120);
    const auto made = s.run();
    EXPECT_EQ(held_minutes(made.timeline, "old"), 2 * 20);
    EXPECT_EQ(held_minutes(made.timeline, "+old"), 2 * 100);
}

TEST(AssembleClaims, CallARecordOfAnUnknownUidAGhost) {
    Scene s;
    s.track(gpu_track("n1", "c0", 0), 0, 60, 0.0);
    s.pod("old", "n1", 0, 60).pod.uid = "u-10";  // the same name, another pod
    s.facts.pods.back().pod.spec.device = {};
    s.facts.claims.push_back(
        {.gpu = {.uuid = "c0"}, .pod = {.ns = "ml", .name = "old", .uid = "u-9"}, .held = from_to(0, 60)});
    const auto made = s.run();
    ASSERT_EQ(made.timeline.claims.size(), 1U);
    EXPECT_EQ(made.timeline.claims[0].holder, HolderState::gone);
    EXPECT_FALSE(made.timeline.claims[0].pod.known());
}

// The record names its pod by name alone, and the list of all pods has none of this name.
TEST(AssembleClaims, CallARecordOfAPodThatNoListHasAGhost) {
    Scene s;
    s.track(gpu_track("n1", "c0", 0, "", model::Quantity::memory_used), 0, 120, 0.0);
    s.node("n1", 0, 120);
    PodFact& other = s.pod("other", "n1", 0, 120);
    other.pod.spec.device = {};
    other.first_seen = at(30);
    s.facts.claims.push_back({.gpu = {.uuid = "c0"}, .pod = {.ns = "ml", .name = "old"}, .held = from_to(0, 120)});
    s.options.end = at(120);
    EXPECT_EQ(held_minutes(s.run().timeline, "+old"), 90);
    EXPECT_EQ(held_minutes(s.run_shuffled(1).timeline, "old"), 30);  // before the first list nobody can tell
    s.facts.claims[0].pod.ns = "elsewhere";                          // a namespace that the list may not be of
    EXPECT_EQ(held_minutes(s.run_shuffled(1).timeline, "+old"), 0);
    PodFact& system = s.pod("dns", "n1", 0, 120);
    system.pod.ns = "kube-system";
    system.pod.spec.device = {};
    system.first_seen = at(30);
    EXPECT_EQ(held_minutes(s.run_shuffled(1).timeline, "+old"), 90);
}

// A card that left keeps its record.
TEST(AssembleClaims, ReportARecordOfACardThatLeftBesideTheTotals) {
    Scene s;
    s.node("n1", 0, 120);
    for (const char* uuid : {"1", "2", "3"}) s.track(gpu_track("n1", uuid, uuid[0] - '1'), 0, 120, 0.1);
    s.track(gpu_track("n1", "4", 3), 0, 60, 0.1);
    s.track(gpu_track("n1", "9", 3), 60, 120, 0.1);
    const auto claim = [&](const char* pod, const char* uuid) {
        s.pod(pod, "n1", 0, 120);
        s.facts.claims.push_back({.gpu = {.uuid = uuid}, .pod = {.ns = "ml", .name = pod}, .held = from_to(0, 120)});
    };
    claim("a", "1");
    claim("b", "2");
    claim("c", "4");
    s.options.end = at(120);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gpus.size(), 5U);
    EXPECT_EQ(t.gpus[3].uuid, "4");
    EXPECT_EQ(t.gpus[3].present, IntervalSet{from_to(0, 60)});
    EXPECT_EQ(t.gpus[4].uuid, "9");
    EXPECT_EQ(t.gpus[4].present, IntervalSet{from_to(60, 120)});
    EXPECT_EQ(held_minutes(t, "c"), 60);
    EXPECT_EQ(held_minutes(t, "+c"), 60);
    const model::Claim& dangling = t.claims.back();
    EXPECT_FALSE(dangling.gpu.known());
    EXPECT_EQ(dangling.count, 0);
    EXPECT_EQ(dangling.holder, HolderState::gone);
}

// Intention and fact differ.
TEST(AssembleClaims, BookOnTheRecordedDeviceWhereALabelSaysAnother) {
    Scene s;
    s.node("n1", 0, 60);
    s.track(gpu_track("n1", "g0", 0, "big"), 0, 60, 0.1);
    s.track(gpu_track("n1", "g1", 1, "small"), 0, 60, 0.1);
    s.pod("big", "n1", 0, 60);
    s.pod("small", "n1", 0, 60);
    s.facts.claims.push_back({.gpu = {.uuid = "g1"}, .pod = {.ns = "ml", .name = "big"}, .held = from_to(0, 60)});
    s.facts.claims.push_back({.gpu = {.uuid = "g0"}, .pod = {.ns = "ml", .name = "small"}, .held = from_to(0, 60)});
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 2U);
    EXPECT_EQ(pod_name(t, t.claims[0]), "small");
    EXPECT_EQ(pod_name(t, t.claims[1]), "big");
    EXPECT_TRUE(has_gap(t, Gap::Kind::conflict, "ml/big"));
    EXPECT_TRUE(has_gap(t, Gap::Kind::conflict, "ml/small"));
}

// A scheduler's own record is what it meant: where labels show the pods, they are.
TEST(AssembleClaims, BookWhereLabelsShowAPodThatItsSchedulerMeantElsewhere) {
    Scene s;
    s.node("n1", 0, 60);
    s.track(gpu_track("n1", "g0", 0, "small"), 0, 60, 0.1);
    s.track(gpu_track("n1", "g1", 1, "big"), 0, 60, 0.1);
    const auto meant = [&](const char* pod, const char* uuid) {
        s.pod(pod, "n1", 0, 60);
        s.facts.claims.push_back(
            {.gpu = {.uuid = uuid}, .pod = {.ns = "ml", .name = pod}, .held = from_to(0, 60), .intended = true});
    };
    meant("big", "g0");
    meant("small", "g1");
    meant("silent", "g1");  // no label of it anywhere: where it was meant to be, beside `big`
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 3U);
    EXPECT_EQ(pod_name(t, t.claims[0]), "small");
    EXPECT_EQ(pod_name(t, t.claims[1]), "big");
    EXPECT_EQ(pod_name(t, t.claims[2]), "silent");
    EXPECT_TRUE(t.claims[0].disputed && t.claims[1].disputed && !t.claims[2].disputed);
    EXPECT_TRUE(has_gap(t, Gap::Kind::conflict, "ml/big"));
    EXPECT_FALSE(has_gap(t, Gap::Kind::conflict, "ml/silent"));
}

// Bound and running: it holds a part of some card, and nobody says of which.
TEST(AssembleClaims, GiveNoDeviceToAFractionThatNoRecordPlaces) {
    Scene s;
    s.node("n1", 0, 60);
    s.track(gpu_track("n1", "g0", 0), 0, 60, 0.0);
    PodFact& f = s.pod("f", "n1", 0, 60);
    f.pod.spec.device = {
        .kind = model::DeviceKind::fraction, .resource = "gpu-fraction", .count = 1, .fraction = MilliGpu{500}};
    const auto made = s.run();
    EXPECT_TRUE(made.timeline.claims.empty());
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::unknown_owner, "ml/f"));
    EXPECT_TRUE(made.timeline.nodes.at(0).holders_untold);
}

TEST(AssembleClaims, StretchALabelOverTheLifeOfItsPod) {
    Scene s;
    s.node("n1", 0, 120);
    s.track(gpu_track("n1", "g0", 0), 0, 32, 0.0);
    s.track(gpu_track("n1", "g0", 0, "p"), 32, 50, 0.5);
    s.track(gpu_track("n1", "g0", 0), 50, 55, 0.5);
    s.track(gpu_track("n1", "g0", 0, "p"), 55, 104, 0.5);
    s.track(gpu_track("n1", "g0", 0), 104, 120, 0.0);
    s.pod("p", "n1", 30, 100).pod.ended = at(100);
    s.options.end = at(120);
    const auto made = s.run();
    ASSERT_EQ(made.timeline.claims.size(), 1U);
    const model::Claim& c = made.timeline.claims[0];
    EXPECT_EQ(c.held, from_to(30, 100));
    EXPECT_EQ(c.bridged, minutes(5));
    EXPECT_TRUE(c.start_known);
    EXPECT_EQ(c.holder, HolderState::alive);
}

TEST(AssembleClaims, CountWhatNoLabelNamesAndNameItWhenAllIsHeld) {
    Scene s;
    s.node("n1", 0, 60);
    for (int i = 0; i < 4; ++i) s.track(gpu_track("n1", "g" + std::to_string(i), i), 0, 60, 0.0);
    s.pod("some", "n1", 0, 30, 2).pod.ended = at(30);
    s.pod("all", "n1", 30, 60, 4);
    s.options.end = at(60);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 5U);
    EXPECT_EQ(t.claims[4].count, 2);  // claims by count come after those with a GPU
    EXPECT_FALSE(t.claims[4].gpu.known());
    EXPECT_EQ(t.claims[4].held, from_to(0, 30));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(t.claims[i].gpu, model::GpuIx::of(i));
        EXPECT_EQ(pod_name(t, t.claims[i]), "all");
        EXPECT_EQ(t.claims[i].source, ClaimSource::count);
    }
}

TEST(AssembleClaims, SayWhereAPodAsksForMoreThanItsNodeShows) {
    Scene s;
    s.node("n1", 0, 60);
    for (int i = 0; i < 4; ++i) s.track(gpu_track("n1", "g" + std::to_string(i), i), 0, 60, 0.0);
    s.node("bare", 0, 60);
    s.pod("fits", "n1", 0, 30, 4).pod.ended = at(30);
    s.pod("more", "n1", 30, 60, 8);
    s.pod("lost", "bare", 0, 60, 1);
    const auto made = s.run();
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "asks for 8 GPUs, but the inputs show 4 there"));
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::conflict, "asks for 1 GPUs, but the inputs show 0 there"));
    EXPECT_FALSE(has_gap(made.timeline, Gap::Kind::conflict, "ml/fits"));
}

TEST(AssembleClaims, SplitALabelBetweenPodsOfOneName) {
    Scene s;
    s.node("n1", 0, 60);
    s.track(gpu_track("n1", "g0", 0, "web-0"), 0, 60, 0.5);
    PodFact& first = s.pod("web-0", "n1", 0, 30);
    first.pod.uid = "u1";
    first.pod.ended = at(30);
    s.pod("web-0", "n1", 31, 60).pod.uid = "u2";
    s.options.end = at(60);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.claims.size(), 2U);
    EXPECT_EQ(t.pods[t.claims[0].pod.at()].uid, "u1");
    EXPECT_EQ(t.claims[0].held, from_to(0, 30));
    EXPECT_EQ(t.pods[t.claims[1].pod.at()].uid, "u2");
    EXPECT_EQ(t.claims[1].held, from_to(31, 60));
}

// A dump with a pod of kube-system on one node and nothing at all on the other, which cannot be all.
TEST(AssembleClaims, DoNotCallGpusFreeOnANodeThatTheDumpHasNoPodOf) {
    Scene s;
    for (const char* name : {"n1", "n2"}) s.node(name, 0, 60).node.capacity = {{"nvidia.com/gpu", 1}};
    s.track(gpu_track("n1", "g1", 0), 0, 60, 0.1);
    s.track(gpu_track("n2", "g2", 0), 0, 60, 0.0);
    PodFact& proxy = s.pod("proxy", "n1", 0, 60);
    proxy.pictured = true;
    proxy.owners = {{.kind = "DaemonSet", .name = "proxy", .uid = ""}};
    const auto made = s.run();
    EXPECT_FALSE(made.timeline.nodes[0].holders_untold);
    EXPECT_TRUE(made.timeline.nodes[1].holders_untold);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::unknown_owner, "--all-namespaces"));
}

// One namespace may be all there is: the doubt is said, and nothing is taken away.
TEST(AssembleClaims, SayThatADumpOfOneNamespaceIsTakenAsComplete) {
    Scene s;
    for (const char* name : {"n1", "n2"}) s.node(name, 0, 60).node.capacity = {{"nvidia.com/gpu", 1}};
    s.track(gpu_track("n1", "g1", 0), 0, 60, 0.1);
    s.track(gpu_track("n2", "g2", 0), 0, 60, 0.0);
    s.pod("job", "n1", 0, 60).pictured = true;
    const auto made = s.run();
    EXPECT_FALSE(made.timeline.nodes[1].holders_untold);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::assumption, "--all-namespaces"));
}

TEST(AssembleClaims, TrustAReporterOfAllPodsAboutEveryNode) {
    Scene s;
    for (const char* name : {"n1", "n2"}) s.node(name, 0, 60).node.capacity = {{"nvidia.com/gpu", 1}};
    s.pod("job", "n1", 0, 60).pictured = true;
    s.pod("other", "n1", 0, 60);
    s.track(gpu_track("n2", "g2", 0), 0, 60, 0.0);
    const auto made = s.run();
    EXPECT_FALSE(made.timeline.nodes[1].holders_untold);
}

TEST(AssembleClaims, DoNotCallGpusFreeBesideAPodWhoseRequestCannotBeRead) {
    Scene s;
    s.node("n1", 0, 60).node.capacity = {{"nvidia.com/gpu", 2}};
    s.pod("odd", "n1", 0, 60).pod.spec.device = {.kind = model::DeviceKind::invalid, .why_invalid = "asks for x"};
    s.track(gpu_track("n1", "g1", 0), 0, 60, 0.0);
    const auto made = s.run();
    EXPECT_TRUE(made.timeline.nodes[0].holders_untold);
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::unknown_owner, "ml/odd"));
}

}  // namespace
}  // namespace arable::sources
