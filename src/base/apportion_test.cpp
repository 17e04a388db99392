#include "base/apportion.h"

#include <numeric>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace arable {
namespace {

TEST(Apportion, GivesTheLargestRemaindersTheRest) {
    const std::vector<std::int64_t> weights{1, 1, 1};
    EXPECT_EQ(apportion(10, weights), (std::vector<std::int64_t>{4, 3, 3}));
    const std::vector<std::int64_t> uneven{5, 3, 2};
    EXPECT_EQ(apportion(7, uneven), (std::vector<std::int64_t>{4, 2, 1}));  // 3.5, 2.1, 1.4
}

TEST(Apportion, AlwaysAddsUpToTheTotal) {
    Rng rng(7);
    for (int round = 0; round < 500; ++round) {
        std::vector<std::int64_t> weights(static_cast<std::size_t>(rng.integer(1, 9)));
        for (auto& w : weights) w = rng.integer(0, 1'000'000'000'000);
        const std::int64_t total = rng.integer(0, 1'000'000'000'000);
        const auto parts = apportion(total, weights);
        EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}), total);
    }
}

TEST(Apportion, PutsEverythingFirstWhenNoWeightIsKnown) {
    const std::vector<std::int64_t> none{0, 0};
    EXPECT_EQ(apportion(5, none), (std::vector<std::int64_t>{5, 0}));
    EXPECT_TRUE(apportion(5, {}).empty());
}

}  // namespace
}  // namespace arable
