#pragma once
// Seeded random numbers that are the same on every machine and compiler (the standard distributions are not).

#include <cstdint>

namespace arable {

// xoshiro256**, seeded by SplitMix64 (Blackman, Vigna 2018). Copy to fork; `split` for independent streams.
class Rng {
  public:
    explicit Rng(std::uint64_t seed);
    // A stream that depends on this seed and on `stream` only, not on how much was drawn.
    Rng split(std::uint64_t stream) const;

    std::uint64_t next();
    double uniform();                                           // [0, 1), 53 bits
    double uniform(double low, double high);                    // [low, high)
    std::int64_t integer(std::int64_t low, std::int64_t high);  // [low, high], unbiased
    bool chance(double p);
    double normal(double mean, double sd);  // Box-Muller
    double lognormal(double median, double sigma);
    double gamma(double shape, double scale);  // Marsaglia, Tsang 2000; shape > 0

  private:
    std::uint64_t seed_;
    std::uint64_t state_[4];
};

}  // namespace arable
