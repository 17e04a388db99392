#pragma once
// A small estate for tests of waiting: who holds which card in which state, and who waits. Times in minutes.

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "diagnose/decompose.h"
#include "diagnose/test_estate.h"

namespace arable::diagnose::test {

inline constexpr std::int64_t kMinute = 60'000;

struct WaitEstate : TestEstate {
    explicit WaitEstate(std::int64_t window_minutes) {
        timeline.window = {Time{0}, Time{window_minutes * kMinute}};
        folded.window = timeline.window;
    }

    std::vector<model::GpuIx> cards(model::NodeIx at, int count, const std::string& product = "H100-SXM5-80GB") {
        std::vector<model::GpuIx> made;
        for (int i = 0; i < count; ++i) {
            made.push_back(gpu(at, product));
            timeline.gpus.back().memory = gibibytes(80);
        }
        return made;
    }
    Interval between(std::int64_t from, std::int64_t to) const { return {Time{from * kMinute}, Time{to * kMinute}}; }

    // A running pod that holds these cards for a time, in one state.
    model::PodIx holds(const std::vector<model::GpuIx>& gpus, std::int64_t from, std::int64_t to,
                       PieceState state = PieceState::active, std::int64_t cores = 4) {
        const model::NodeIx node = timeline.gpus[gpus.front().at()].node;
        const model::PodIx ix = pod(workload("job" + std::to_string(timeline.pods.size()), "Job"),
                                    static_cast<std::int64_t>(gpus.size()), node);
        model::Pod& made = timeline.pods.back();
        made.created = made.scheduled = made.started = Time{from * kMinute};
        made.ended = Time{to * kMinute};
        made.spec.cpu = MilliCpu{cores * 1000};
        for (const model::GpuIx gpu : gpus) held_.push_back({ix, gpu, between(from, to), state});
        return ix;
    }
    // A pod that waits; it runs at `to` on no known node unless that is set afterwards.
    model::Pod& waits_for(std::int64_t gpus, std::int64_t from, std::int64_t to, std::int64_t cores = 0) {
        pod(workload("w" + std::to_string(timeline.pods.size()), "Job"), gpus);
        model::Pod& made = timeline.pods.back();
        made.phase = model::PodPhase::pending;
        made.created = Time{from * kMinute};
        made.scheduled = to * kMinute < timeline.window.end.ms ? std::optional(Time{to * kMinute}) : std::nullopt;
        made.started = made.scheduled;
        made.spec.cpu = MilliCpu{cores * 1000};
        return made;
    }

    // Claims and runs, then the answer.
    WaitOutcome decompose() {
        std::ranges::sort(held_, {}, [](const Held& h) { return std::tie(h.gpu, h.span.begin); });
        for (const Held& h : held_) {
            claim(h.pod, h.gpu);
            timeline.claims.back().held = h.span;
        }
        for (std::uint32_t lane = 0; lane < folded.lanes.size(); ++lane) {
            Time at = timeline.window.begin;
            for (std::size_t i = 0; i < held_.size(); ++i) {
                if (held_[i].gpu != folded.lanes[lane].gpu) continue;
                if (at < held_[i].span.begin) run(lane, {at, held_[i].span.begin}, PieceState::free, {});
                run(lane, held_[i].span, held_[i].state, model::ClaimIx::of(i));
                folded.claims.push_back({.claim = model::ClaimIx::of(i), .lane = lane, .memory_most = most_});
                at = held_[i].span.end;
            }
            if (at < timeline.window.end) run(lane, {at, timeline.window.end}, PieceState::free, {});
        }
        std::ranges::sort(folded.claims, {}, [](const ClaimProfile& p) { return std::tie(p.claim, p.lane); });
        return decompose_waits(timeline, folded, policy);
    }
    void most_memory(Bytes bytes) { most_ = static_cast<float>(bytes.value); }

  private:
    struct Held {
        model::PodIx pod;
        model::GpuIx gpu;
        Interval span;
        PieceState state;
    };
    void run(std::uint32_t lane, Interval span, PieceState state, model::ClaimIx claim) {
        folded.runs.push_back({.lane = lane, .span = span, .state = state, .claim = claim});
    }
    std::vector<Held> held_;
    float most_ = -1.0F;
};

inline std::int64_t of(const Waits& waits, WaitCause cause) { return waits.by_cause[static_cast<std::size_t>(cause)]; }

}  // namespace arable::diagnose::test
