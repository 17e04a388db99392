#include "app/cell_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "diagnose/track.h"
#include "model/quantity.h"
#include "series/stepping.h"

namespace arable::app {
namespace {

using model::Quantity;
using series::Sample;
using series::Signal;

Signal signal(Quantity quantity, std::vector<Sample> samples) {
    Signal s{.quantity = static_cast<std::uint16_t>(quantity),
             .part = -1,
             .samples = std::move(samples),
             .median_interval = {}};
    s.median_interval = series::median_interval(s.samples);
    return s;
}

Signal reduced(const Signal& s, std::vector<Time> cuts = {}) {
    bool any = false;
    return reduced_signal(s, minutes(1), cuts, any);
}

// Samples at 5 s of each half minute; a value holds until the next one.
TEST(CellValues, AreMeansOfCells) {
    const Signal fine = signal(Quantity::engine_active,
                               {{Time{5'000}, 0.2}, {Time{35'000}, 0.8}, {Time{65'000}, 0.4}, {Time{95'000}, 0.6}});
    const Signal cells = reduced(fine);
    // 5 to 60 s: 30 s of 0.2 and 25 s of 0.8; 60 to 95 s: 5 s of 0.8 and 30 s of 0.4; the last one as it is.
    const std::vector<Sample> expected{{Time{5'000}, 0.4727273}, {Time{60'000}, 0.4571429}, {Time{95'000}, 0.6}};
    EXPECT_EQ(cells.samples, expected);
    EXPECT_EQ(cells.median_interval, seconds(30));
}

TEST(CellValues, AreCutWhereTheDiagnosisCuts) {
    const Signal fine = signal(Quantity::engine_active,
                               {{Time{0}, 0.2}, {Time{30'000}, 0.8}, {Time{60'000}, 0.8}, {Time{90'000}, 0.8}});
    const Signal cells = reduced(fine, {Time{-7}, Time{10'000}, Time{45'000}});
    const std::vector<Sample> expected{
        {Time{0}, 0.2}, {Time{10'000}, 0.4571429}, {Time{45'000}, 0.8}, {Time{60'000}, 0.8}, {Time{90'000}, 0.8}};
    // As many samples as before or more: then they stay as they were.
    EXPECT_EQ(cells.samples, fine.samples);
    EXPECT_EQ(expected.size(), 5U);
}

TEST(CellValues, LeaveSignalsAlreadyThatCoarseAlone) {
    const Signal coarse = signal(Quantity::power, {{Time{0}, 1.5}, {Time{60'000}, 2.5}, {Time{120'000}, 3.25}});
    EXPECT_EQ(reduced(coarse).samples, coarse.samples);
}

TEST(CellValues, KeepOneSampleACellOfACounterAndItsResets) {
    std::vector<Sample> samples;
    for (int i = 0; i < 20; ++i) samples.push_back({Time{i * 15'000}, i < 10 ? 100.0 + i : i - 10.0});
    const Signal thin = reduced(signal(Quantity::cpu_used, samples));
    std::vector<std::int64_t> times;
    for (const Sample& s : thin.samples) times.push_back(s.time.ms / 15'000);
    EXPECT_EQ(times, (std::vector<std::int64_t>{0, 4, 8, 9, 10, 12, 16, 19}));
    const auto gained = [](std::span<const Sample> counter) {
        double sum = 0.0;
        for (std::size_t i = 1; i < counter.size(); ++i)
            sum += counter[i].value < counter[i - 1].value ? counter[i].value : counter[i].value - counter[i - 1].value;
        return sum;
    };
    EXPECT_EQ(gained(thin.samples), gained(samples));
}

TEST(CellValues, ShowOfWhatNobodyReadsOnlyThatItWasThere) {
    std::vector<Sample> samples;
    for (int i = 0; i < 20; ++i) samples.push_back({Time{i * 15'000}, 40.0 + i});
    const Signal ends = reduced(signal(Quantity::temperature, samples));
    EXPECT_EQ(ends.samples, (std::vector<Sample>{samples.front(), samples.back()}));
    EXPECT_EQ(ends.median_interval, seconds(15));
}

// What is known, and the mean of each cell, is what it was: for any sampling, gaps and jitter.
TEST(CellValues, KeepKnownTimeAndMeansOfCells) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng(seed);
        const std::int64_t every = rng.integer(3, 50) * 1000;
        std::vector<Sample> samples;
        for (std::int64_t t = rng.integer(0, 90'000); t < 1'800'000; t += every + rng.integer(-every / 4, every / 4)) {
            if (rng.chance(0.05)) t += rng.integer(0, 240'000);
            samples.push_back({Time{t}, static_cast<double>(rng.integer(0, 1'000'000)) / 1e6});
        }
        const Signal fine = signal(Quantity::sm_active, samples);
        const std::vector<Time> cuts{Time{200'500}, Time{333'333}, Time{1'000'001}};
        const Signal cells = reduced(fine, cuts);
        const Duration hold = series::hold_of(fine.median_interval);
        diagnose::Track before(fine.samples, hold);
        diagnose::Track after(cells.samples, hold);
        std::vector<Time> edges = cuts;
        for (int i = 0; i <= 32; ++i) edges.push_back(Time{i * 60'000});
        std::ranges::sort(edges);
        for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
            const Interval cell{edges[i], edges[i + 1]};
            const auto a = before.mean_known(cell);
            const auto b = after.mean_known(cell);
            ASSERT_EQ(a.has_value(), b.has_value()) << seed << " at " << cell.begin.ms;
            if (!a) continue;
            EXPECT_EQ(a->known, b->known) << seed << " at " << cell.begin.ms;
            EXPECT_NEAR(a->value, b->value, 1e-7) << seed << " at " << cell.begin.ms;
        }
    }
}

}  // namespace
}  // namespace arable::app
