#include "base/rng.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace arable {
namespace {

std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed) : seed_(seed) {
    std::uint64_t state = seed;
    for (std::uint64_t& word : state_) word = split_mix(state);
}

Rng Rng::split(std::uint64_t stream) const {
    std::uint64_t state = seed_ ^ (stream * 0xd1342543de82ef95ULL);
    return Rng(split_mix(state) ^ stream);
}

std::uint64_t Rng::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Rng::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::int64_t Rng::integer(std::int64_t low, std::int64_t high) {
    ARABLE_CHECK(low <= high);
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    if (range == 0) return static_cast<std::int64_t>(next());
    const std::uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    std::uint64_t draw = next();
    while (draw >= limit) draw = next();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + draw % range);
}

bool Rng::chance(double p) { return uniform() < p; }

double Rng::normal(double mean, double sd) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return mean + sd * radius * std::cos(2.0 * std::numbers::pi * uniform());
}

double Rng::lognormal(double median, double sigma) { return median * std::exp(normal(0.0, sigma)); }

double Rng::gamma(double shape, double scale) {
    if (shape < 1.0) {
        return gamma(shape + 1.0, scale) * std::pow(1.0 - uniform(), 1.0 / shape);
    }
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = normal(0.0, 1.0);
        const double v = std::pow(1.0 + c * x, 3.0);
        if (v <= 0.0) continue;
        const double u = 1.0 - uniform();
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v * scale;
    }
}

}  // namespace arable
