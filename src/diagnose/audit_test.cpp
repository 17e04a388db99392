// One audit from samples to tables, and a walk over all tables: parts add up to totals.
#include <gtest/gtest.h>

#include <numeric>

#include "diagnose/diagnose.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::steady;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

Audit audited(const HandEstate& estate) {
    auto result = audit(estate.timeline, estate.signals, {});
    EXPECT_TRUE(result.has_value());
    return result ? *result : Audit{};
}

std::int64_t amount(const Audit& audit, AccountClass c) { return audit.accounting[static_cast<std::size_t>(c)].gpu_ms; }

template <class Container>
std::int64_t sum(const Container& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

// A card held by `name` for the whole window with one level of memory and SM activity.
model::PodIx tenant(HandEstate& estate, model::NodeIx node, const std::string& name, double gib, double sm,
                    const std::string& ns = "ml") {
    const auto gpu = estate.gpu(node);
    const auto pod = estate.pod(name, ns);
    estate.claim(pod, gpu, estate.timeline.window);
    estate.samples(gpu, Quantity::sm_active, steady(sm, estate.timeline.window));
    estate.samples(gpu, Quantity::memory_used, steady(gib * kGiB, estate.timeline.window));
    estate.samples(gpu, Quantity::memory_total, steady(40 * kGiB, estate.timeline.window));
    return pod;
}

void expect_whole(const Curable& c, std::int64_t total) {
    EXPECT_EQ(c.as_is_ms + c.after_edit_ms + c.forbidden_ms, total);
}

void walk_tables(const Audit& a) {
    ASSERT_EQ(a.accounting.size(), kAccountClasses);
    ASSERT_EQ(a.steps.size(), 4U);
    std::int64_t all = 0;
    std::int64_t forbidden = 0;
    std::int64_t edits = 0;
    Curable curable;
    for (const ClassAmount& row : a.accounting) {
        all += row.gpu_ms;
        if (row.curable != Curable{}) expect_whole(row.curable, row.gpu_ms);
        forbidden += row.curable.forbidden_ms;
        edits += row.curable.after_edit_ms;
        curable.as_is_ms += row.curable.as_is_ms;
    }
    EXPECT_EQ(all, a.capacity.gpu_ms);
    ClassTimes by_gpu{};
    for (const GpuRow& row : a.gpus) {
        EXPECT_EQ(sum(row.classes), row.gpu_ms);
        for (std::size_t c = 0; c < kAccountClasses; ++c) by_gpu[c] += row.classes[c];
    }
    for (std::size_t c = 0; c < kAccountClasses; ++c) EXPECT_EQ(by_gpu[c], a.accounting[c].gpu_ms);
    std::int64_t as_is = 0;
    std::int64_t productive = 0;
    for (const WorkloadRow& row : a.workloads) {
        EXPECT_EQ(sum(row.classes), row.gpu_ms);
        as_is += row.curable.as_is_ms;
        productive += row.classes[static_cast<std::size_t>(AccountClass::productive)];
    }
    EXPECT_EQ(as_is, curable.as_is_ms);
    EXPECT_EQ(productive, amount(a, AccountClass::productive));
    std::int64_t by_rule = 0;
    for (const auto& [rule, ms] : a.forbidden) by_rule += ms;
    EXPECT_EQ(by_rule, forbidden);
    std::int64_t by_edit = 0;
    for (const EditNeed& need : a.edits) by_edit += need.gpu_ms;
    EXPECT_EQ(by_edit, edits);
    for (const FourMetrics& row : a.metrics) {
        EXPECT_LE(row.computing_low_ms, row.computing_ms);
        EXPECT_LE(row.computing_ms, row.known_ms);
    }
}

const WorkloadRow& row_of(const Audit& audit, const std::string& name) {
    return *std::ranges::find(audit.workloads, name, &WorkloadRow::name);
}

TEST(Audit, AnEstateOfNoGpusSaysSo) {
    const Audit a = audited(HandEstate(hours(6)));
    EXPECT_EQ(a.capacity.gpu_ms, 0);
    EXPECT_EQ(a.steps.front().verdict, "No GPU was seen.");
    ASSERT_FALSE(a.cannot_say.empty());
    walk_tables(a);
}

TEST(Audit, OneIdleCardAloneHasNoPartner) {
    HandEstate estate(hours(6));
    tenant(estate, estate.node("n1"), "chat", 20, 0.0);
    const Audit a = audited(estate);
    EXPECT_EQ(amount(a, AccountClass::held_loaded), hours(6).ms);
    EXPECT_EQ(row_of(a, "chat").rule, "no partner in its trust domain");
    walk_tables(a);
}

TEST(Audit, TwoSmallTenantsOfOneNamespaceCanShareAsTheyAre) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    tenant(estate, node, "a", 10, 0.0);
    tenant(estate, node, "b", 10, 0.2);
    tenant(estate, node, "stranger", 10, 0.0, "other");
    const Audit a = audited(estate);
    // All of a's time, and the 80 % of b's that did not compute; the stranger trusts nobody.
    EXPECT_EQ(row_of(a, "a").curable.as_is_ms, hours(6).ms);
    EXPECT_EQ(row_of(a, "b").curable.as_is_ms, hours(6).ms * 8 / 10);
    EXPECT_EQ(row_of(a, "stranger").curable.forbidden_ms, hours(6).ms);
    EXPECT_EQ(amount(a, AccountClass::productive), hours(6).ms * 2 / 10);
    walk_tables(a);
}

TEST(Audit, APodOfSeveralCardsIsNeverShared) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    tenant(estate, node, "small", 1.5, 0.0);
    const auto pod = tenant(estate, node, "train", 10, 0.1);
    estate.timeline.pods[pod.at()].spec.device.count = 2;
    const Audit a = audited(estate);
    EXPECT_EQ(row_of(a, "train").rule, "multi-GPU");
    for (const Finding& finding : a.findings) {
        if (finding.curable.forbidden_ms == 0 || finding.curable.as_is_ms + finding.curable.after_edit_ms > 0) continue;
        EXPECT_EQ(finding.remedy.action.english().find("share the card"), std::string::npos) << finding.id;
    }
    EXPECT_EQ(row_of(a, "small").rule, "no partner in its trust domain");
    walk_tables(a);
}

TEST(Audit, AServerThatTakesAllMemoryNeedsANamedEdit) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    tenant(estate, node, "small", 4, 0.0);
    const auto pod = tenant(estate, node, "chat-7b", 36, 0.1);
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::memory_fraction,
                       steady(0.9, estate.timeline.window));
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::kv_cache_use, steady(0.1, estate.timeline.window));
    const Audit a = audited(estate);
    // 7e9 x 2 bytes and 2 GiB are 15.04 of 36 GiB, the cache needs 0.11 of the rest: 1.1 x 17.34 of 40, in steps of
    // 0.05.
    ASSERT_EQ(a.edits.size(), 1U);
    EXPECT_EQ(a.edits[0].owner, "Deployment ml/chat-7b");
    EXPECT_EQ(a.edits[0].edit, "lower --gpu-memory-utilization from 0.90 to 0.50");
    EXPECT_EQ(a.edits[0].gpu_ms, hours(6).ms * 9 / 10);
    // Beside 36 GiB as they are today nobody fits.
    EXPECT_EQ(row_of(a, "small").curable.as_is_ms, 0);
    walk_tables(a);
}

// How much of the reservation is weights is not known: no edit rather than a wrong one.
TEST(Audit, AServerOfUnknownSizeIsToldNoEdit) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    tenant(estate, node, "small", 4, 0.0);
    const auto pod = tenant(estate, node, "chat", 36, 0.1);
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::memory_fraction,
                       steady(0.9, estate.timeline.window));
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::kv_cache_use, steady(0.1, estate.timeline.window));
    const Audit a = audited(estate);
    EXPECT_TRUE(a.edits.empty());
    walk_tables(a);
}

TEST(Audit, TwoServersThatTakeAllMemoryFitOnceBothAreEdited) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    for (const char* name : {"a-7b", "b-7b"}) {
        const auto pod = tenant(estate, node, name, 36, 0.06);
        estate.samples(model::GpuIx::of(estate.timeline.gpus.size() - 1), Quantity::engine_active,
                       steady(0.08, estate.timeline.window));
        estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::memory_fraction,
                           steady(0.7, estate.timeline.window));
        estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::kv_cache_use,
                           steady(0.05, estate.timeline.window));
    }
    const Audit a = audited(estate);
    // 1.1 x (15.04 + 12.96 x 0.055) GiB of 40 = 0.433; twice 0.45 x 40 GiB + 512 MiB are 37 GiB.
    ASSERT_EQ(a.edits.size(), 2U);
    EXPECT_EQ(a.edits[0].edit, "lower --gpu-memory-utilization from 0.70 to 0.45");
    walk_tables(a);
}

TEST(Audit, TwoBusyServicesAreNeverPutTogether) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    for (const char* name : {"a", "b"}) {
        const auto pod = tenant(estate, node, name, 10, 0.3);
        estate.samples(model::GpuIx::of(estate.timeline.gpus.size() - 1), Quantity::engine_active,
                       steady(0.5, estate.timeline.window));
        estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::kv_cache_use,
                           steady(0.5, estate.timeline.window));
    }
    const Audit a = audited(estate);
    EXPECT_EQ(row_of(a, "a").rule, "latency: it and all that would fit are services, and too busy");
    walk_tables(a);
}

TEST(Audit, ALargeCpuRequestNeedsANamedEdit) {
    HandEstate estate(hours(6));
    const auto node = estate.node("n1");
    tenant(estate, node, "a", 10, 0.0);
    const auto pod = tenant(estate, node, "b", 10, 0.0);
    estate.timeline.nodes[node.at()].cpu = MilliCpu{32'000};
    estate.timeline.pods[pod.at()].spec.spec_known = true;
    estate.timeline.pods[pod.at()].spec.cpu = {12'000};
    std::vector<series::Sample> cores;  // two cores in use
    for (const series::Sample& s : steady(0.0, estate.timeline.window))
        cores.push_back({s.time, static_cast<double>((s.time - test::kStart).ms) / 500.0});
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::cpu_used, cores);
    const Audit a = audited(estate);
    EXPECT_EQ(row_of(a, "b").edit, "lower the CPU request from 12 to 2.4 cores");
    EXPECT_EQ(row_of(a, "a").curable.as_is_ms, hours(6).ms);
    walk_tables(a);
}

TEST(Audit, WithoutSmActivityComputingIsARange) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("chat"), gpu, estate.timeline.window);
    estate.samples(gpu, Quantity::engine_active, steady(0.5, estate.timeline.window));
    const Audit a = audited(estate);
    EXPECT_TRUE(a.computing_is_range);
    EXPECT_EQ(amount(a, AccountClass::productive), hours(1).ms / 2);
    EXPECT_EQ(a.computing_low_ms, hours(1).ms * 15 / 100);
    walk_tables(a);
}

// Rows of waits add up to all waits, whether or not whoever waited ever held a GPU.
TEST(Audit, WhoeverWaitsHasARow) {
    HandEstate estate(hours(4));
    tenant(estate, estate.node("n1"), "chat", 36, 0.7);
    for (const char* ns : {"late", "ml"}) {
        model::Pod& pod = estate.timeline.pods[estate.pod("waits", ns).at()];
        pod.phase = model::PodPhase::pending;
        pod.created = estate.timeline.window.begin;
    }
    model::Pod bare = estate.timeline.pods.back();
    bare.name = "bare";
    bare.workload = model::WorkloadIx::none();
    estate.timeline.pods.push_back(bare);
    const Audit a = audited(estate);
    const auto waited = [&](const std::string& level, const std::string& name) {
        const auto row =
            std::ranges::find_if(a.metrics, [&](const FourMetrics& m) { return m.level == level && m.name == name; });
        return row == a.metrics.end() ? std::optional<std::int64_t>(-1) : row->wait_gpu_ms;
    };
    ASSERT_EQ(a.waits.gpu_ms, 3 * hours(4).ms);
    EXPECT_EQ(waited("namespace", "late"), hours(4).ms);
    EXPECT_EQ(waited("namespace", "ml"), 2 * hours(4).ms);
    EXPECT_EQ(waited("workload", "late/waits"), hours(4).ms);
    EXPECT_EQ(waited("workload", "ml/bare"), hours(4).ms);
    EXPECT_EQ(waited("workload", "ml/chat"), 0);
    walk_tables(a);
}

// Memory is full by design and the queue grows: what it needs is not what it holds.
TEST(Audit, RequestsAndWaitingQueueStandBesideActivity) {
    HandEstate estate(hours(2));
    const auto pod = tenant(estate, estate.node("n1"), "chat", 36, 0.7);
    std::vector<series::Sample> done;
    for (const series::Sample& s : steady(0.0, estate.timeline.window))
        done.push_back({s.time, static_cast<double>((s.time - test::kStart).ms) / 250.0});  // four a second
    estate.signals.add(model::SubjectKind::pod, pod.at(), Quantity::requests_done, done);
    const Audit a = audited(estate);
    const auto row = std::ranges::find(a.metrics, "ml/chat", &FourMetrics::name);
    ASSERT_NE(row, a.metrics.end());
    ASSERT_TRUE(row->requests_per_s.has_value());
    EXPECT_NEAR(*row->requests_per_s, 4.0, 1e-4);
    EXPECT_NEAR(*row->memory_used_share, 0.9, 1e-6);
    EXPECT_FALSE(row->latency_s.has_value());
    walk_tables(a);
}

}  // namespace
}  // namespace arable::diagnose
