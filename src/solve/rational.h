#pragma once
// Exact fractions of 64-bit integers. What does not fit becomes `too large`, which spreads through every later sum like
// a NaN and is never wrapped: check `fits()` before a value decides anything.

#include <compare>
#include <cstdint>

namespace arable::solve {

class Rational {
  public:
    constexpr Rational() = default;
    constexpr Rational(std::int64_t whole) : top_(whole) {}     // NOLINT: a whole number is a fraction
    static Rational of(std::int64_t top, std::int64_t bottom);  // bottom 0: too large

    bool fits() const { return bottom_ != 0; }
    std::int64_t top() const { return top_; }        // numerator, in lowest terms
    std::int64_t bottom() const { return bottom_; }  // denominator, > 0; 0: too large
    bool is_zero() const { return top_ == 0; }
    bool is_whole() const { return bottom_ == 1; }
    int sign() const { return top_ > 0 ? 1 : top_ < 0 ? -1 : 0; }
    std::int64_t floor() const;
    std::int64_t ceil() const;

    friend Rational operator+(Rational a, Rational b);
    friend Rational operator-(Rational a, Rational b) { return a + -b; }
    friend Rational operator-(Rational a);
    friend Rational operator*(Rational a, Rational b);
    friend Rational operator/(Rational a, Rational b);  // by zero: too large
    friend bool operator==(Rational, Rational) = default;
    // Both must fit.
    friend std::strong_ordering operator<=>(Rational a, Rational b);

  private:
    __extension__ using Wide = __int128;
    static Rational lowest(Wide top, Wide bottom);

    std::int64_t top_ = 0;
    std::int64_t bottom_ = 1;
};

// The least common multiple of two positive numbers; 0 where it does not fit, or either is 0.
std::int64_t common_multiple(std::int64_t a, std::int64_t b);

}  // namespace arable::solve
