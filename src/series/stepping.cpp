#include "series/stepping.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arable::series {

Duration median_interval(std::span<const Sample> samples) {
    if (samples.size() < 2) return {};
    std::vector<std::int64_t> steps;
    steps.reserve(samples.size() - 1);
    for (std::size_t i = 1; i < samples.size(); ++i)
        steps.push_back((samples[i].time - samples[i - 1].time).ms);
    // Of an even number the lower of the two middle ones, so that the answer is a distance that was seen.
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
    std::ranges::nth_element(steps, middle);
    return {*middle};
}

Stepper::Stepper(std::span<const Sample> samples, Duration hold) : samples_(samples), hold_(hold) {}

Time Stepper::end_of(std::size_t i) const {
    const Time reach = samples_[i].time + hold_;
    return i + 1 < samples_.size() ? std::min(reach, samples_[i + 1].time) : reach;
}

std::optional<Stepper::Mean> Stepper::mean(const Interval& interval) {
    if (samples_.empty() || interval.empty()) return std::nullopt;
    while (first_ + 1 < samples_.size() && samples_[first_ + 1].time <= interval.begin)
        ++first_;
    // Values are taken relative to the first one: the mean of a constant is that constant exactly.
    double base = 0.0;
    double weighted = 0.0;
    Duration known;
    for (std::size_t i = first_; i < samples_.size() && samples_[i].time < interval.end; ++i) {
        const Duration part = intersect({samples_[i].time, end_of(i)}, interval).length();
        if (part.ms <= 0) continue;
        if (known.ms == 0) base = samples_[i].value;
        weighted += (samples_[i].value - base) * static_cast<double>(part.ms);
        known = known + part;
    }
    if (known.ms == 0) return std::nullopt;
    return Mean{.value = base + weighted / static_cast<double>(known.ms), .known = known};
}

std::optional<double> Stepper::at(Time t) {
    if (samples_.empty()) return std::nullopt;
    while (first_ + 1 < samples_.size() && samples_[first_ + 1].time <= t)
        ++first_;
    const Sample& sample = samples_[first_];
    if (t < sample.time) return std::nullopt;
    // A sample is true at its own time even if it has no reach (the only one of its series).
    if (t > sample.time && t >= end_of(first_)) return std::nullopt;
    return sample.value;
}

std::optional<double> increase(std::span<const Sample> counter, const Interval& window) {
    const auto begin = std::ranges::lower_bound(counter, window.begin, {}, &Sample::time);
    const auto end = std::ranges::lower_bound(begin, counter.end(), window.end, {}, &Sample::time);
    if (end - begin < 2) return std::nullopt;
    double sum = 0.0;
    for (auto it = begin + 1; it != end; ++it) {
        const double before = (it - 1)->value;
        sum += std::max(0.0, it->value < before ? it->value : it->value - before);
    }
    return sum;
}

}  // namespace arable::series
