#include "base/rng.h"

#include <gtest/gtest.h>

namespace arable {
namespace {

TEST(Rng, RepeatsForASeedAndDiffersBetweenStreams) {
    Rng a(42);
    Rng b(42);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(a.next(), b.next());
    EXPECT_NE(Rng(42).split(1).next(), Rng(42).split(2).next());
    Rng drawn(42);
    drawn.next();
    EXPECT_EQ(drawn.split(3).next(), Rng(42).split(3).next());
}

TEST(Rng, IntegersStayInRangeAndReachBothEnds) {
    Rng rng(1);
    bool low = false;
    bool high = false;
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t n = rng.integer(-2, 2);
        ASSERT_GE(n, -2);
        ASSERT_LE(n, 2);
        low = low || n == -2;
        high = high || n == 2;
    }
    EXPECT_TRUE(low && high);
}

TEST(Rng, DistributionsHaveTheirMeans) {
    Rng rng(3);
    double normal = 0.0;
    double gamma = 0.0;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) {
        normal += rng.normal(5.0, 2.0);
        gamma += rng.gamma(0.5, 4.0);
    }
    EXPECT_NEAR(normal / kDraws, 5.0, 0.1);
    EXPECT_NEAR(gamma / kDraws, 2.0, 0.15);
}

}  // namespace
}  // namespace arable
