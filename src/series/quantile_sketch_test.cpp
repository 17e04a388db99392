#include "series/quantile_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"

namespace arable::series {
namespace {

double exact(std::vector<double> values, double q) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// Values of very different sizes and kinds, zeros and negatives among them.
std::vector<double> values_of(std::uint64_t seed) {
    Rng rng(seed);
    std::vector<double> values;
    for (std::uint64_t n = 1 + rng.next() % 3000; n > 0; --n) {
        const auto kind = rng.next() % 5;
        if (kind == 0) values.push_back(0.0);
        if (kind == 1) values.push_back(rng.uniform());
        if (kind == 2) values.push_back(rng.lognormal(1e4, 4.0));
        if (kind == 3) values.push_back(-rng.lognormal(10.0, 2.0));
        if (kind == 4) values.push_back(static_cast<double>(rng.next() % 101));
    }
    return values;
}

TEST(QuantileSketch, IsWithinOnePercentOfTheTruth) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto values = values_of(seed);
        QuantileSketch sketch;
        for (const double value : values) sketch.add(value);
        EXPECT_EQ(sketch.weight(), values.size());
        for (const double q : {0.0, 0.001, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1.0}) {
            const double truth = exact(values, q);
            ASSERT_NEAR(sketch.quantile(q).value(), truth, std::fabs(truth) * 0.0100001 + 1e-9)
                << "seed " << seed << " q " << q;
        }
    }
}

TEST(QuantileSketch, MergedAnswersAsOneThatSawEverything) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto values = values_of(seed);
        QuantileSketch all;
        std::vector<QuantileSketch> parts(3);
        for (std::size_t i = 0; i < values.size(); ++i) {
            all.add(values[i]);
            parts[i % 3].add(values[i]);
        }
        QuantileSketch forwards;
        for (const auto& part : parts) forwards.merge(part);
        QuantileSketch backwards = parts[2];
        backwards.merge(parts[1]);
        backwards.merge(parts[0]);
        EXPECT_EQ(forwards, all);
        EXPECT_EQ(backwards, all);
    }
}

TEST(QuantileSketch, AWeightIsThatManyValues) {
    QuantileSketch weighted;
    QuantileSketch repeated;
    for (int i = 1; i <= 20; ++i) {
        weighted.add(i, static_cast<std::uint64_t>(i));
        for (int n = 0; n < i; ++n) repeated.add(i);
    }
    weighted.add(100.0, 0);
    EXPECT_EQ(weighted, repeated);
    EXPECT_EQ(weighted.weight(), 210U);
}

TEST(QuantileSketch, MayBeMergedIntoItself) {
    QuantileSketch sketch;
    sketch.add(1.0);
    sketch.add(-2.0);
    sketch.merge(sketch);
    EXPECT_EQ(sketch.weight(), 4U);
}

TEST(QuantileSketch, SaysNothingWithoutValues) {
    QuantileSketch sketch;
    EXPECT_EQ(sketch.quantile(0.5), std::nullopt);
    EXPECT_EQ(sketch.share_at_least(0.0), std::nullopt);
    sketch.add(std::numeric_limits<double>::quiet_NaN());
    sketch.add(std::numeric_limits<double>::infinity());
    EXPECT_EQ(sketch.weight(), 0U);
    sketch.add(5.0);
    EXPECT_EQ(sketch.quantile(-0.1), std::nullopt);
    EXPECT_EQ(sketch.quantile(1.1), std::nullopt);
    EXPECT_EQ(sketch.quantile(std::nan("")), std::nullopt);
}

TEST(QuantileSketch, IsExactForAConstantAndAtTheEnds) {
    QuantileSketch constant;
    constant.add(68.244, 1'000'000);
    EXPECT_EQ(constant.quantile(0.5), 68.244);
    QuantileSketch two;
    two.add(3.0);
    two.add(7.0);
    EXPECT_EQ(two.quantile(0.0), 3.0);
    EXPECT_EQ(two.quantile(1.0), 7.0);
}

TEST(QuantileSketch, TellsTheShareAtOrAboveAThreshold) {
    QuantileSketch sketch;
    sketch.add(0.0, 50);
    sketch.add(0.5, 30);
    sketch.add(0.9, 20);
    EXPECT_EQ(sketch.share_at_least(0.0), 1.0);
    EXPECT_EQ(sketch.share_at_least(0.05), 0.5);
    EXPECT_EQ(sketch.share_at_least(0.7), 0.2);
    EXPECT_EQ(sketch.share_at_least(2.0), 0.0);
}

TEST(QuantileSketch, HoldsTheSmallestAndTheLargestNumbers) {
    QuantileSketch sketch;
    for (const double value : {std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(),
                               std::numeric_limits<double>::denorm_min(), QuantileSketch::kSmallest}) {
        sketch.add(value);
        sketch.add(value);
    }
    EXPECT_TRUE(std::isfinite(sketch.quantile(0.9).value()));
    EXPECT_EQ(sketch.quantile(0.3).value(), 0.0);
}

}  // namespace
}  // namespace arable::series
