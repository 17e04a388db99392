#include "sources/signals.h"

#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

using model::Quantity;
using model::SubjectKind;

TrackFact pod_track(const std::string& container, Quantity q, const std::string& addend = "") {
    return {
        .quantity = q, .of = TrackOf::pod, .pod = {.ns = "ml", .name = "p"}, .container = container, .addend = addend};
}

const series::Signal& only(const std::vector<series::Signal>& signals, Quantity q) {
    const auto found = std::find_if(signals.begin(), signals.end(), [&](const series::Signal& s) {
        return s.quantity == static_cast<std::uint16_t>(q);
    });
    EXPECT_NE(found, signals.end());
    return *found;
}

// One quantity under two names in one window.
TEST(Signals, MergeAliasesAndCountTheirOverlapOnce) {
    Scene s;
    TrackFact fine = gpu_track("n1", "a", 0);
    TrackFact coarse = fine;
    coarse.rank = 5;
    s.track(coarse, 0, 40, 0.4, 60);
    s.track(fine, 30, 60, 0.7, 60);
    const auto made = s.run();
    const auto signals = signals_of(made, SubjectKind::gpu, 0);
    ASSERT_EQ(signals.size(), 1U);
    ASSERT_EQ(signals[0].samples.size(), 60U);
    EXPECT_DOUBLE_EQ(signals[0].samples[29].value, 0.4);
    EXPECT_DOUBLE_EQ(signals[0].samples[30].value, 0.7);
    EXPECT_EQ(signals[0].median_interval, minutes(1));
}

TEST(Signals, LeaveOutACoarseNameBetweenSamplesOfTheFineOne) {
    Scene s;
    TrackFact fine = gpu_track("n1", "a", 0);
    TrackFact coarse = fine;
    coarse.rank = 5;
    s.track(fine, 0, 60, 0.2, 60);
    const series::TrackRef other = s.store.add_track();
    for (int i = 0; i < 60; ++i) s.store.append(other, {at(i) + seconds(13), 0.9});
    coarse.track = other.value;
    s.facts.tracks.push_back(coarse);
    const auto samples = signals_of(s.run(), SubjectKind::gpu, 0).at(0).samples;
    ASSERT_EQ(samples.size(), 61U);  // the last coarse one has no fine sample after it
    for (std::size_t i = 0; i < 60; ++i) EXPECT_DOUBLE_EQ(samples[i].value, 0.2);
}

TEST(Signals, JoinOwnerAfterOwnerAndKeepTheLargestWhereTheyMeet) {
    Scene s;
    s.track(gpu_track("n1", "a", 0), 40, 60, 0.5, 60);
    s.track(gpu_track("n1", "a", 0), 0, 20, 0.2, 60);
    s.track(gpu_track("n1", "a", 0), 10, 45, 0.3, 60);
    const auto samples = signals_of(s.run(), SubjectKind::gpu, 0).at(0).samples;
    ASSERT_EQ(samples.size(), 60U);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_DOUBLE_EQ(samples[i].value, i < 10 ? 0.2 : (i < 40 ? 0.3 : 0.5)) << i;
}

TEST(Signals, AddContainersOfAPodAndTakeTheLargestRatio) {
    Scene s;
    s.track(pod_track("a", Quantity::memory_working_set), 0, 60, 100, 60);
    s.track(pod_track("b", Quantity::memory_working_set), 0, 60, 20, 60);
    s.track(pod_track("a", Quantity::kv_cache_use), 0, 60, 0.3, 60);
    s.track(pod_track("b", Quantity::kv_cache_use), 0, 60, 0.6, 60);
    s.track(pod_track("a", Quantity::requests_running, "engine 0"), 0, 60, 3, 60);
    s.track(pod_track("a", Quantity::requests_running, "engine 1"), 0, 60, 4, 60);
    const auto made = s.run();
    const auto signals = signals_of(made, SubjectKind::pod, 0);
    ASSERT_EQ(signals.size(), 3U);
    for (const series::Sample& x : only(signals, Quantity::memory_working_set).samples) EXPECT_DOUBLE_EQ(x.value, 120);
    for (const series::Sample& x : only(signals, Quantity::kv_cache_use).samples) EXPECT_DOUBLE_EQ(x.value, 0.6);
    for (const series::Sample& x : only(signals, Quantity::requests_running).samples) EXPECT_DOUBLE_EQ(x.value, 7);
}

TEST(Signals, KeepASumOfCountersFromFallingWhenAContainerEnds) {
    Scene s;
    s.track(pod_track("a", Quantity::cpu_used), 0, 60, 50, 60);
    s.track(pod_track("b", Quantity::cpu_used), 0, 20, 30, 60);
    const auto samples = signals_of(s.run(), SubjectKind::pod, 0).at(0).samples;
    ASSERT_EQ(samples.size(), 60U);
    EXPECT_DOUBLE_EQ(samples.front().value, samples.back().value);
}

// A long-running container beside one that restarts, and one that is seen later: only what was gained counts.
TEST(Signals, AddWhatCountersGainedAcrossRestartsAndLateStarts) {
    Scene s;
    s.see(at(0));
    s.see(at(60));
    const auto counter = [&](const char* container, std::vector<std::pair<int, double>> values) {
        const series::TrackRef ref = s.store.add_track();
        for (const auto& [minute, value] : values) s.store.append(ref, {at(minute), value});
        TrackFact fact = pod_track(container, Quantity::cpu_used);
        fact.track = ref.value;
        s.facts.tracks.push_back(fact);
    };
    counter("main", {{0, 1000}, {1, 1060}, {2, 1120}, {3, 1180}});
    counter("restarts", {{0, 500}, {1, 530}, {2, 10}, {3, 40}});
    counter("late", {{2, 7000}, {3, 7006}});
    const auto samples = signals_of(s.run(), SubjectKind::pod, 0).at(0).samples;
    ASSERT_EQ(samples.size(), 4U);
    EXPECT_DOUBLE_EQ(samples[1].value - samples[0].value, 90);
    EXPECT_DOUBLE_EQ(samples[2].value - samples[1].value, 70);
    EXPECT_DOUBLE_EQ(samples[3].value - samples[2].value, 96);
}

// What is measured for each process belongs to the pod.
TEST(Signals, GiveSharesOfAPodToThePodAndNotToTheCard) {
    Scene s;
    for (const auto& [pod, value] : {std::pair("p1", 1e9), std::pair("p2", 3e9)}) {
        TrackFact f = gpu_track("n1", "a", 0, pod, Quantity::memory_used);
        f.per_process = true;
        s.track(f, 0, 60, value);
    }
    s.track(gpu_track("n1", "a", 0), 0, 60, 0.4);
    const auto made = s.run();
    EXPECT_EQ(signals_of(made, SubjectKind::gpu, 0).size(), 1U);
    const auto second = signals_of(made, SubjectKind::pod, 1);
    ASSERT_EQ(second.size(), 1U);
    EXPECT_EQ(second[0].quantity, static_cast<std::uint16_t>(Quantity::process_gpu_memory));
    EXPECT_DOUBLE_EQ(second[0].samples.front().value, 3e9);
}

TEST(Signals, CutTheTrackOfANameBetweenThePodsOfThatName) {
    Scene s;
    s.track(pod_track("a", Quantity::cpu_used), 0, 60, 5, 60);
    PodFact& first = s.pod("p", "", 0, 30);
    first.pod.uid = "u1";
    first.pod.ended = at(30);
    s.pod("p", "", 35, 60).pod.uid = "u2";
    const auto made = s.run();
    EXPECT_EQ(signals_of(made, SubjectKind::pod, 0).at(0).samples.size(), 35U);
    EXPECT_EQ(signals_of(made, SubjectKind::pod, 1).at(0).samples.size(), 25U);
}

TEST(Signals, GiveNothingForASubjectWithoutTracks) {
    Scene s;
    s.node("n1", 0, 60);
    s.see(at(0));
    s.see(at(60));
    EXPECT_TRUE(signals_of(s.run(), SubjectKind::node, 0).empty());
}

}  // namespace
}  // namespace arable::sources
