#include "base/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace arable {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> known) {
    std::string best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t longer = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
        if (longer >= least) continue;  // that many letters have to be added or taken away
        const std::size_t edits = distance(word.substr(0, 64), candidate);
        if (edits >= least) continue;
        least = edits;
        best = candidate;
    }
    return best;
}

}  // namespace arable
