#pragma once
// Quantiles of any number of values in little memory: DDSketch (Masson, Rim, Lee, VLDB 2019). Each answer is within 1 %
// of the true one, and sketches that are merged answer exactly as one that saw everything, in whatever order.

#include <cstdint>
#include <optional>
#include <vector>

namespace arable::series {

class QuantileSketch {
  public:
    static constexpr double kRelativeError = 0.01;
    // Values nearer to zero than this are zero.
    static constexpr double kSmallest = 1e-9;

    // `weight`: how often, or for how many milliseconds. NaN and infinities are no values and are not added. O(log
    // buckets); 16 bytes a bucket, 116 buckets a power of ten.
    void add(double value, std::uint64_t weight = 1);
    void merge(const QuantileSketch& other);

    // The value with floor(q × (weight() − 1)) of the weight below it; absent when nothing was added or q is not in [0,
    // 1]. The least and the largest value are exact.
    std::optional<double> quantile(double q) const;
    std::uint64_t weight() const { return weight_; }
    // The share of the weight with a value of at least `threshold`, up to the relative error in where that lies; absent
    // when nothing was added.
    std::optional<double> share_at_least(double threshold) const;

    friend bool operator==(const QuantileSketch&, const QuantileSketch&) = default;

  private:
    // Values in (γ^(index−1), γ^index], or their mirror image, with γ = (1 + error) / (1 − error).
    struct Bucket {
        std::int32_t index = 0;
        std::uint64_t weight = 0;
        friend bool operator==(const Bucket&, const Bucket&) = default;
    };
    using Buckets = std::vector<Bucket>;  // ascending index
    static void add_to(Buckets& buckets, std::int32_t index, std::uint64_t weight);

    Buckets positive_;
    Buckets negative_;  // of −value
    std::uint64_t zero_ = 0;
    std::uint64_t weight_ = 0;
    double least_ = 0.0;
    double largest_ = 0.0;
};

}  // namespace arable::series
