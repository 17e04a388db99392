#include "base/apportion.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace arable {

std::vector<std::int64_t> apportion(std::int64_t total, std::span<const std::int64_t> weights) {
    ARABLE_CHECK(total >= 0);
    std::vector<std::int64_t> parts(weights.size(), 0);
    if (weights.empty()) return parts;
    __extension__ using Wide = __int128;
    Wide sum = 0;
    for (const std::int64_t w : weights) {
        ARABLE_CHECK(w >= 0);
        sum += w;
    }
    if (sum == 0) {
        parts.front() = total;
        return parts;
    }
    std::vector<std::pair<Wide, std::size_t>> remainders;
    remainders.reserve(weights.size());
    std::int64_t given = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const Wide exact = static_cast<Wide>(total) * weights[i];
        parts[i] = static_cast<std::int64_t>(exact / sum);
        given += parts[i];
        remainders.emplace_back(exact % sum, i);
    }
    const auto left = static_cast<std::size_t>(total - given);
    std::stable_sort(remainders.begin(), remainders.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < left; ++i) ++parts[remainders[i].second];
    return parts;
}

}  // namespace arable
