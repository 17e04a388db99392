#include "estate/scrape.h"

namespace arable::estate {

std::vector<Time> scrapes(const Estate& estate, std::uint64_t target, Interval during) {
    const Duration every = estate.spec.scrape;
    const std::uint64_t key = estate.spec.seed * 31 + target;
    const auto offset = static_cast<std::int64_t>(drawn(key, 1) * static_cast<double>(every.ms));
    const Time first = estate.window.begin + Duration{offset};
    std::vector<Time> times;
    const Interval inside = intersect(during, estate.window);
    std::int64_t k = inside.begin <= first ? 0 : ((inside.begin - first).ms + every.ms - 1) / every.ms;
    for (Time t = first + every * k; t < inside.end; t = t + every, ++k) {
        if (drawn(key, 2, static_cast<std::uint64_t>(k)) >= estate.spec.missing_scrapes) times.push_back(t);
    }
    return times;
}

void Line::put(Time time, double value) {
    if (!ref_) ref_ = sink_->declare(labels_);
    if (ref_->known()) sink_->append(*ref_, {time, value});
}

}  // namespace arable::estate
