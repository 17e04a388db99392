#include "diagnose/catalogue.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace arable::diagnose {
namespace {

constexpr CatalogueEntry kCatalogue[] = {
    {FindingKind::claimed_empty, nullptr},
};

std::int64_t extent(const Finding& finding) {
    return std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
}

bool before(const Finding& a, const Finding& b) {
    const auto key = [](const Finding& f) {
        return std::tuple(f.kind == FindingKind::stuck_counter, step_of(f.kind), -extent(f));
    };
    return std::tuple(key(a), std::string_view(a.id)) < std::tuple(key(b), std::string_view(b.id));
}

// Two subjects can share a name (a Deployment and a Job): later ones get a number.
void number_duplicates(std::vector<Finding>& findings) {
    std::map<std::string, int> seen;
    for (Finding& finding : findings)
        if (const int n = ++seen[finding.id]; n > 1) finding.id += "#" + std::to_string(n);
}

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kCatalogue; }

std::vector<Finding> detect(const DetectorInput& input) {
    std::vector<Finding> all;
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.run == nullptr) continue;
        std::vector<Finding> found = entry.run(input);
        std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    number_duplicates(all);
    std::stable_sort(all.begin(), all.end(), before);
    return all;
}

}  // namespace arable::diagnose
