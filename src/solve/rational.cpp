#include "solve/rational.h"

#include <limits>
#include <numeric>
#include <utility>

namespace arable::solve {
namespace {

__extension__ using Wide = __int128;
constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();

bool is_narrow(Wide value) { return value <= kMost && value >= -kMost; }

// Of two numbers that are not negative. Most are small, and then the division is one of 64 bits.
Wide common_divisor(Wide a, Wide b) {
    while (!is_narrow(a) || !is_narrow(b)) {
        if (b == 0) return a;
        a = std::exchange(b, a % b);
    }
    return std::gcd(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
}

}  // namespace

Rational Rational::lowest(Wide top, Wide bottom) {
    Rational result;
    if (top == 0) return result;
    if (bottom != 1) {
        const Wide divisor = common_divisor(top < 0 ? -top : top, bottom);
        top /= divisor;
        bottom /= divisor;
    }
    if (!is_narrow(top) || !is_narrow(bottom)) {
        result.bottom_ = 0;
        return result;
    }
    result.top_ = static_cast<std::int64_t>(top);
    result.bottom_ = static_cast<std::int64_t>(bottom);
    return result;
}

Rational Rational::of(std::int64_t top, std::int64_t bottom) {
    if (bottom == 0) {
        Rational nothing;
        nothing.bottom_ = 0;
        return nothing;
    }
    return bottom < 0 ? lowest(-Wide{top}, -Wide{bottom}) : lowest(top, bottom);
}

std::int64_t Rational::floor() const {
    const std::int64_t towards_zero = top_ / bottom_;
    return towards_zero - (top_ % bottom_ < 0 ? 1 : 0);
}

std::int64_t Rational::ceil() const {
    const std::int64_t towards_zero = top_ / bottom_;
    return towards_zero + (top_ % bottom_ > 0 ? 1 : 0);
}

Rational operator-(Rational a) {
    a.top_ = -a.top_;
    return a;
}

Rational operator+(Rational a, Rational b) {
    if (!a.fits() || !b.fits()) return Rational::of(0, 0);
    if (a.bottom_ == b.bottom_) return Rational::lowest(Wide{a.top_} + b.top_, a.bottom_);
    return Rational::lowest(Wide{a.top_} * b.bottom_ + Wide{b.top_} * a.bottom_, Wide{a.bottom_} * b.bottom_);
}

Rational operator*(Rational a, Rational b) {
    if (!a.fits() || !b.fits()) return Rational::of(0, 0);
    return Rational::lowest(Wide{a.top_} * b.top_, Wide{a.bottom_} * b.bottom_);
}

Rational operator/(Rational a, Rational b) {
    if (!a.fits() || !b.fits() || b.top_ == 0) return Rational::of(0, 0);
    return a * Rational::of(b.bottom_, b.top_);
}

std::strong_ordering operator<=>(Rational a, Rational b) {
    return Wide{a.top_} * b.bottom_ <=> Wide{b.top_} * a.bottom_;
}

std::int64_t common_multiple(std::int64_t a, std::int64_t b) {
    if (a <= 0 || b <= 0) return 0;
    const Wide product = Wide{a} / std::gcd(a, b) * b;
    return is_narrow(product) ? static_cast<std::int64_t>(product) : 0;
}

}  // namespace arable::solve
