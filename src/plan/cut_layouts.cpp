#include "plan/cut_layouts.h"

#include <algorithm>
#include <map>

namespace arable::plan {
namespace {

using Counts = std::vector<std::int64_t>;

// Walks all legal sets of placements once each: places in order of (start, profile), so that no set comes twice.
class Walk {
  public:
    explicit Walk(const model::MigGeometry& geometry) : geometry_(geometry), counts_(geometry.profiles.size(), 0) {
        for (std::size_t p = 0; p < geometry.profiles.size(); ++p)
            for (const int start : geometry.profiles[p].starts) places_.push_back({start, p});
        std::ranges::sort(places_, {}, [](const Place& a) { return std::pair(a.start, a.profile); });
    }

    // By counts: the first arrangement that was found.
    std::map<Counts, std::vector<model::MigPlacement>> all() {
        found_[counts_] = {};
        go(0);
        return std::move(found_);
    }

  private:
    struct Place {
        int start = 0;
        std::size_t profile = 0;
    };

    void go(std::size_t first) {
        for (std::size_t i = first; i < places_.size(); ++i) {
            placed_.push_back({geometry_.profiles[places_[i].profile].name, places_[i].start});
            if (model::check_layout(geometry_, placed_)) {
                ++counts_[places_[i].profile];
                found_.try_emplace(counts_, placed_);
                go(i + 1);
                --counts_[places_[i].profile];
            }
            placed_.pop_back();
        }
    }

    const model::MigGeometry& geometry_;
    std::vector<Place> places_;
    Counts counts_;
    std::vector<model::MigPlacement> placed_;
    std::map<Counts, std::vector<model::MigPlacement>> found_;
};

}  // namespace

std::vector<CutLayout> maximal_layouts(const model::MigGeometry& geometry) {
    const auto found = Walk(geometry).all();
    std::vector<CutLayout> maximal;
    for (const auto& [counts, placements] : found) {
        // Room for one more of any profile means that a larger multiset was found, too.
        bool grows = false;
        for (std::size_t p = 0; p < counts.size() && !grows; ++p) {
            Counts more = counts;
            ++more[p];
            grows = found.contains(more);
        }
        if (!grows && !placements.empty()) maximal.push_back({counts, placements});
    }
    std::ranges::reverse(maximal);
    return maximal;
}

}  // namespace arable::plan
