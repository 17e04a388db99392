#include "sources/sightings.h"

#include <algorithm>

#include "series/reader.h"
#include "series/stepping.h"

namespace arable::sources {

IntervalSet times_when(std::span<const series::Sample> samples, const std::function<bool(double)>& holds) {
    const auto median = series::median_interval(samples);
    const auto interval = median.ms > 0 ? median : minutes(1);
    const auto bridge = std::max(kBridge, series::hold_of(interval));
    IntervalSet out;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!holds(samples[i].value)) continue;
        const auto begin = samples[i].time;
        const bool reaches = i + 1 < samples.size() && samples[i + 1].time - begin <= bridge;
        const auto end = reaches ? samples[i + 1].time : begin + interval;
        if (!out.empty() && out.back().end >= begin) {
            out.back().end = std::max(out.back().end, end);
        } else {
            out.push_back({begin, end});
        }
    }
    return out;
}

}  // namespace arable::sources
