// Explains subjects of generated estates and holds every kind of figure in the text against the estate's events.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/pipeline.h"
#include "app/render.h"
#include "base/figures.h"
#include "estate/generate.h"
#include "story_reader.h"
#include "story_truth.h"

namespace arable::tests {
namespace {

using Pods = std::vector<std::uint32_t>;

constexpr double kScrapes = 0.3;  // hours: what two lost scrapes at an edge can cost

// An estate, examined once; stories of it as text.
class Told {
  public:
    explicit Told(const std::string& kind)
        : estate_(*estate::build({.kind = kind, .seed = 3, .gpus = 32, .length = days(3), .scrape = minutes(5)})),
          truth_(estate_),
          whole_(estate::truth(estate_)) {
        settings_.end = estate_.window.end;
        settings_.window = estate_.window.length();
        app::Progress silent;
        auto examined = app::examine(estate_, settings_, silent);
        EXPECT_TRUE(examined.has_value());
        if (examined) diagnosis_ = std::make_unique<app::Diagnosis>(std::move(*examined));
    }

    const estate::Estate& estate() const { return estate_; }
    const StoryTruth& truth() const { return truth_; }
    const estate::Truth& whole() const { return whole_; }

    ReadStory ask(diagnose::StoryKind kind, const std::string& name) const {
        const auto story = app::explain(*diagnosis_, {kind, name, ""}, settings_);
        EXPECT_TRUE(story.has_value()) << story.error().message;
        if (!story) return {};
        const ReadStory read = read_story(app::render(*story, {.width = 120}));
        EXPECT_EQ(read.kind, diagnose::name(kind));
        EXPECT_TRUE(read.from.starts_with("2026-11-01 00:00")) << read.from;
        return read;
    }

  private:
    estate::Estate estate_;
    StoryTruth truth_;
    estate::Truth whole_;
    app::Settings settings_;
    std::unique_ptr<app::Diagnosis> diagnosis_;
};

const Told& told(const std::string& kind) {
    static std::map<std::string, std::unique_ptr<Told>> all;
    auto& one = all[kind];
    if (!one) one = std::make_unique<Told>(kind);
    return *one;
}

double hours_between(const Interval& span) { return static_cast<double>(span.length().ms) / 3.6e6; }

Time time_of(std::string stamp) {
    stamp[10] = 'T';
    return *parse_rfc3339(stamp + (stamp.size() == 16 ? ":00Z" : "Z"));
}

void expect_time(const std::string& stamp, Time truth, double within_hours, const std::string& what) {
    ASSERT_GE(stamp.size(), 16U) << what;
    EXPECT_LE(std::abs(static_cast<double>((time_of(stamp) - truth).ms)) / 3.6e6, within_hours) << what << stamp;
}

void expect_time_split(const Told& told, const ReadStory& read, const HeldTruth& truth) {
    EXPECT_NEAR(read.gpu_hours, truth.gpu_hours, 0.01 * truth.gpu_hours + kScrapes);
    double shown = 0.0;
    for (const auto& [cls, hours] : read.classes) shown += hours;
    EXPECT_NEAR(shown, read.gpu_hours, 1e-6) << "the parts shown do not add up to the whole shown";
    std::set<std::string> names;
    for (const auto& [cls, hours] : read.classes) names.insert(cls);
    for (const auto& [cls, hours] : truth.classes) names.insert(cls);
    for (const std::string& cls : names) {
        const auto in = [&](const std::map<std::string, double>& of) { return of.contains(cls) ? of.at(cls) : 0.0; };
        EXPECT_NEAR(in(read.classes), in(truth.classes), 0.02 * truth.gpu_hours + kScrapes) << cls;
    }
    const double estate = static_cast<double>(told.whole().gpu_ms) / 3.6e6;
    ASSERT_TRUE(read.share && read.estate_gpu_hours);
    EXPECT_NEAR(*read.estate_gpu_hours, estate, 0.001 * estate + 1.0);
    EXPECT_NEAR(*read.share, 100.0 * truth.gpu_hours / estate, 0.2);
    if (read.kind == "workload") {
        ASSERT_TRUE(read.usd);
        EXPECT_NEAR(*read.usd, truth.usd, 0.01 * truth.usd + 2.0);
    }
    double idle = kScrapes;
    for (const char* cls : {"held.starting", "held.empty", "held.loaded", "active.headroom"})
        if (const auto at = truth.classes.find(cls); at != truth.classes.end()) idle += at->second;
    if (read.curable_as_is) {
        EXPECT_LE(*read.curable_as_is, idle + 0.02 * truth.gpu_hours);
    }
}

void expect_measure(const ReadStory& read, const std::string& what, double truth, double within) {
    const auto found = read.measures.find(what);
    ASSERT_NE(found, read.measures.end()) << what;
    EXPECT_NEAR(found->second.value, truth, within) << what;
    EXPECT_GT(found->second.n, 0.0);
}

void expect_between(const ReadStory& read, const std::string& what, const std::pair<double, double>& truth) {
    const auto found = read.measures.find(what);
    ASSERT_NE(found, read.measures.end()) << what;
    EXPECT_GE(found->second.value, 100.0 * truth.first - 3.0) << what;
    EXPECT_LE(found->second.value, 100.0 * truth.second + 3.0) << what;
}

void expect_activity(const ReadStory& read, const HeldTruth& truth, bool sm_exported) {
    if (!truth.flips) expect_between(read, "engine_active, p95 on the busiest card", truth.engine_p95);
    if (!truth.flips && sm_exported) expect_between(read, "sm_active, p95 on the busiest card", truth.sm_p95);
    if (truth.active_hours < 1.0) return;
    expect_measure(read, "power, mean while active", truth.watts, 0.05 * truth.watts);
    if (read.measures.contains("tensor_active, mean while active"))
        expect_measure(read, "tensor_active, mean while active", 100.0 * truth.tensor, 2.0);
}

// `measured`: whole cards or slices of one size, so that lanes weigh alike.
void expect_measures(const ReadStory& read, const HeldTruth& truth, bool sm_exported) {
    if (truth.known_hours < 1.0) return;
    expect_measure(read, "engine_active, mean while held", 100.0 * truth.engine, 2.0);
    if (sm_exported) expect_measure(read, "sm_active, mean while held", 100.0 * truth.sm, 2.0);
    expect_measure(read, "dram_active, mean while held", 100.0 * truth.dram, 2.0);
    expect_measure(read, "memory_used, mean while held", truth.memory_gib, 0.03 * truth.memory_gib + 0.2);
    expect_measure(read, "memory_used, most on one card", truth.most_memory_gib, 0.03 * truth.most_memory_gib + 0.2);
    expect_activity(read, truth, sm_exported);
    expect_measure(read, "duty cycle, share of known time", 100.0 * truth.active_hours / truth.known_hours, 3.0);
    EXPECT_NEAR(read.measures.at("duty cycle, share of known time").known_hours, truth.known_hours,
                0.03 * truth.known_hours + kScrapes);
}

// What one request more or less, and two lost scrapes, can move. How many figures there were to compare.
std::size_t expect_servers(const ReadStory& read, const PodTruth& truth) {
    std::size_t seen = 0;
    const auto near = [&](const std::string& what, double value, double within) {
        if (!read.measures.contains(what)) return;
        ++seen;
        expect_measure(read, what, value, within);
    };
    near("cpu_used, mean of one pod", truth.cores, 0.03 * truth.cores + 0.02);
    near("requests_running, mean of one pod", truth.running, 0.03 * truth.running + 0.01);
    near("requests_waiting, mean of one pod", truth.waiting, 0.05 * truth.waiting + 0.3);
    near("kv_cache_use, mean of one pod", 100.0 * truth.kv, 2.0);
    near("requests, all pods together", truth.requests_per_s, 0.03 * truth.requests_per_s + 1e-4);
    near("output tokens, all pods together", truth.tokens_per_s, 0.03 * truth.tokens_per_s + 0.02);
    near("latency, mean over requests", truth.latency_s, 0.03 * truth.latency_s + 0.02);
    near("time to first token, mean over requests", truth.ttft_s, 0.05 * truth.ttft_s + 0.02);
    return seen;
}

std::string full_name(const estate::Estate& e, std::uint32_t pod) {
    return e.workloads[e.pods[pod].workload].ns + "/" + e.pods[pod].name;
}

Interval held_by(const estate::Estate& e, std::uint32_t pod) {
    if (!e.pods[pod].started) return {};
    return intersect({*e.pods[pod].started, e.pods[pod].ended.value_or(e.window.end)}, e.window);
}

// All holders are named (up to those that a page has room for), each with its time and nobody else.
void expect_holders(const Told& told, const ReadStory& read, const std::set<std::uint32_t>& gpus, std::size_t shown) {
    const estate::Estate& e = told.estate();
    std::multimap<std::string, Interval> truth;
    for (std::uint32_t p = 0; p < e.pods.size(); ++p)
        for (const estate::Slot& slot : e.pods[p].slots)
            if (gpus.contains(slot.gpu) && !held_by(e, p).empty()) truth.emplace(full_name(e, p), held_by(e, p));
    EXPECT_EQ(read.held.size(), std::min(shown, truth.size()));
    for (const HeldLine& line : read.held) {
        ASSERT_TRUE(truth.contains(line.pod)) << line.pod;
        const Interval& held = truth.find(line.pod)->second;
        EXPECT_NEAR(line.hours, hours_between(held), kScrapes) << line.pod;
        expect_time(line.from, held.begin, kScrapes, line.pod + " from ");
        expect_time(line.to, held.end, kScrapes, line.pod + " to ");
    }
}

void check_gpu(const Told& told, std::uint32_t gpu) {
    const estate::Estate& e = told.estate();
    const estate::Node& node = e.nodes[e.gpus[gpu].node];
    SCOPED_TRACE(fmt::format("{} gpu {}", e.spec.kind, e.gpus[gpu].uuid));
    ReadStory read = told.ask(diagnose::StoryKind::gpu, e.gpus[gpu].uuid);
    const HeldTruth truth = told.truth().of_gpus({gpu});
    EXPECT_EQ(read.traits["node"], node.name);
    EXPECT_EQ(read.traits["card number"], std::to_string(e.gpus[gpu].index));
    ASSERT_TRUE(read.paid_hours.has_value());
    EXPECT_NEAR(*read.paid_hours, hours_between(intersect(node.present, e.window)), kScrapes);
    expect_time_split(told, read, truth);
    expect_holders(told, read, {gpu}, 12);
    if (node.offer == estate::Offer::exclusive) expect_measures(read, truth, node.sm_exported);
}

void check_node(const Told& told, std::uint32_t at) {
    const estate::Estate& e = told.estate();
    const estate::Node& node = e.nodes[at];
    SCOPED_TRACE(fmt::format("{} node {}", e.spec.kind, node.name));
    std::vector<std::uint32_t> gpus;
    for (int g = 0; g < estate::hardware(node.hardware).gpus; ++g)
        gpus.push_back(node.first_gpu + static_cast<std::uint32_t>(g));
    ReadStory read = told.ask(diagnose::StoryKind::node, node.name);
    EXPECT_EQ(read.traits["GPUs"], std::to_string(gpus.size()));
    EXPECT_EQ(read.traits["pool"], node.pool);
    const HeldTruth truth = told.truth().of_gpus(gpus);
    expect_time_split(told, read, truth);
    ASSERT_TRUE(read.paid_hours.has_value());
    EXPECT_NEAR(*read.paid_hours, hours_between(intersect(node.present, e.window)), kScrapes);
    const double out = static_cast<double>(total(intersect(node.not_ready, e.window)).ms) / 3.6e6;
    EXPECT_NEAR(read.not_ready_hours.value_or(0.0), out, kScrapes);
    if (node.offer == estate::Offer::exclusive) expect_measures(read, truth, node.sm_exported);
}

void expect_waits(const Told& told, const ReadStory& read, const Pods& pods) {
    const std::map<std::string, double> truth = told.truth().waits(pods);
    std::set<std::string> names;
    for (const auto& [cause, hours] : read.causes) names.insert(cause);
    for (const auto& [cause, hours] : truth) names.insert(cause);
    double all = 0.0;
    for (const auto& [cause, hours] : truth) all += hours;
    for (const std::string& cause : names) {
        const auto in = [&](const std::map<std::string, double>& of) {
            return of.contains(cause) ? of.at(cause) : 0.0;
        };
        EXPECT_NEAR(in(read.causes), in(truth), 0.03 * all + 2 * kScrapes) << cause;
    }
}

// `sm_exported`: on all nodes that it ran on.
void check_pods(const Told& told, diagnose::StoryKind kind, const std::string& name, const Pods& pods) {
    const estate::Estate& e = told.estate();
    SCOPED_TRACE(fmt::format("{} {} {}", e.spec.kind, diagnose::name(kind), name));
    ReadStory read = told.ask(kind, name);
    const HeldTruth truth = told.truth().of_pods(pods);
    if (truth.gpu_hours > 0.0) expect_time_split(told, read, truth);
    std::set<std::pair<std::uint32_t, std::uint32_t>> cards;  // a story names each once
    bool sm = true;
    bool whole = true;
    for (const std::uint32_t p : pods) {
        const estate::Pod& pod = e.pods[p];
        if (held_by(e, p).empty()) continue;
        for (const estate::Slot& slot : pod.slots) cards.insert({*pod.node, slot.gpu});
        sm = sm && e.nodes[*pod.node].sm_exported;
        whole = whole && e.nodes[*pod.node].offer == estate::Offer::exclusive;
    }
    EXPECT_EQ(read.held.size(), std::min<std::size_t>(12, cards.size()));
    if (whole) expect_measures(read, truth, sm);
    const std::size_t of_servers = expect_servers(read, told.truth().of_servers(pods));
    if (held_by(e, pods.front()).length() >= hours(1)) {
        EXPECT_EQ(of_servers, e.pods[pods.front()].process.server.on ? 8U : 1U);
    }
    expect_waits(told, read, pods);
    const estate::Workload& owner = e.workloads[e.pods[pods.front()].workload];
    EXPECT_EQ(read.traits["owner"], fmt::format("{} {}/{}", owner.kind, owner.ns, owner.name));
    if (kind != diagnose::StoryKind::pod) return;
    const estate::Pod& pod = e.pods[pods.front()];
    const std::string& asks = read.traits["asks for"];
    EXPECT_EQ(asks.substr(0, asks.find(' ')), std::to_string(pod.gpus)) << asks;
    expect_time(read.moments[name + " was created"], pod.created, 0.02, "created ");
    if (pod.started && e.window.contains(*pod.started))
        expect_time(read.moments[name + " started"], *pod.started, 0.02, "started ");
}

Pods pods_of(const estate::Estate& e, std::uint32_t workload) { return e.workloads[workload].pods; }

TEST(StoryFigures, OfGpusEqualTheTruth) {
    for (const std::uint32_t gpu : {0U, 9U, 24U}) check_gpu(told("five-percent"), gpu);
    check_gpu(told("mig"), 0);
    check_gpu(told("shared"), 2);
}

TEST(StoryFigures, OfNodesEqualTheTruth) {
    const Told& estate = told("five-percent");
    check_node(estate, 0);
    check_node(estate, 2);
    check_node(estate, static_cast<std::uint32_t>(estate.estate().nodes.size() - 1));  // never ready
}

TEST(StoryFigures, OfWorkloadsEqualTheTruth) {
    for (const char* kind : {"five-percent", "inference", "mig", "shared", "training"}) {
        const estate::Estate& e = told(kind).estate();
        for (const std::uint32_t w : {0U, 3U, static_cast<std::uint32_t>(e.workloads.size() - 1)})
            check_pods(told(kind), diagnose::StoryKind::workload, subject(e.workloads[w]), pods_of(e, w));
    }
}

TEST(StoryFigures, OfPodsEqualTheTruth) {
    for (const char* kind : {"five-percent", "mig"}) {
        const estate::Estate& e = told(kind).estate();
        for (const std::uint32_t p : {1U, 4U, 7U})
            check_pods(told(kind), diagnose::StoryKind::pod, full_name(e, p), {p});
    }
}

TEST(StoryFigures, OfWaitsEqualTheTruth) {
    std::size_t seen = 0;
    for (const char* kind : {"fragmented", "shared"}) {
        const Told& estate = told(kind);
        const estate::Estate& e = estate.estate();
        std::size_t of_kind = 0;
        for (std::uint32_t p = 0; p < e.pods.size() && of_kind < 3; ++p) {
            const estate::Pod& pod = e.pods[p];
            if (pod.waits.empty() || !pod.gang.empty() || estate.truth().waits({p}).empty()) continue;
            ++of_kind;
            SCOPED_TRACE(fmt::format("{} wait {}", kind, full_name(e, p)));
            const ReadStory read = estate.ask(diagnose::StoryKind::wait, full_name(e, p));
            expect_waits(estate, read, {p});
            ASSERT_EQ(read.waits.size(), 1U);
            EXPECT_EQ(read.waits[0].name, full_name(e, p));
            EXPECT_EQ(read.waits[0].gpus, static_cast<double>(estate::waited_milli(e, pod)) / 1000.0);
            ASSERT_FALSE(read.stretches.empty());
            expect_time(read.stretches.front().from, std::max(pod.waits.front().span.begin, e.window.begin), kScrapes,
                        "waited from ");
        }
        seen += of_kind;
    }
    EXPECT_GE(seen, 4U);
}

// The extent of a finding is the time that its subject spent so.
void check_finding(const Told& told, const estate::TruthFinding& finding, const std::string& cls) {
    const estate::Estate& e = told.estate();
    const std::string id = finding.kind + "/" + finding.subject;
    SCOPED_TRACE(fmt::format("{} finding {}", e.spec.kind, id));
    HeldTruth truth;
    for (std::uint32_t w = 0; w < e.workloads.size(); ++w)
        if (subject(e.workloads[w]) == finding.subject) truth = told.truth().of_pods(pods_of(e, w));
    for (const estate::Node& node : e.nodes) {
        if (node.name != finding.subject) continue;
        std::vector<std::uint32_t> gpus;
        for (int g = 0; g < estate::hardware(node.hardware).gpus; ++g)
            gpus.push_back(node.first_gpu + static_cast<std::uint32_t>(g));
        truth = told.truth().of_gpus(gpus);
    }
    const ReadStory read = told.ask(diagnose::StoryKind::finding, id);
    ASSERT_EQ(read.findings.size(), 1U);
    EXPECT_EQ(read.findings[0].id, id);
    EXPECT_NEAR(read.findings[0].gpu_hours, truth.classes[cls], 0.02 * truth.gpu_hours + kScrapes);
    EXPECT_NEAR(read.gpu_hours, read.findings[0].gpu_hours, 1e-6);
    // The sentence tells the same figure.
    const std::string figure = format_gpu_hours({std::llround(read.gpu_hours * 3.6e6)}) + " GPU-hours";
    EXPECT_NE(read.findings[0].statement.find(figure), std::string::npos) << read.findings[0].statement;
}

TEST(StoryFigures, OfFindingsEqualTheTruth) {
    const std::map<std::string, std::string> classes{{"claimed-empty", "held.empty"},
                                                     {"loaded-idle", "held.loaded"},
                                                     {"never-usable-node", "unavailable"},
                                                     {"data-starvation", "active.stalled"}};
    const Told& estate = told("five-percent");
    std::map<std::string, int> seen;
    for (const estate::TruthFinding& finding : estate.whole().findings) {
        const auto cls = classes.find(finding.kind);
        if (cls != classes.end() && seen[finding.kind]++ < 2) check_finding(estate, finding, cls->second);
    }
    EXPECT_EQ(seen.size(), classes.size());
}

}  // namespace
}  // namespace arable::tests
