#include "solve/fill_bin.h"

#include <algorithm>
#include <limits>
#include <map>

#include "solve/open_bin.h"

namespace arable::solve {
namespace {

constexpr std::int64_t kUnitSteps = 1500;
constexpr double kFine = 1 << 30;

class Filler {
  public:
    Filler(const PackView& view, std::uint32_t type, const FillPrices& prices, std::vector<std::int64_t> available)
        : view_(view),
          problem_(*view.problem),
          type_(problem_.types[type]),
          prices_(prices),
          available_(std::move(available)),
          bin_(problem_, type) {
        for (const std::uint32_t i : view.items[type]) {
            if (available_[i] > 0 && prices.item[i] > 0) here_.push_back(i);
        }
    }

    // With capacities charged, then free of charge: what is left of the bin would be lost.
    PackedBin fill() {
        fill_units(1);
        fill_units(0);
        fill_rest();
        return bin_.packed();
    }

  private:
    double net(std::uint32_t i, double charge) const {
        double worth = prices_.item[i];
        for (std::size_t d = 0; d < prices_.capacity.size(); ++d) {
            worth -= charge * prices_.capacity[d] * static_cast<double>(problem_.items[i].size[d]);
        }
        return worth;
    }

    bool fits(std::uint32_t i) const {
        if (available_[i] <= 0) return false;
        for (std::size_t d = 0; d < type_.capacity.size(); ++d) {
            if (problem_.items[i].size[d] > bin_.room()[d]) return false;
        }
        return true;
    }

    // The class of whole needs that is worth most by unit.
    std::optional<std::uint32_t> best_whole(double charge, double& worth) const {
        std::optional<std::uint32_t> best;
        for (const std::uint32_t i : here_) {
            const ItemClass& item = problem_.items[i];
            if (item.inner != Inner::whole || item.units > bin_.free_units() || !fits(i)) continue;
            const double by_unit = net(i, charge) / item.units;
            if (best ? by_unit <= worth : by_unit <= 0) continue;
            best = i;
            worth = by_unit;
        }
        return best;
    }

    UnitContent best_content(double charge) const {
        const double fine = kFine / static_cast<double>(view_.dearest);
        std::vector<UnitItem> candidates;
        for (const std::uint32_t i : here_) {
            const Inner inner = problem_.items[i].inner;
            if ((inner != Inner::part && inner != Inner::slot) || !fits(i)) continue;
            const double worth = std::min(net(i, charge) * fine, 0x1p50);
            if (worth >= 1) candidates.push_back({i, static_cast<std::int64_t>(worth), available_[i]});
        }
        return best_unit(problem_, type_, candidates, bin_.room(), kUnitSteps);
    }

    bool holds(const UnitContent& content) const {
        Amounts room = bin_.room();
        for (const auto& [item, count] : content.items) {
            if (available_[item] < count) return false;
            for (std::size_t d = 0; d < room.size(); ++d) {
                room[d] -= count * problem_.items[item].size[d];
                if (room[d] < 0) return false;
            }
        }
        return true;
    }

    void fill_units(double charge) {
        while (bin_.free_units() > 0) {
            double whole_worth = 0;
            const auto whole = best_whole(charge, whole_worth);
            const UnitContent content = best_content(charge);
            const double fine = kFine / static_cast<double>(view_.dearest);
            if (!whole && content.worth <= 0) return;
            if (whole && whole_worth * fine >= static_cast<double>(content.worth)) {
                while (fits(*whole) && bin_.add(*whole)) --available_[*whole];
                continue;
            }
            while (bin_.free_units() > 0 && holds(content)) {
                bin_.add_content(content);
                for (const auto& [item, count] : content.items) available_[item] -= count;
            }
        }
    }

    // What needs no unit, or fits into one that is in use: most worth for what it takes of the bin first.
    void fill_rest() {
        std::vector<std::pair<double, std::uint32_t>> order;
        for (const std::uint32_t i : here_) {
            double share = 1e-9;
            for (std::size_t d = 0; d < type_.capacity.size(); ++d) {
                if (type_.capacity[d] == 0) continue;
                share += static_cast<double>(problem_.items[i].size[d]) / static_cast<double>(type_.capacity[d]);
            }
            order.emplace_back(-prices_.item[i] / share, i);
        }
        std::ranges::sort(order);
        for (const auto& [density, i] : order) {
            while (fits(i) && bin_.add(i)) --available_[i];
        }
    }

    const PackView& view_;
    const PackProblem& problem_;
    const BinType& type_;
    const FillPrices& prices_;
    std::vector<std::int64_t> available_;
    OpenBin bin_;
    std::vector<std::uint32_t> here_;
};

}  // namespace

PackedBin fill_bin(const PackView& view, std::uint32_t type, const FillPrices& prices,
                   const std::vector<std::int64_t>& available) {
    return Filler(view, type, prices, available).fill();
}

std::vector<std::pair<std::uint32_t, std::int64_t>> counts_of(const PackedBin& bin) {
    std::map<std::uint32_t, std::int64_t> counts;
    for (const PackedItem& item : bin.items) counts[item.item] += item.count;
    return {counts.begin(), counts.end()};
}

PackedBin clipped(const PackProblem& problem, const PackedBin& bin, const std::vector<std::int64_t>& available) {
    PackedBin kept = bin;
    std::map<std::uint32_t, std::int64_t> left;
    for (PackedItem& item : kept.items) {
        const auto at = left.try_emplace(item.item, available[item.item]).first;
        item.count = std::min(item.count, at->second);
        at->second -= item.count;
    }
    std::erase_if(kept.items, [](const PackedItem& item) { return item.count == 0; });
    for (std::uint32_t u = 0; u < kept.layouts.size(); ++u) {
        const bool used = std::ranges::any_of(kept.items, [&](const PackedItem& item) {
            return item.unit == u && problem.items[item.item].inner == Inner::slot;
        });
        if (!used) kept.layouts[u].reset();
    }
    if (std::ranges::none_of(kept.layouts, [](const auto& layout) { return layout.has_value(); })) kept.layouts.clear();
    return kept;
}

std::int64_t copies_of(const PackedBin& bin, const std::vector<std::int64_t>& available) {
    std::int64_t copies = bin.items.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
    for (const auto& [item, count] : counts_of(bin)) copies = std::min(copies, available[item] / count);
    return copies;
}

}  // namespace arable::solve
