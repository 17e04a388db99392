#include "solve/dual_simplex.h"

#include <gtest/gtest.h>

#include <limits>

namespace arable::solve {
namespace {

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

TEST(Fractions, AreKeptInLowestTerms) {
    EXPECT_EQ(Rational::of(6, -4), Rational::of(-3, 2));
    EXPECT_EQ(Rational::of(1, 3) + Rational::of(1, 6), Rational::of(1, 2));
    EXPECT_EQ(Rational::of(2, 3) * Rational::of(9, 4), Rational::of(3, 2));
    EXPECT_EQ(Rational::of(2, 3) / Rational::of(-4, 9), Rational::of(-3, 2));
    EXPECT_LT(Rational::of(-1, 2), Rational::of(-1, 3));
    EXPECT_EQ(Rational::of(-7, 2).floor(), -4);
    EXPECT_EQ(Rational::of(-7, 2).ceil(), -3);
    EXPECT_EQ(Rational::of(7, 2).ceil(), 4);
    EXPECT_EQ(Rational(5).ceil(), 5);
}

TEST(Fractions, ThatDoNotFitAreNeverWrapped) {
    EXPECT_FALSE((Rational(kHuge) + Rational(1)).fits());
    EXPECT_FALSE((Rational(kHuge) * Rational(2)).fits());
    EXPECT_FALSE((Rational::of(1, kHuge) * Rational::of(1, 3)).fits());
    EXPECT_FALSE((Rational(1) / Rational(0)).fits());
    EXPECT_FALSE(((Rational(kHuge) + Rational(1)) - Rational(kHuge)).fits());
    EXPECT_EQ(Rational(kHuge) * Rational::of(2, kHuge), Rational(2));
    EXPECT_EQ(common_multiple(kHuge, 2), 0);
    EXPECT_EQ(common_multiple(4, 6), 12);
}

// min 3a + 2b with 2a + b >= 7 and a + 3b >= 9: a = 12/5, b = 11/5, value 58/5, prices 7/5 and 1/5.
TEST(DualSimplex, SolvesExactlyWithPrices) {
    DualSimplex simplex(std::vector<std::int64_t>{3, 2});
    simplex.add_row(std::vector<std::int64_t>{2, 1}, 7);
    simplex.add_row(std::vector<std::int64_t>{1, 3}, 9);
    std::int64_t steps = 100;
    ASSERT_EQ(simplex.solve(steps), DualSimplex::Outcome::optimal);
    EXPECT_EQ(simplex.value(), Rational::of(58, 5));
    EXPECT_EQ(simplex.solution(), (std::vector<Rational>{Rational::of(12, 5), Rational::of(11, 5)}));
    EXPECT_EQ(simplex.multipliers(), (std::vector<Rational>{Rational::of(7, 5), Rational::of(1, 5)}));
    // A later row: a <= 2. Then b = 3, value 12.
    simplex.add_row(std::vector<std::int64_t>{-1, 0}, -2);
    ASSERT_EQ(simplex.solve(steps), DualSimplex::Outcome::optimal);
    EXPECT_EQ(simplex.value(), Rational(12));
}

TEST(DualSimplex, NamesTheRowsThatContradictEachOther) {
    DualSimplex simplex(std::vector<std::int64_t>{1, 1});
    simplex.add_row(std::vector<std::int64_t>{1, 1}, 5);
    simplex.add_row(std::vector<std::int64_t>{-1, 0}, -2);
    simplex.add_row(std::vector<std::int64_t>{0, -1}, -2);
    std::int64_t steps = 100;
    ASSERT_EQ(simplex.solve(steps), DualSimplex::Outcome::infeasible);
    EXPECT_EQ(simplex.multipliers(), (std::vector<Rational>{1, 1, 1}));  // 0 >= 5 - 2 - 2 = 1
}

TEST(DualSimplex, StopsWhenStepsRunOutOrNumbersGrowTooLarge) {
    DualSimplex simplex(std::vector<std::int64_t>{1});
    simplex.add_row(std::vector<std::int64_t>{2}, 5);
    std::int64_t none = 0;
    EXPECT_EQ(simplex.solve(none), DualSimplex::Outcome::stopped);
    DualSimplex large(std::vector<std::int64_t>{kHuge / 2, 1});
    large.add_row(std::vector<std::int64_t>{1, 0}, kHuge / 2);
    std::int64_t steps = 100;
    EXPECT_EQ(large.solve(steps), DualSimplex::Outcome::too_large);
}

}  // namespace
}  // namespace arable::solve
