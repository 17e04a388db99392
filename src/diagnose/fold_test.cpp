#include "diagnose/fold.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::steady;
using test::then;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

Folded folded(const HandEstate& estate, unsigned threads = 1) {
    Policy policy;
    policy.threads = threads;
    auto result = fold(estate.timeline, estate.signals, policy);
    EXPECT_TRUE(result.has_value());
    Folded out;
    if (result) out = *std::move(result);
    return out;
}

std::int64_t minutes_in(const Folded& folded, PieceState state) {
    std::int64_t ms = 0;
    for (const diagnose::Run& run : folded.runs) ms += run.state == state ? run.span.length().ms : 0;
    return ms / 60'000;
}

template <class Field>
std::int64_t sum(const Folded& folded, Field field) {
    std::int64_t total = 0;
    for (const HourShare& share : folded.hours) total += share.*field;
    return total;
}

TEST(Fold, AnEstateOfNoGpusIsEmpty) {
    const HandEstate estate(hours(1));
    const Folded none = folded(estate);
    EXPECT_EQ(none.presence_ms, 0);
    EXPECT_TRUE(none.runs.empty());
}

TEST(Fold, AnUnclaimedCardWithoutSamplesIsFree) {
    HandEstate estate(hours(2));
    estate.gpu(estate.node("n1"));
    estate.timeline.pods.push_back({.cluster = estate.timeline.gpus[0].cluster, .ns = "a", .name = "elsewhere"});
    const Folded f = folded(estate);
    EXPECT_EQ(f.presence_ms, hours(2).ms);
    EXPECT_EQ(sum(f, &HourShare::free_ms), hours(2).ms);
}

TEST(Fold, AnIdleCardIsNotFreeWhereNoInputCouldNameAHolder) {
    HandEstate estate(hours(2));
    estate.gpu(estate.node("n1"));
    const Folded f = folded(estate);
    EXPECT_EQ(sum(f, &HourShare::free_ms), 0);
    EXPECT_EQ(sum(f, &HourShare::unknown_ms), hours(2).ms);
}

TEST(Fold, EachStretchOfAClaimHasItsState) {
    HandEstate estate(hours(4));
    const auto gpu = estate.gpu(estate.node("n1"));
    // 1 h free, then a claim: 20 min empty, 40 min loaded, 1 h active at SM 0.5, then silence for its last hour.
    estate.claim(estate.pod("chat"), gpu, estate.after(hours(1), hours(4))).start_known = true;
    const Interval idle = estate.after(hours(0), hours(2));
    const Interval busy = estate.after(hours(2), hours(3));
    estate.samples(gpu, Quantity::engine_active, then(steady(0.0, idle), steady(0.9, busy)));
    estate.samples(gpu, Quantity::sm_active, then(steady(0.0, idle), steady(0.5, busy)));
    estate.samples(
        gpu, Quantity::memory_used,
        then(steady(0.0, estate.after(hours(0), minutes(80))), steady(20 * kGiB, estate.after(minutes(80), hours(3)))));
    const Folded f = folded(estate);
    EXPECT_EQ(minutes_in(f, PieceState::free), 60);
    EXPECT_EQ(minutes_in(f, PieceState::starting), 10);
    EXPECT_EQ(minutes_in(f, PieceState::empty), 10);
    EXPECT_EQ(minutes_in(f, PieceState::loaded), 40);
    // The last sample stands for 75 s more: two cells know something of it.
    EXPECT_EQ(minutes_in(f, PieceState::active), 61);
    EXPECT_EQ(minutes_in(f, PieceState::unknown), 59);
    EXPECT_EQ(sum(f, &HourShare::computing_ms), minutes(61).ms / 2);
    ASSERT_EQ(f.claims.size(), 1U);
    EXPECT_FLOAT_EQ(f.claims[0].sm_p95, 0.5F);
    EXPECT_NEAR(f.claims[0].duty, 61.0 / 121.0, 1e-6);
    EXPECT_FLOAT_EQ(f.claims[0].memory_most, static_cast<float>(20 * kGiB));
}

TEST(Fold, AClaimOlderThanTheWindowHasNoStartInIt) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("chat"), gpu, estate.timeline.window);
    estate.samples(gpu, Quantity::engine_active, steady(0.0, estate.timeline.window));
    estate.samples(gpu, Quantity::memory_used, steady(0.0, estate.timeline.window));
    EXPECT_EQ(minutes_in(folded(estate), PieceState::empty), 60);
}

// 20 min active, a pause of `pause`, active to the end of the hour, 30 GiB held throughout.
Folded with_pause(Duration pause) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("train"), gpu, estate.timeline.window);
    const Duration begin = minutes(20);
    estate.samples(gpu, Quantity::engine_active,
                   then(then(steady(0.8, estate.after({}, begin)), steady(0.0, estate.after(begin, begin + pause))),
                        steady(0.8, estate.after(begin + pause, hours(1)))));
    estate.samples(gpu, Quantity::memory_used, steady(30 * kGiB, estate.timeline.window));
    return folded(estate);
}

TEST(Fold, AShortPauseBelongsToTheActiveStretchAroundIt) {
    EXPECT_EQ(minutes_in(with_pause(minutes(4)), PieceState::loaded), 0);
    EXPECT_EQ(minutes_in(with_pause(minutes(4)), PieceState::active), 60);
    EXPECT_EQ(minutes_in(with_pause(minutes(5)), PieceState::loaded), 5);
}

TEST(Fold, AShortPauseAtTheClaimsEdgeCountsAsItStands) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("train"), gpu, estate.timeline.window);
    estate.samples(gpu, Quantity::engine_active,
                   then(steady(0.8, estate.after({}, minutes(57))), steady(0.0, estate.after(minutes(57), hours(1)))));
    estate.samples(gpu, Quantity::memory_used, steady(30 * kGiB, estate.timeline.window));
    EXPECT_EQ(minutes_in(folded(estate), PieceState::loaded), 3);
}

TEST(Fold, UseWithoutAClaimIsNeverFree) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.samples(gpu, Quantity::memory_used, steady(5 * kGiB, estate.timeline.window));
    EXPECT_EQ(sum(folded(estate), &HourShare::used_unclaimed_ms), hours(1).ms);
}

TEST(Fold, ACardHeldByTheDeadIsAGhostUntilItIsUsed) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("dead"), gpu, estate.timeline.window).holder = model::HolderState::gone;
    estate.samples(
        gpu, Quantity::memory_used,
        then(steady(0.0, estate.after({}, minutes(30))), steady(9 * kGiB, estate.after(minutes(30), hours(1)))));
    const Folded f = folded(estate);
    EXPECT_EQ(sum(f, &HourShare::ghost_ms), minutes(30).ms);
    EXPECT_EQ(sum(f, &HourShare::used_unclaimed_ms), minutes(30).ms);
}

TEST(Fold, TimeNotReadyOrUnhealthyIsUnavailable) {
    HandEstate estate(hours(4));
    const auto node = estate.node("n1");
    const auto gpu = estate.gpu(node);
    estate.timeline.nodes[node.at()].readiness_known = true;
    estate.timeline.nodes[node.at()].ready = {estate.after(hours(1), hours(4))};
    estate.timeline.gpus[gpu.at()].unhealthy = {estate.after(minutes(30), hours(2))};
    EXPECT_EQ(sum(folded(estate), &HourShare::unavailable_ms), hours(2).ms);
}

// One L4 time-sliced in 3, three pods, SM activity 0.42, one scrape.
TEST(Fold, HoldersOfOneSharedCardShareItsValueOnce) {
    HandEstate estate(minutes(1));
    estate.timeline.instant = true;
    const auto gpu = estate.gpu(estate.node("n1"), "NVIDIA L4");
    estate.timeline.gpus[gpu.at()].layouts = {
        {estate.timeline.window, {.kind = model::LayoutKind::time_sliced, .replicas = 3}}};
    for (const char* name : {"p1", "p2", "p3"})
        estate.claim(estate.pod(name), gpu, estate.timeline.window).replicas = 1;
    estate.samples(gpu, Quantity::sm_active, {{test::kStart, 0.42}});
    estate.samples(gpu, Quantity::memory_used, {{test::kStart, 9000.0 * 1024 * 1024}});
    estate.samples(gpu, Quantity::memory_free, {{test::kStart, 14034.0 * 1024 * 1024}});
    const Folded f = folded(estate);
    ASSERT_EQ(f.hours.size(), 3U);
    for (const HourShare& share : f.hours)
        EXPECT_EQ(share.computing_ms, 60'000 * 42 / 100 / 3);  // 0.14 of the card each
    EXPECT_EQ(sum(f, &HourShare::computing_ms), 25'200);
    EXPECT_FLOAT_EQ(f.claims[0].memory_total, static_cast<float>(23034.0 * 1024 * 1024));
}

void cut_in_instances(HandEstate& estate, model::GpuIx gpu, const std::vector<std::pair<int, int>>& id_and_slices) {
    model::Layout layout{.kind = model::LayoutKind::mig};
    for (const auto& [id, slices] : id_and_slices)
        layout.instances.push_back({.id = id, .profile = "x", .printed = "x", .compute_slices = slices});
    estate.timeline.gpus[gpu.at()].layouts = {{estate.timeline.window, layout}};
}

// Seven held instances, activity for three of them.
TEST(Fold, AnInstanceWithoutActivitySeriesIsUnknown) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"), "NVIDIA H100 NVL");
    cut_in_instances(estate, gpu, {{7, 1}, {8, 1}, {9, 1}, {10, 1}, {11, 1}, {12, 1}, {13, 1}});
    for (int id = 7; id <= 13; ++id) {
        estate.claim(estate.pod("p" + std::to_string(id)), gpu, estate.timeline.window).instance = id;
        estate.samples(gpu, Quantity::memory_used, steady(2210.0 * 1024 * 1024, estate.timeline.window), id);
    }
    for (const auto& [id, value] : {std::pair(7, 0.30), std::pair(8, 0.00), std::pair(9, 0.12)})
        estate.samples(gpu, Quantity::engine_active, steady(value, estate.timeline.window), id);
    const Folded f = folded(estate);
    EXPECT_EQ(minutes_in(f, PieceState::active), 2 * 60);
    EXPECT_EQ(minutes_in(f, PieceState::loaded), 60);
    EXPECT_EQ(minutes_in(f, PieceState::unknown), 4 * 60);
    EXPECT_EQ(f.presence_ms, hours(1).ms);
}

// GPU_UTIL 0 on MIG instances says nothing.
TEST(Fold, GpuUtilHasNoMeaningOnAMigInstance) {
    HandEstate estate(hours(1));
    const auto e5 = estate.gpu(estate.node("n1"), "NVIDIA A100 80GB PCIe");
    const auto e6 = estate.gpu(model::NodeIx::of(0), "NVIDIA A100 80GB PCIe");
    cut_in_instances(estate, e5, {{1, 3}, {2, 4}});
    cut_in_instances(estate, e6, {{0, 7}});
    for (const auto& [gpu, id] : {std::pair(e5, 1), std::pair(e5, 2), std::pair(e6, 0)}) {
        estate.claim(estate.pod("p" + std::to_string(id)), gpu, estate.timeline.window).instance = id;
        estate.samples(gpu, Quantity::memory_used, steady(9 * kGiB, estate.timeline.window), id);
    }
    estate.samples(e5, Quantity::gpu_util, steady(0.0, estate.timeline.window), 1);
    estate.samples(e6, Quantity::gpu_util, steady(0.0, estate.timeline.window), 0);
    estate.samples(e5, Quantity::engine_active, steady(0.83, estate.timeline.window), 1);
    estate.samples(e5, Quantity::engine_active, steady(0.06, estate.timeline.window), 2);
    const Folded f = folded(estate);
    EXPECT_EQ(minutes_in(f, PieceState::active), 2 * 60);
    EXPECT_EQ(minutes_in(f, PieceState::unknown), 60);
    EXPECT_EQ(minutes_in(f, PieceState::loaded), 0);
    // 98 of 108 SMs are within reach of MIG; 3 of 7 of those were 83 % busy, 4 of 7 were 6 % busy.
    EXPECT_NEAR(static_cast<double>(f.unusable_mig_ms), 2 * 3.6e6 * 10 / 108, 2.0);
    EXPECT_NEAR(static_cast<double>(sum(f, &HourShare::computing_ms)), 3.6e6 * 98 / 108 * (0.83 * 3 + 0.06 * 4) / 7,
                2.0);
}

// Two A100-40 with all activity at exactly 0 for a day; one draws 310 W and holds 30,300 MiB.
TEST(Fold, ACounterAtZeroWhileTheBoardWorksIsDeadNotIdle) {
    HandEstate estate(hours(24));
    const auto node = estate.node("n1");
    for (const auto& [watts, first, second] : {std::tuple(310.0, 17'900.0, 12'400.0), std::tuple(52.0, 0.0, 0.0)}) {
        const auto gpu = estate.gpu(node);
        cut_in_instances(estate, gpu, {{1, 3}, {2, 3}});
        for (const auto& [id, mib] : {std::pair(1, first), std::pair(2, second)}) {
            estate.claim(estate.pod("p"), gpu, estate.timeline.window).instance = id;
            estate.samples(gpu, Quantity::engine_active, steady(0.0, estate.timeline.window), id);
            estate.samples(gpu, Quantity::memory_used, steady(mib * 1024 * 1024, estate.timeline.window), id);
        }
        estate.samples(gpu, Quantity::power, steady(watts, estate.timeline.window));
    }
    const Folded f = folded(estate);
    EXPECT_EQ(minutes_in(f, PieceState::unknown), 2 * 24 * 60);
    EXPECT_EQ(minutes_in(f, PieceState::empty), 2 * 24 * 60);
    const auto broken = std::ranges::count(f.gaps, model::Gap::Kind::broken_reading, &model::Gap::kind);
    EXPECT_EQ(broken, 1);
}

// Two cards of one node, of which a pod holds `count` by count alone.
Folded held_by_count(int count, double sm) {
    HandEstate estate(hours(1));
    const auto node = estate.node("n1");
    for (int i = 0; i < 2; ++i) {
        const auto gpu = estate.gpu(node);
        estate.samples(gpu, Quantity::sm_active, steady(sm, estate.timeline.window));
    }
    model::Claim& claim = estate.claim(estate.pod("p"), model::GpuIx::none(), estate.timeline.window);
    claim.node = node;
    claim.count = count;
    claim.source = model::ClaimSource::count;
    return folded(estate);
}

TEST(Fold, ClaimsKnownByCountTellActivityOnlyWhenNoneOrAllAreHeld) {
    EXPECT_EQ(minutes_in(held_by_count(2, 0.5), PieceState::active), 120);
    const Folded one = held_by_count(1, 0.0);
    EXPECT_EQ(minutes_in(one, PieceState::unknown), 60);
    EXPECT_EQ(minutes_in(one, PieceState::free), 60);
}

// Which of them is the pod's nobody says; that one works which is not its is no reason to call it free.
TEST(Fold, ACardThatWorksIsNotFreeBesideClaimsKnownByCount) {
    const Folded one = held_by_count(1, 0.5);
    EXPECT_EQ(minutes_in(one, PieceState::unknown), 120);
    EXPECT_EQ(minutes_in(one, PieceState::free), 0);
}

}  // namespace
}  // namespace arable::diagnose
