#include "series/quantile_sketch.h"

#include <algorithm>
#include <cmath>

namespace arable::series {
namespace {

constexpr double kGamma = (1 + QuantileSketch::kRelativeError) / (1 - QuantileSketch::kRelativeError);
const double kLogGamma = std::log(kGamma);

std::int32_t index_of(double value) { return static_cast<std::int32_t>(std::ceil(std::log(value) / kLogGamma)); }

// The point of the bucket from which no value in it is further than the relative error.
double middle_of(std::int32_t index) { return 2.0 * std::pow(kGamma, index) / (kGamma + 1.0); }

}  // namespace

void QuantileSketch::add_to(Buckets& buckets, std::int32_t index, std::uint64_t weight) {
    const auto at = std::ranges::lower_bound(buckets, index, {}, &Bucket::index);
    if (at != buckets.end() && at->index == index) {
        at->weight += weight;
    } else {
        buckets.insert(at, {.index = index, .weight = weight});
    }
}

void QuantileSketch::add(double value, std::uint64_t weight) {
    if (!std::isfinite(value) || weight == 0) return;
    least_ = weight_ == 0 ? value : std::min(least_, value);
    largest_ = weight_ == 0 ? value : std::max(largest_, value);
    weight_ += weight;
    if (value >= kSmallest) {
        add_to(positive_, index_of(value), weight);
    } else if (value <= -kSmallest) {
        add_to(negative_, index_of(-value), weight);
    } else {
        zero_ += weight;
    }
}

void QuantileSketch::merge(const QuantileSketch& other) {
    if (other.weight_ == 0) return;
    least_ = weight_ == 0 ? other.least_ : std::min(least_, other.least_);
    largest_ = weight_ == 0 ? other.largest_ : std::max(largest_, other.largest_);
    weight_ += other.weight_;
    zero_ += other.zero_;
    // Copies, so that a sketch may be merged into itself.
    for (const auto& [index, weight] : Buckets(other.positive_)) add_to(positive_, index, weight);
    for (const auto& [index, weight] : Buckets(other.negative_)) add_to(negative_, index, weight);
}

std::optional<double> QuantileSketch::quantile(double q) const {
    if (weight_ == 0 || !(q >= 0.0 && q <= 1.0)) return std::nullopt;
    const auto below = static_cast<std::uint64_t>(q * static_cast<double>(weight_ - 1));
    if (below == 0) return least_;
    if (below >= weight_ - 1) return largest_;
    const auto within = [this](double value) { return std::clamp(value, least_, largest_); };
    std::uint64_t seen = 0;
    for (auto bucket = negative_.rbegin(); bucket != negative_.rend(); ++bucket) {
        seen += bucket->weight;
        if (seen > below) return within(-middle_of(bucket->index));
    }
    seen += zero_;
    if (seen > below) return within(0.0);
    for (const auto& bucket : positive_) {
        seen += bucket.weight;
        if (seen > below) return within(middle_of(bucket.index));
    }
    return largest_;
}

std::optional<double> QuantileSketch::share_at_least(double threshold) const {
    if (weight_ == 0 || std::isnan(threshold)) return std::nullopt;
    std::uint64_t above = 0;
    for (const auto& bucket : positive_) {
        if (middle_of(bucket.index) >= threshold) above += bucket.weight;
    }
    if (0.0 >= threshold) above += zero_;
    for (const auto& bucket : negative_) {
        if (-middle_of(bucket.index) >= threshold) above += bucket.weight;
    }
    return static_cast<double>(above) / static_cast<double>(weight_);
}

}  // namespace arable::series
