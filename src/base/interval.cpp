#include <algorithm>

#include "base/check.h"
#include "base/time.h"

namespace arable {

Interval intersect(const Interval& a, const Interval& b) {
    const Time begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

IntervalSet normalise(std::vector<Interval> intervals) {
    std::erase_if(intervals, [](const Interval& i) { return i.empty(); });
    std::sort(intervals.begin(), intervals.end());
    IntervalSet merged;
    for (const Interval& i : intervals) {
        if (!merged.empty() && i.begin <= merged.back().end) {
            merged.back().end = std::max(merged.back().end, i.end);
        } else {
            merged.push_back(i);
        }
    }
    return merged;
}

IntervalSet intersect(const IntervalSet& set, const Interval& window) { return intersect(set, IntervalSet{window}); }

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b) {
    IntervalSet both;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const Interval part = intersect(a[i], b[j]);
        if (!part.empty()) both.push_back(part);
        if (a[i].end < b[j].end) {
            ++i;
        } else {
            ++j;
        }
    }
    return both;
}

IntervalSet subtract(const IntervalSet& a, const IntervalSet& b) {
    IntervalSet rest;
    std::size_t j = 0;
    for (Interval part : a) {
        while (j < b.size() && b[j].end <= part.begin) ++j;
        for (std::size_t k = j; k < b.size() && b[k].begin < part.end && !part.empty(); ++k) {
            if (part.begin < b[k].begin) rest.push_back({part.begin, b[k].begin});
            part.begin = std::max(part.begin, b[k].end);
        }
        if (!part.empty()) rest.push_back(part);
    }
    return rest;
}

Duration total(const IntervalSet& set) {
    Duration sum;
    for (const Interval& i : set) sum = sum + i.length();
    return sum;
}

bool contains(const IntervalSet& set, Time t) {
    const auto after =
        std::upper_bound(set.begin(), set.end(), t, [](Time x, const Interval& i) { return x < i.begin; });
    return after != set.begin() && std::prev(after)->contains(t);
}

Time floor_to(Time t, Duration step) {
    ARABLE_CHECK(step.ms > 0);
    const std::int64_t remainder = ((t.ms % step.ms) + step.ms) % step.ms;
    return {t.ms - remainder};
}

}  // namespace arable
