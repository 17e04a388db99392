#include "codec/snapshot_lines.h"

#include <gtest/gtest.h>

namespace arable::codec {
namespace {

constexpr Time kBegin{1'793'491'200'000};
constexpr Interval kWindow{kBegin, kBegin + days(1)};

model::PodSpec some_spec() {
    model::PodSpec spec;
    spec.device = {.kind = model::DeviceKind::whole, .resource = "nvidia.com/gpu", .count = 1, .size = {1000}};
    spec.rules.node_selector = {{"disk", "ssd"}};
    spec.rules.node_affinity = {{{"zone", "In", {"", "b"}}}, {}};
    spec.rules.spread = {{.max_skew = 2, .topology_key = "zone", .selector = {{"app", "Exists", {}}}, .hard = false}};
    return spec;
}

// One value of each list, with every kind of field.
SnapshotValues some_values() {
    SnapshotValues v;
    v.header = {.version = "1.0", .redacted = false, .raw = true, .blocks = 2};
    model::Timeline& t = v.timeline;
    t.window = kWindow;
    t.asked = days(30);
    t.step = minutes(1);
    t.clusters = {"east", ""};
    t.nodes.push_back({.cluster = "east",
                       .name = "node \"a\"",
                       .uid = "never written",
                       .created = kBegin - days(3),
                       .present = {kWindow},
                       .ready = {{kBegin, kBegin + hours(1)}, {kBegin + hours(2), kBegin + days(1)}},
                       .labels = {{"zone", ""}, {"disk", "ssd"}},
                       .taints = {{"dedicated", "ml", "NoSchedule"}},
                       .cpu = MilliCpu{96000},
                       .allocatable = {{"nvidia.com/gpu", 8}}});
    t.gpus.push_back(
        {.node = model::NodeIx::of(0),
         .cluster = "east",
         .index = 0,
         .name = "gpu",
         .memory = gibibytes(80),
         .present = {kWindow},
         .layouts = {{kWindow,
                      {.kind = model::LayoutKind::mig,
                       .instances = {{.id = 1, .profile = "1g.10gb", .compute_slices = 1, .start = 0}}}}}});
    t.workloads.push_back({.ns = "ml", .kind = "Deployment", .name = "chat", .replicas = 0, .serving = true});
    const model::PodSpec spec = some_spec();
    t.gangs.push_back({.ns = "ml",
                       .kind = "Job",
                       .name = "train",
                       .workload = model::WorkloadIx::of(0),
                       .pods = {model::PodIx::of(0)},
                       .templates = {{spec, 3}}});
    t.pods.push_back({.ns = "ml",
                      .name = "chat-0",
                      .workload = model::WorkloadIx::of(0),
                      .node = model::NodeIx::of(0),
                      .phase = model::PodPhase::running,
                      .started = kBegin,
                      .notes = {{.during = {kBegin, kBegin + hours(1)},
                                 .kind = model::WaitNote::Kind::admission_failed,
                                 .detail = "no",
                                 .devices_refused = true}},
                      .spec = spec});
    t.claims.push_back({.pod = model::PodIx::of(0), .gpu = model::GpuIx::of(0), .instance = 1, .held = kWindow});
    t.launches.push_back({.during = kWindow, .pool = "p"});
    t.caps.push_back({.during = kWindow, .reason = "limit"});
    t.quotas.push_back({.ns = "ml", .kind = "ResourceQuota", .name = "q", .hard = 4, .used = 0});
    t.pools.push_back({.pool = "p", .points = {{kBegin, 8, 4, 0}}, .interval = hours(1)});
    t.gaps.push_back({.kind = model::Gap::Kind::conflict, .subject = "s", .message = "m", .count = 2, .gpu_time = {5}});
    t.sources.push_back({.kind = "metrics", .name = "m.txt", .records = 5, .dropped = 1, .detail = "d"});
    v.prices.rows.push_back({.instance_type = "p5", .gpus = 8, .micros_per_gpu_hour = 7, .currency = "USD"});
    return v;
}

std::vector<std::string> lines_of(const SnapshotValues& values) {
    std::vector<std::string> lines;
    const auto done = write_lines(values, [&](std::string_view line) -> Result<Done> {
        lines.emplace_back(line);
        return Done{};
    });
    EXPECT_TRUE(done);
    return lines;
}

Result<SnapshotValues> read(const std::vector<std::string>& lines) {
    SnapshotLines reader;
    for (const std::string& line : lines) {
        const auto added = reader.add(line);
        if (!added) return tl::unexpected(added.error());
    }
    if (!reader.complete()) return fail(ErrorCode::truncated, reader.place());
    return reader.take();
}

TEST(SnapshotLines, GiveBackWhatTheyHold) {
    const auto lines = lines_of(some_values());
    ASSERT_EQ(lines.size(), 14U);
    const auto values = read(lines);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(lines_of(*values), lines);
    const model::Timeline& t = values->timeline;
    EXPECT_EQ(t.clusters, (std::vector<std::string>{"east", ""}));
    EXPECT_EQ(t.nodes[0].name, "node \"a\"");
    EXPECT_EQ(t.nodes[0].ready.size(), 2U);
    EXPECT_EQ(t.nodes[0].labels.at("zone"), "");
    EXPECT_EQ(t.nodes[0].cpu, MilliCpu{96000});
    EXPECT_FALSE(t.nodes[0].memory);
    EXPECT_EQ(t.gpus[0].layouts[0].layout.instances[0].start, 0);
    EXPECT_EQ(t.workloads[0].replicas, 0);
    EXPECT_EQ(t.pods[0].spec.rules.node_affinity[0][0].values, (std::vector<std::string>{"", "b"}));
    EXPECT_EQ(t.pods[0].spec.rules.node_affinity.size(), 2U);
    EXPECT_FALSE(t.pods[0].spec.rules.spread[0].hard);
    EXPECT_TRUE(t.pods[0].notes[0].devices_refused);
    EXPECT_FALSE(t.pods[0].gang.known());
    EXPECT_EQ(t.gangs[0].templates[0].second, 3);
    EXPECT_EQ(t.quotas[0].used, 0);
    EXPECT_EQ(values->prices.rows[0].micros_per_gpu_hour, 7);
}

TEST(SnapshotLines, WriteNothingThatIsNotOnTheList) {
    for (const std::string& line : lines_of(some_values())) EXPECT_EQ(line.find("never written"), std::string::npos);
}

TEST(SnapshotLines, SayWhichSchemaTheyRead) {
    auto lines = lines_of(some_values());
    lines[0].replace(lines[0].find("/v1"), 3, "/v9");
    const auto other = read(lines);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "its schema is 'arable.snapshot/v9'; this program reads 'arable.snapshot/v1'");
    const auto none = read({"{\"a\":1}"});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "this is no snapshot: its first line names no schema");
    EXPECT_FALSE(read({"<html>"}));
    EXPECT_FALSE(read({std::string(100'000, '[')}));
}

struct Spoiled {
    std::size_t line;
    std::string from, to, says;
};

TEST(SnapshotLines, NameWhatIsWrong) {
    const auto good = lines_of(some_values());
    for (const Spoiled& s :
         {Spoiled{0, "\"gpu\":1", "\"gpu\":99999999999", "the header's count of 'gpu' is no count that can be read"},
          Spoiled{0, "\"gpu\":1", "\"gpu\":-1", "the header's count of 'gpu' is no count that can be read"},
          Spoiled{0, "\"pod\":1", "\"pod\":10000000", "the header announces more values than fit into 2 GiB of memory"},
          Spoiled{5, "\"name\":\"chat-0\"", "\"x\":1", "pod 1 of 1 has no 'name'"},
          Spoiled{1, "96000", "\"many\"", "node 1 of 1 has a bad 'cpu'"},
          Spoiled{1, "96000", "1e400", "node 1 of 1: is not a line of JSON"},
          Spoiled{2, "\"node\":0", "\"node\":7", "gpu 1: names a value that is not there"},
          Spoiled{2, "\"node\":0", "\"node\":-1", "gpu 1 of 1 has a bad 'node'"},
          Spoiled{2, "\"kind\":3", "\"kind\":4", "gpu 1 of 1 has a bad 'layouts'"},
          Spoiled{2, "{\"gpu\"", "{\"pod\"", "gpu 1 of 1: the line holds another value"},
          Spoiled{5, "\"count\":1", "\"count\":900000000", "pod 1: has a count that is none"}}) {
        auto lines = good;
        const std::size_t at = lines[s.line].find(s.from);
        ASSERT_NE(at, std::string::npos) << s.from << " in " << lines[s.line];
        lines[s.line].replace(at, s.from.size(), s.to);
        const auto values = read(lines);
        ASSERT_FALSE(values) << s.to;
        EXPECT_EQ(values.error().message, s.says);
    }
}

TEST(SnapshotLines, SayWhereTheyEndTooEarly) {
    auto lines = lines_of(some_values());
    lines.resize(3);
    const auto values = read(lines);
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().message, "workload 1 of 1");
}

// 20 million GPUs that are waited for during 20 years: more GPU-milliseconds than 64 bits hold.
TEST(SnapshotLines, RefuseMoreGpuTimeThanCanBeAddedUp) {
    SnapshotValues values;
    values.timeline.window = {kBegin, kBegin + days(7300)};
    values.timeline.asked = days(7300);
    values.timeline.step = minutes(1);
    model::Pod pod{.ns = "ml", .name = "p", .phase = model::PodPhase::pending, .created = kBegin};
    pod.spec.device = {.kind = model::DeviceKind::whole, .resource = "nvidia.com/gpu", .count = 10'000};
    pod.spec.device.size = {10'000'000};
    values.timeline.pods.assign(1, pod);
    EXPECT_TRUE(read(lines_of(values)));
    values.timeline.pods.assign(2000, pod);
    const auto again = read(lines_of(values));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, "the lists: ask for more GPU time than can be added up");
    values.timeline.pods.clear();
    values.timeline.gangs.push_back({.name = "g", .templates = {{pod.spec, 1'000'000}}});
    EXPECT_FALSE(read(lines_of(values)));
}

TEST(SnapshotLines, RefuseTimesOutOfOrder) {
    auto values = some_values();
    std::swap(values.timeline.nodes[0].ready[0], values.timeline.nodes[0].ready[1]);
    const auto again = read(lines_of(values));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, "node 1: times are not in order");
}

TEST(SnapshotLines, HoldLateGaps) {
    const auto gaps = some_values().timeline.gaps;
    const auto read = read_gap_lines(gap_lines(gaps));
    ASSERT_TRUE(read);
    ASSERT_EQ(read->size(), 1U);
    EXPECT_EQ(read->front().count, 2);
    EXPECT_EQ(gap_lines(*read), gap_lines(gaps));
    EXPECT_FALSE(read_gap_lines("nonsense\n"));
}

}  // namespace
}  // namespace arable::codec
