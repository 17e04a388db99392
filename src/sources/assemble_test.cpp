#include "sources/assemble.h"

#include <gtest/gtest.h>

#include <fmt/core.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

using model::Gap;

std::string text(const IntervalSet& set) {
    std::string out;
    for (const Interval& i : set) out += fmt::format("[{},{})", i.begin.ms, i.end.ms);
    return out;
}

std::string text(std::optional<Time> t) { return t ? std::to_string(t->ms) : "-"; }

// Everything of a timeline that a reader can tell apart.
std::string text(const model::Timeline& t) {
    std::string out = text(IntervalSet{t.window});
    for (const auto& n : t.nodes)
        out += fmt::format("\nnode {} {} {} {} {} {}", n.name, n.uid, text(n.created), text(n.present), text(n.ready),
                           text(n.cordoned));
    for (const auto& g : t.gpus) {
        out += fmt::format("\ngpu {} {} {} {} {} {}", g.name, g.node.value, g.pci, g.product, text(g.present),
                           text(g.unhealthy));
        for (const auto& l : g.layouts)
            out += fmt::format(" {}x{}/{}", text(IntervalSet{l.during}), static_cast<int>(l.layout.kind),
                               l.layout.instances.size());
    }
    for (const auto& w : t.workloads) out += fmt::format("\nworkload {} {} {}", w.kind, w.ns, w.name);
    for (const auto& g : t.gangs) out += fmt::format("\ngang {} {} {}", g.kind, g.name, g.pods.size());
    for (const auto& p : t.pods)
        out += fmt::format("\npod {} {} {} {} {} {} {}", p.name, p.uid, p.workload.value, p.gang.value, p.node.value,
                           text(p.scheduled), text(p.ended));
    for (const auto& c : t.claims)
        out += fmt::format("\nclaim {} {} {} {} {} {} {} {}", c.pod.value, c.gpu.value, c.count, c.replicas,
                           text(IntervalSet{c.held}), c.start_known, static_cast<int>(c.holder), c.bridged.ms);
    for (const auto& g : t.gaps)
        out += fmt::format("\ngap {} {} {} {} {}", static_cast<int>(g.kind), g.subject, g.message.english(), g.count,
                           g.gpu_time.ms);
    return out;
}

void build_busy(Scene& s) {
    for (int n = 0; n < 4; ++n) {
        const std::string node = "n" + std::to_string(n);
        s.node(node, 0, 240).node.capacity = {{"nvidia.com/gpu", 4}};
        for (int g = 0; g < 3; ++g) {
            const std::string uuid = fmt::format("u{}{}", n, g);
            const std::string owner = fmt::format("p{}{}", n, g);
            s.track(gpu_track(n % 2 ? node : node + ".local", uuid, g), 0, 60, 0.1, 60);
            s.track(gpu_track(node, uuid, g, owner), 60, 200, 0.7, 60);
            s.track(gpu_track(node, "", g, owner, model::Quantity::power), 60, 200, 300, 60);
            s.facts.gpus.push_back({.key = {.node = node, .uuid = uuid, .index = g},
                                    .product_name = g == 0 ? "NVIDIA L4" : "Mystery 9000",
                                    .seen = from_to(0, 200)});
            if (g > 0) s.pod(owner, node, 55 + g, 240).owners = {{"Job", "train-" + std::to_string(n), ""}};
        }
        s.facts.owners.push_back({.ns = "ml", .kind = "Job", .name = "train-" + std::to_string(n), .parallelism = 2});
        s.pod("extra" + std::to_string(n), node, 100, 150, 1);
    }
    s.facts.claims.push_back({.gpu = {.uuid = "nowhere"}, .pod = {.ns = "ml", .name = "p11"}, .held = from_to(0, 100)});
    s.options.end = at(240);
}

TEST(Assemble, GivesTheSameTimelineForFactsInAnyOrder) {
    Scene s;
    build_busy(s);
    const std::string first = text(s.run().timeline);
    EXPECT_NE(first.find("claim"), std::string::npos);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        s.options.threads = 1 + static_cast<unsigned>(seed % 3);
        ASSERT_EQ(text(s.run_shuffled(seed).timeline), first) << "seed " << seed;
    }
}

TEST(Assemble, RefusesInputWithoutTimesAndAnEndBeforeTheData) {
    Scene s;
    ASSERT_TRUE(s.store.seal());
    const auto nothing = assemble(s.facts, s.store, s.options);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, ErrorCode::invalid_input);
    s.see(at(10));
    s.options.end = at(5);
    const auto early = assemble(s.facts, s.store, s.options);
    ASSERT_FALSE(early);
    EXPECT_NE(early.error().message.find("2023-11-15T00:10:00Z"), std::string::npos) << early.error().message;
}

TEST(Assemble, LooksNoFurtherBackThanTheData) {
    Scene s;
    s.track(gpu_track("n1", "a", 0), 10, 100, 0.1);
    const auto made = s.run();
    EXPECT_EQ(made.timeline.window, (Interval{at(10), at(100) - seconds(30)}));
    EXPECT_EQ(made.timeline.asked, days(30));
    EXPECT_TRUE(has_gap(made.timeline, Gap::Kind::too_short, "window"));
}

// "3 d were asked for, the data hold 3 d" says nothing: the last sample lies one scrape before the end.
TEST(Assemble, LacksNothingThatWouldBeShown) {
    Scene s;
    s.track(gpu_track("n1", "a", 0), 0, 3 * 24 * 60 - 1, 0.1);
    s.options.window = days(3);
    const auto made = s.run();
    EXPECT_LT(made.timeline.window.length(), days(3));
    EXPECT_FALSE(has_gap(made.timeline, Gap::Kind::too_short, "window"));
}

TEST(Assemble, CutsTheWindowThatWasAskedForFromTheEnd) {
    Scene s;
    s.track(gpu_track("n1", "a", 0), 0, 600, 0.1);
    s.options.window = hours(2);
    s.options.end = at(500);
    const auto made = s.run();
    EXPECT_EQ(made.timeline.window, from_to(380, 500));
    EXPECT_FALSE(has_gap(made.timeline, Gap::Kind::too_short, "window"));
}

TEST(Assemble, MakesOneCellOfOneInstant) {
    Scene s;
    NodeFact node;
    node.node.name = "n1";
    node.node.created = at(-9000);
    node.seen_at = at(7) + seconds(20);
    s.facts.nodes.push_back(node);
    s.see(*node.seen_at);
    s.track(gpu_track("n1", "a", 0, "p"), 7, 8, 0.25, 90);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    EXPECT_TRUE(t.instant);
    const Interval cell{*node.seen_at, at(8)};  // in which both the sample and the node are known
    EXPECT_EQ(t.window, cell);
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.gpus[0].present, IntervalSet{cell});
    EXPECT_EQ(t.nodes[0].present, IntervalSet{cell});
    ASSERT_EQ(t.claims.size(), 1U);
    EXPECT_EQ(t.claims[0].held, cell);
    const auto signals = signals_of(made, model::SubjectKind::gpu, 0);
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_EQ(signals[0].median_interval, minutes(1));  // one sample stands for one cell
}

TEST(Assemble, GivesAnEmptyTimelineForAClusterWithoutGpus) {
    Scene s;
    s.node("cpu-1", 0, 60);
    s.see(at(0));
    s.see(at(60));
    const auto made = s.run();
    EXPECT_EQ(made.timeline.nodes.size(), 1U);
    EXPECT_TRUE(made.timeline.gpus.empty());
    EXPECT_TRUE(made.timeline.claims.empty());
}

TEST(Assemble, ReportsSilenceOfAnExporterInGpuTime) {
    Scene s;
    s.node("n1", 0, 60);
    s.track(gpu_track("n1", "a", 0), 0, 10, 0.1, 60);
    s.track(gpu_track("n1", "a", 0), 40, 60, 0.1, 60);
    s.options.end = at(60);
    const auto made = s.run();
    EXPECT_EQ(made.timeline.gpus.at(0).present, IntervalSet{from_to(0, 60)});  // unknown, not absent
    const auto& gaps = made.timeline.gaps;
    const auto found =
        std::find_if(gaps.begin(), gaps.end(), [](const Gap& g) { return g.kind == Gap::Kind::missing_samples; });
    ASSERT_NE(found, gaps.end());
    EXPECT_EQ(found->subject, "n1");
    EXPECT_EQ(found->gpu_time.ms, (at(40) - (at(9) + seconds(150))).ms);  // the last sample stands 2.5 intervals
}

}  // namespace
}  // namespace arable::sources
