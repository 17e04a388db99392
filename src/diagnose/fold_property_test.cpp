// All parts add up to presence, and threads change nothing, for timelines and samples at random.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "diagnose/fold.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::LayoutKind;
using model::Quantity;
using test::HandEstate;

Interval random_interval(Rng& rng, const Interval& within) {
    const std::int64_t a = rng.integer(within.begin.ms, within.end.ms);
    const std::int64_t b = rng.integer(within.begin.ms, within.end.ms);
    return {{std::min(a, b)}, {std::max(a, b)}};
}

model::Layout random_layout(Rng& rng) {
    model::Layout layout{.kind = static_cast<LayoutKind>(rng.integer(0, 3))};
    if (layout.kind == LayoutKind::mig) {
        int left = 7;
        for (int id = 1; left > 0 && rng.chance(0.8); ++id) {
            const int slices = static_cast<int>(rng.integer(1, left));
            left -= slices;
            layout.instances.push_back({.id = id, .profile = "x", .compute_slices = slices});
        }
    } else if (layout.kind != LayoutKind::exclusive) {
        layout.replicas = static_cast<int>(rng.integer(1, 4));
    }
    return layout;
}

std::vector<series::Sample> random_samples(Rng& rng, const Interval& window, double top) {
    std::vector<series::Sample> samples;
    for (Time t = window.begin; t < window.end; t = t + Duration{rng.integer(1'000, 400'000)}) {
        if (rng.chance(0.05)) t = t + minutes(rng.integer(1, 60));
        samples.push_back({t, rng.chance(0.4) ? 0.0 : rng.uniform(0.0, top)});
    }
    return samples;
}

HandEstate random_estate(std::uint64_t seed) {
    Rng rng(seed);
    HandEstate estate(Duration{rng.integer(1, 6 * 3'600'000)});
    const Interval window = estate.timeline.window;
    for (int n = 0; n < 2; ++n) {
        const auto node = estate.node("n" + std::to_string(n));
        estate.timeline.nodes[node.at()].readiness_known = rng.chance(0.5);
        estate.timeline.nodes[node.at()].ready =
            normalise({random_interval(rng, window), random_interval(rng, window)});
        for (int g = 0; g < 3; ++g) {
            const auto ix = estate.gpu(node, rng.chance(0.5) ? "NVIDIA A100-SXM4-40GB" : "unheard of");
            model::Gpu& gpu = estate.timeline.gpus[ix.at()];
            if (rng.chance(0.5)) gpu.present = normalise({random_interval(rng, window), random_interval(rng, window)});
            gpu.unhealthy = normalise({random_interval(rng, window)});
            const Time cut{rng.integer(window.begin.ms, window.end.ms)};
            gpu.layouts = {{{window.begin, cut}, random_layout(rng)}, {{cut, window.end}, random_layout(rng)}};
            for (int part = -1; part < 4; ++part) {
                for (const auto quantity : {Quantity::engine_active, Quantity::sm_active, Quantity::dram_active})
                    if (rng.chance(0.7)) estate.samples(ix, quantity, random_samples(rng, window, 1.2), part);
                if (rng.chance(0.7)) estate.samples(ix, Quantity::memory_used, random_samples(rng, window, 5e9), part);
            }
        }
    }
    const auto pod = estate.pod("p");
    for (int c = 0; c < 20; ++c) {
        model::Claim& claim = estate.claim(pod, model::GpuIx::of(static_cast<std::size_t>(rng.integer(0, 5))),
                                           random_interval(rng, window));
        claim.start_known = rng.chance(0.5);
        claim.holder = static_cast<model::HolderState>(rng.integer(0, 2));
        if (rng.chance(0.6)) claim.instance = static_cast<int>(rng.integer(1, 4));
        if (rng.chance(0.3)) {
            claim.gpu = model::GpuIx::none();
            claim.node = model::NodeIx::of(static_cast<std::size_t>(rng.integer(0, 1)));
            claim.count = static_cast<int>(rng.integer(0, 5));
        }
    }
    return estate;
}

std::int64_t parts(const HourShare& s) {
    return s.unavailable_ms + s.used_unclaimed_ms + s.ghost_ms + s.free_ms + s.unknown_ms + s.starting_ms + s.empty_ms +
           s.loaded_ms + s.computing_ms + s.bandwidth_rest_ms + s.other_rest_ms;
}

TEST(FoldProperty, AllPartsAddUpToPresenceExactly) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const HandEstate estate = random_estate(seed);
        const auto result = fold(estate.timeline, estate.signals, {});
        ASSERT_TRUE(result.has_value());
        std::vector<std::int64_t> by_gpu(estate.timeline.gpus.size(), 0);
        for (const HourShare& share : result->hours) {
            by_gpu[result->lanes[share.lane].gpu.at()] += parts(share);
            EXPECT_TRUE(share.claim.known() || share.starting_ms + share.empty_ms + share.loaded_ms == 0);
        }
        std::int64_t all = result->unusable_mig_ms;
        for (std::size_t g = 0; g < by_gpu.size(); ++g) {
            ASSERT_EQ(by_gpu[g] + result->gpu_unusable_ms[g], total(estate.timeline.gpus[g].present).ms)
                << "seed " << seed << " gpu " << g;
            all += by_gpu[g];
        }
        EXPECT_EQ(all, result->presence_ms);
        for (std::size_t i = 1; i < result->runs.size(); ++i) {
            const diagnose::Run& a = result->runs[i - 1];
            const diagnose::Run& b = result->runs[i];
            EXPECT_TRUE(a.lane < b.lane || (a.lane == b.lane && a.span.end <= b.span.begin));
        }
    }
}

TEST(FoldProperty, ThreadsChangeNothing) {
    for (std::uint64_t seed = 200; seed < 220; ++seed) {
        const HandEstate estate = random_estate(seed);
        Policy two;
        two.threads = 2;
        const auto a = fold(estate.timeline, estate.signals, {});
        const auto b = fold(estate.timeline, estate.signals, two);
        ASSERT_TRUE(a && b);
        ASSERT_EQ(a->hours.size(), b->hours.size());
        for (std::size_t i = 0; i < a->hours.size(); ++i) {
            EXPECT_EQ(a->hours[i].claim, b->hours[i].claim);
            EXPECT_EQ(a->hours[i].computing_ms, b->hours[i].computing_ms);
            EXPECT_EQ(a->hours[i].engine.value, b->hours[i].engine.value);
        }
        ASSERT_EQ(a->runs.size(), b->runs.size());
        EXPECT_EQ(a->claims.size(), b->claims.size());
    }
}

}  // namespace
}  // namespace arable::diagnose
