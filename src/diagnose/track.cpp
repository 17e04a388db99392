#include "diagnose/track.h"

#include <algorithm>

namespace arable::diagnose {

Time Track::end_of(std::size_t i) const {
    const Time reach = std::min(samples_[i].time + hold_, end_);
    return i + 1 < samples_.size() ? std::min(reach, samples_[i + 1].time) : reach;
}

void Track::advance(Time t) {
    while (first_ + 1 < samples_.size() && samples_[first_ + 1].time <= t) ++first_;
    steady_ = std::max(steady_, first_);
    while (steady_ + 1 < samples_.size() && samples_[steady_ + 1].value == samples_[first_].value &&
           end_of(steady_) == samples_[steady_ + 1].time)
        ++steady_;
}

std::optional<double> Track::mean(const Interval& interval) {
    const auto mean = mean_known(interval);
    if (!mean) return std::nullopt;
    return mean->value;
}

std::optional<Track::Mean> Track::mean_known(const Interval& interval) {
    if (samples_.empty() || interval.empty()) return std::nullopt;
    advance(interval.begin);
    if (samples_[first_].time <= interval.begin && interval.end <= end_of(steady_))
        return Mean{samples_[first_].value, interval.length()};
    double base = 0.0;
    double weighted = 0.0;
    std::int64_t known = 0;
    for (std::size_t i = first_; i < samples_.size() && samples_[i].time < interval.end; ++i) {
        const std::int64_t part = intersect({samples_[i].time, end_of(i)}, interval).length().ms;
        if (part <= 0) continue;
        if (known == 0) base = samples_[i].value;
        weighted += (samples_[i].value - base) * static_cast<double>(part);
        known += part;
    }
    if (known == 0) return std::nullopt;
    return Mean{base + weighted / static_cast<double>(known), {known}};
}

Time Track::steady_until(Time t) {
    if (samples_.empty()) return kEndOfTime;
    advance(t);
    if (t < samples_[first_].time) return samples_[first_].time;
    const Time end = end_of(steady_);
    if (t < end) return end;
    return first_ + 1 < samples_.size() ? samples_[first_ + 1].time : kEndOfTime;
}

std::vector<series::Sample> rates_of(std::span<const series::Sample> counter) {
    std::vector<series::Sample> rates;
    if (counter.size() < 2) return rates;
    rates.reserve(counter.size());
    for (std::size_t i = 0; i + 1 < counter.size(); ++i) {
        const double before = counter[i].value;
        const double after = counter[i + 1].value;
        const double gained = std::max(0.0, after < before ? after : after - before);
        const double span = static_cast<double>((counter[i + 1].time - counter[i].time).ms) / 1000.0;
        rates.push_back({counter[i].time, gained / span});
    }
    return rates;
}

Track rate_track(std::span<const series::Sample> rates, std::span<const series::Sample> counter) {
    if (rates.empty()) return {};
    const Time end = counter.back().time;
    return {rates, end - rates.front().time, end};
}

}  // namespace arable::diagnose
