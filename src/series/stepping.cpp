#include "series/stepping.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arable::series {

Duration median_interval(std::span<const Sample> samples) {
    if (samples.size() < 2) return {};
    std::vector<std::int64_t> steps;
    steps.reserve(samples.size() - 1);
    for (std::size_t i = 1; i < samples.size(); ++i) steps.push_back((samples[i].time - samples[i - 1].time).ms);
    // Of an even number the lower of the two middle ones, so that the answer is a distance that was seen.
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
    std::ranges::nth_element(steps, middle);
    return {*middle};
}

}  // namespace arable::series
