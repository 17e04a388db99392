#include "solve/best_unit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "solve/wide.h"

namespace arable::solve {
namespace {

constexpr std::int64_t kMostWorth = std::int64_t{1} << 61;
constexpr double kEndless = std::numeric_limits<double>::infinity();

// Parts of one group: depth first, densest class first, each class as often as it fits and then once less at a time.
class PartSearch {
  public:
    PartSearch(const PackProblem& problem, const BinType& type, const Amounts& room, std::int64_t steps)
        : problem_(problem), room_(type.unit_capacity), steps_(steps) {
        unit_dimensions_ = room_.size();
        room_.insert(room_.end(), room.begin(), room.end());
    }

    UnitContent best(std::vector<UnitItem> candidates) {
        keep_useful(candidates);
        prepare_bounds();
        const double root = bound(0, room_);
        path_.assign(items_.size(), 0);
        descend(0, room_, 0);
        UnitContent content{.worth = narrow(best_worth_), .upper = narrow(best_worth_)};
        if (steps_ < 0 && root < static_cast<double>(kMostWorth)) {
            content.upper = std::max(content.worth, static_cast<std::int64_t>(std::ceil(root)));
        } else if (steps_ < 0) {
            content.upper = kMostWorth;
        }
        for (std::size_t k = 0; k < best_path_.size(); ++k) {
            if (best_path_[k] > 0) content.items.emplace_back(items_[k].item, best_path_[k]);
        }
        return content;
    }

  private:
    static std::int64_t narrow(Wide worth) { return static_cast<std::int64_t>(std::min(worth, Wide{kMostWorth})); }

    Amounts take_of(std::uint32_t i) const {
        Amounts take = problem_.items[i].part;
        if (room_.size() > unit_dimensions_) {
            take.insert(take.end(), problem_.items[i].size.begin(), problem_.items[i].size.end());
        }
        return take;
    }

    double share(const Amounts& take) const {
        double sum = 0;
        for (std::size_t d = 0; d < unit_dimensions_; ++d) {
            if (room_[d] > 0) sum += static_cast<double>(take[d]) / static_cast<double>(room_[d]);
        }
        return sum;
    }

    // Drops what does not fit, and classes that take as much as another of at least their worth and number.
    void keep_useful(std::vector<UnitItem>& candidates) {
        std::erase_if(candidates,
                      [&](const UnitItem& c) { return c.worth <= 0 || copies(take_of(c.item), room_) == 0; });
        std::ranges::sort(candidates, [&](const UnitItem& a, const UnitItem& b) {
            const double x = static_cast<double>(a.worth) / share(take_of(a.item));
            const double y = static_cast<double>(b.worth) / share(take_of(b.item));
            return x != y ? x > y : a.item < b.item;
        });
        for (const UnitItem& c : candidates) {
            const Amounts take = take_of(c.item);
            const bool beaten = std::ranges::any_of(items_, [&](const UnitItem& kept) {
                const Amounts less = take_of(kept.item);
                if (kept.worth < c.worth || kept.most < copies(less, room_)) return false;
                for (std::size_t d = 0; d < take.size(); ++d) {
                    if (less[d] > take[d]) return false;
                }
                return true;
            });
            if (beaten) continue;
            items_.push_back(c);
            takes_.push_back(take);
        }
    }

    static std::int64_t copies(const Amounts& take, const Amounts& room) {
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
        for (std::size_t d = 0; d < take.size(); ++d) {
            if (take[d] > 0) most = std::min(most, room[d] / take[d]);
        }
        return most;
    }

    // ratios_[k][d]: the most that a class from k on is worth by amount of dimension d; the last "dimension" is the sum
    // of the unit's, each as a share of its capacity.
    void prepare_bounds() {
        ratios_.assign(items_.size() + 1, std::vector<double>(room_.size() + 1, 0));
        for (std::size_t k = items_.size(); k-- > 0;) {
            ratios_[k] = ratios_[k + 1];
            for (std::size_t d = 0; d <= room_.size(); ++d) {
                const double amount = d < room_.size() ? static_cast<double>(takes_[k][d]) : share(takes_[k]);
                const double ratio = amount > 0 ? static_cast<double>(items_[k].worth) / amount : kEndless;
                ratios_[k][d] = std::max(ratios_[k][d], ratio);
            }
        }
        whole_ = room_;
    }

    // What classes from k on can be worth in the room left; a little more than true, so that rounding never cuts a
    // better content off.
    double bound(std::size_t k, const Amounts& room) const {
        double least = kEndless;
        double shares = 0;
        for (std::size_t d = 0; d < room.size(); ++d) {
            if (ratios_[k][d] < kEndless) least = std::min(least, ratios_[k][d] * static_cast<double>(room[d]));
            if (d < unit_dimensions_ && whole_[d] > 0) {
                shares += static_cast<double>(room[d]) / static_cast<double>(whole_[d]);
            }
        }
        if (ratios_[k].back() < kEndless) least = std::min(least, ratios_[k].back() * shares);
        return least * (1 + 1e-12) + 1e-3;
    }

    void descend(std::size_t k, Amounts& room, Wide worth) {
        if (worth > best_worth_) {
            best_worth_ = worth;
            best_path_ = path_;
        }
        if (k == items_.size() || --steps_ < 0) return;
        if (static_cast<double>(worth) + bound(k, room) < static_cast<double>(best_worth_) + 1) return;
        const std::int64_t most = std::min(items_[k].most, copies(takes_[k], room));
        for (std::int64_t n = most; n >= 0 && steps_ >= 0; --n) {
            for (std::size_t d = 0; d < room.size(); ++d) room[d] -= n * takes_[k][d];
            path_[k] = n;
            descend(k + 1, room, worth + n * items_[k].worth);
            path_[k] = 0;
            for (std::size_t d = 0; d < room.size(); ++d) room[d] += n * takes_[k][d];
        }
    }

    const PackProblem& problem_;
    Amounts room_;
    Amounts whole_;
    std::size_t unit_dimensions_ = 0;
    std::int64_t steps_;
    std::vector<UnitItem> items_;
    std::vector<Amounts> takes_;
    std::vector<std::vector<double>> ratios_;
    std::vector<std::int64_t> path_;
    std::vector<std::int64_t> best_path_;
    Wide best_worth_ = 0;
};

// One layout, each slot with the class of its kind that is worth most and still fits.
UnitContent fill_layout(const PackProblem& problem, const BinType& type, std::uint32_t layout,
                        const std::vector<UnitItem>& by_worth, Amounts room) {
    UnitContent content{.layout = layout};
    Amounts slots = type.layouts[layout];
    for (const UnitItem& c : by_worth) {
        const ItemClass& item = problem.items[c.item];
        if (item.slot >= slots.size()) continue;
        std::int64_t n = std::min(c.most, slots[item.slot]);
        for (std::size_t d = 0; d < room.size(); ++d) {
            if (item.size[d] > 0) n = std::min(n, room[d] / item.size[d]);
        }
        if (n <= 0) continue;
        for (std::size_t d = 0; d < room.size(); ++d) room[d] -= n * item.size[d];
        slots[item.slot] -= n;
        content.items.emplace_back(c.item, n);
        content.worth += n * c.worth;
    }
    // All slots at their best, with no regard to the room of the bin or to how many items there are.
    slots = type.layouts[layout];
    for (const UnitItem& c : by_worth) {
        const std::uint32_t kind = problem.items[c.item].slot;
        if (kind >= slots.size()) continue;
        content.upper += slots[kind] * c.worth;
        slots[kind] = 0;
    }
    return content;
}

}  // namespace

UnitContent best_unit(const PackProblem& problem, const BinType& type, std::span<const UnitItem> candidates,
                      const Amounts& room, std::int64_t steps) {
    std::map<std::uint32_t, std::vector<UnitItem>> groups;
    std::vector<UnitItem> slots;
    for (const UnitItem& c : candidates) {
        if (c.worth <= 0 || c.most <= 0) continue;
        if (problem.items[c.item].inner == Inner::part) groups[problem.items[c.item].group].push_back(c);
        if (problem.items[c.item].inner == Inner::slot) slots.push_back(c);
    }
    UnitContent best;
    std::int64_t upper = 0;
    const auto consider = [&](UnitContent content) {
        upper = std::max(upper, content.upper);
        if (content.worth > best.worth) best = std::move(content);
    };
    for (auto& [group, parts] : groups) consider(PartSearch(problem, type, room, steps).best(std::move(parts)));
    std::ranges::stable_sort(slots, std::greater<>{}, &UnitItem::worth);
    for (std::uint32_t l = 0; l < type.layouts.size() && !slots.empty(); ++l) {
        consider(fill_layout(problem, type, l, slots, room));
    }
    best.upper = upper;
    return best;
}

}  // namespace arable::solve
