// What must hold for every cluster and every queue.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "diagnose/wait_test_estate.h"

namespace arable::diagnose {
namespace {

using test::kMinute;
using test::WaitEstate;

constexpr std::int64_t kWindow = 240;

void add_holders(WaitEstate& estate, const std::vector<model::GpuIx>& cards, Rng& rng) {
    const PieceState states[] = {PieceState::active, PieceState::empty, PieceState::loaded, PieceState::unknown};
    for (const model::GpuIx card : cards) {
        std::int64_t at = rng.integer(0, 60);
        while (at < kWindow - 10) {
            const std::int64_t end = std::min(kWindow, at + rng.integer(5, 90));
            estate.holds({card}, at, end, states[rng.integer(0, 3)], rng.integer(1, 16));
            at = end + rng.integer(0, 40);
        }
    }
}

void add_note(model::Pod& pod, Rng& rng) {
    if (!rng.chance(0.3)) return;
    const auto kind = static_cast<model::WaitNote::Kind>(rng.integer(0, 4));
    if (kind == model::WaitNote::Kind::admission_failed) return;
    pod.notes = {
        {.during = {*pod.created, *pod.created + minutes(rng.integer(1, 30))}, .kind = kind, .detail = "note"}};
}

WaitEstate random_estate(std::uint64_t seed) {
    Rng rng(seed);
    WaitEstate estate(kWindow);
    estate.most_memory(gibibytes(rng.integer(1, 60)));
    if (rng.chance(0.3)) estate.timeline.strict_queues = {{"c1", "research"}};
    for (std::int64_t n = rng.integer(1, 4); n > 0; --n) {
        const model::NodeIx node = estate.node("n" + std::to_string(n));
        if (rng.chance(0.7)) estate.timeline.nodes.back().cpu = MilliCpu{rng.integer(8, 96) * 1000};
        if (rng.chance(0.3)) estate.timeline.nodes.back().taints = {{"team", "x", "NoSchedule"}};
        add_holders(estate, estate.cards(node, static_cast<int>(rng.integer(1, 6))), rng);
    }
    for (std::int64_t n = rng.integer(1, 12); n > 0; --n) {
        const std::int64_t from = rng.integer(-30, kWindow - 1);
        model::Pod& pod = estate.waits_for(rng.integer(1, 5), from, from + rng.integer(0, 120), rng.integer(0, 24));
        if (rng.chance(0.2)) pod.spec.spec_known = false;
        pod.spec.queue = "research";
        add_note(pod, rng);
    }
    model::Gang gang{.cluster = "c1", .ns = "ml", .kind = "PodGroup", .name = "g"};
    for (std::int64_t n = rng.integer(0, 3); n > 0; --n) {
        estate.waits_for(rng.integer(1, 3), 20, 20 + rng.integer(1, 150)).gang = model::GangIx::of(0);
        gang.pods.push_back(model::PodIx::of(estate.timeline.pods.size() - 1));
    }
    if (!gang.pods.empty()) estate.timeline.gangs = {gang};
    return estate;
}

// Size times waited time inside the window, straight from the pods, in thousandths of GPU-milliseconds.
std::int64_t asked(const model::Timeline& timeline) {
    std::int64_t sum = 0;
    for (const model::Pod& pod : timeline.pods) {
        if (pod.phase != model::PodPhase::pending) continue;
        const Time end = pod.scheduled ? *pod.scheduled : timeline.window.end;
        sum += intersect({*pod.created, end}, timeline.window).length().ms * pod.spec.device.size.value;
    }
    return sum / 1000;
}

void expect_sums(const WaitEstate& estate, const Waits& waits) {
    WaitTimes by_cause{};
    std::int64_t all = 0;
    for (const Wait& wait : waits.waits) {
        std::int64_t parts = 0;
        for (std::size_t c = 0; c < kWaitCauses; ++c) {
            parts += wait.by_cause[c];
            by_cause[c] += wait.by_cause[c];
        }
        EXPECT_EQ(parts, wait.gpu_ms);
        all += wait.gpu_ms;
        for (std::size_t i = 0; i + 1 < wait.spans.size(); ++i) {
            EXPECT_LE(wait.spans[i].span.end, wait.spans[i + 1].span.begin);
        }
    }
    EXPECT_EQ(all, waits.gpu_ms);
    EXPECT_EQ(by_cause, waits.by_cause);
    EXPECT_EQ(all, asked(estate.timeline));
}

void expect_marks(const WaitEstate& estate, const WaitOutcome& outcome) {
    std::map<WaitCause, std::int64_t> marked;
    for (std::size_t i = 0; i < outcome.marks.size(); ++i) {
        const FreeMark& mark = outcome.marks[i];
        marked[mark.cause] += mark.span.length().ms;
        if (i > 0 && outcome.marks[i - 1].lane == mark.lane) {
            EXPECT_LE(outcome.marks[i - 1].span.end, mark.span.begin);
        }
        const bool free = std::ranges::any_of(estate.folded.runs, [&](const Run& run) {
            return run.lane == mark.lane && run.state == PieceState::free && run.span.begin <= mark.span.begin &&
                   mark.span.end <= run.span.end;
        });
        EXPECT_TRUE(free);
    }
    const auto of = [&](WaitCause c) { return outcome.waits.by_cause[static_cast<std::size_t>(c)]; };
    EXPECT_LE(marked[WaitCause::fragmented], of(WaitCause::fragmented));
    EXPECT_LE(marked[WaitCause::stranded], of(WaitCause::stranded));
    EXPECT_LE(marked[WaitCause::constrained], of(WaitCause::constrained) + of(WaitCause::gated));
}

TEST(WaitProperty, CausesAddUpAndMarksLieOnFreeLanesWithoutOverlap) {
    WaitTimes seen{};
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        WaitEstate estate = random_estate(seed);
        const WaitOutcome outcome = estate.decompose();
        expect_sums(estate, outcome.waits);
        expect_marks(estate, outcome);
        for (std::size_t c = 0; c < kWaitCauses; ++c) seen[c] += outcome.waits.by_cause[c];
    }
    for (std::size_t c = 0; c < kWaitCauses; ++c) EXPECT_GT(seen[c], 0) << name(static_cast<WaitCause>(c));
}

TEST(WaitProperty, TheSameInputGivesTheSameAnswer) {
    const WaitOutcome a = random_estate(3).decompose();
    const WaitOutcome b = random_estate(3).decompose();
    ASSERT_EQ(a.waits.waits.size(), b.waits.waits.size());
    for (std::size_t i = 0; i < a.waits.waits.size(); ++i) {
        EXPECT_EQ(a.waits.waits[i].name, b.waits.waits[i].name);
        EXPECT_EQ(a.waits.waits[i].by_cause, b.waits.waits[i].by_cause);
    }
    EXPECT_EQ(a.marks.size(), b.marks.size());
}

}  // namespace
}  // namespace arable::diagnose
