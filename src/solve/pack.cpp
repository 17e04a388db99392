#include "solve/pack.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "base/rng.h"
#include "solve/bin_program.h"
#include "solve/certify.h"
#include "solve/valid_problem.h"
#include "solve/wide.h"

namespace arable::solve {
namespace {

constexpr std::int64_t kMostSteps = 20'000'000;  // of one bound

class Packer {
  public:
    Packer(const PackProblem& problem, const PackBudget& budget)
        : problem_(problem), budget_(budget), view_(view_of(problem)), rng_(budget.seed), best_(view_) {}

    Packing run() {
        const auto stop = [this] { return stopped(); };
        TilePrices prices = tile_prices(view_, view_.demand, stop);
        complete(prices);
        Packing out;
        out.certificate = certify(view_, prices);
        out.bound = std::max({bound_of(view_, out.certificate), bound_of_whole_bins(), std::int64_t{0}});
        out.bound = rounded_up(out.bound);
        bound_ = out.bound;
        fill_up(view_, prices.item, prices.capacity, best_);
        if (!settled()) take(pack_by_program(view_, prices, best_, stop));
        if (!settled()) improve(prices);
        finish(out);
        return out;
    }

  private:
    bool stopped() {
        stopped_ = stopped_ || (budget_.stop && budget_.stop());
        return stopped_;
    }
    bool settled() const { return best_.cost(view_) <= bound_; }
    void take(BinList list) {
        if (list.cost(view_) < best_.cost(view_)) best_ = std::move(list);
    }

    // Where the program gave no prices, costs stand for them; what is worth nothing to it must be packed all the same.
    void complete(TilePrices& prices) const {
        prices.item.resize(problem_.items.size(), 0.0);
        prices.capacity.resize(problem_.types.size());
        for (std::size_t t = 0; t < problem_.types.size(); ++t)
            prices.capacity[t].resize(problem_.types[t].capacity.size(), 0.0);
        for (double& price : prices.item) price = std::max(price, 1e-6 * static_cast<double>(view_.dearest));
    }

    // Bins are bought whole, so costs come in steps.
    std::int64_t rounded_up(std::int64_t bound) const {
        std::int64_t step = 0;
        for (const BinType& type : problem_.types) step = std::gcd(step, type.cost);
        for (std::size_t i = 0; i < view_.skip_cost.size(); ++i)
            if (problem_.items[i].skip_cost) step = std::gcd(step, view_.skip_cost[i]);
        if (step <= 1 || !all_must_be_packed()) return bound;
        return (bound + step - 1) / step * step;
    }

    // Leaving an item out costs more than any bin that could hold it: a packing that leaves one out costs no less than
    // one with a bin more for it, where bins have no limit.
    bool all_must_be_packed() const {
        for (const ItemClass& item : problem_.items)
            if (item.skip_cost) return false;
        return std::ranges::none_of(problem_.types, [](const BinType& type) { return type.limit.has_value(); });
    }

    // What all items need of one dimension, bought in whole bins: an unbounded knapsack, exactly. It sees what the
    // linear program does not, that the last bin is paid for whole. Limits of types do not matter: leaving an item out
    // costs more than one bin that holds it.
    std::int64_t bound_of_whole_bins() const {
        for (const ItemClass& item : problem_.items)
            if (item.skip_cost) return 0;
        Amounts units;
        for (const BinType& type : problem_.types) units.push_back(type.units);
        std::int64_t bound = least_cost(units, units_wanted());
        const std::size_t dimensions = problem_.types.empty() ? 0 : problem_.types[0].capacity.size();
        for (std::size_t d = 0; d < dimensions; ++d) {
            Amounts capacity;
            for (const BinType& type : problem_.types) capacity.push_back(type.capacity[d]);
            Wide wanted = 0;
            for (std::size_t i = 0; i < problem_.items.size(); ++i)
                wanted += Wide{problem_.items[i].size[d]} * view_.demand[i];
            bound = std::max(bound, least_cost(capacity, wanted));
        }
        return bound;
    }

    // Of bins that have `wanted` together; `has`: by type. 0: nothing is wanted, or too much to tell.
    std::int64_t least_cost(const Amounts& has, Wide wanted) const {
        std::int64_t step = 0;
        for (const std::int64_t amount : has) step = std::gcd(step, amount);
        if (wanted <= 0 || step == 0) return 0;
        wanted = (wanted + step - 1) / step;
        if (wanted * static_cast<std::int64_t>(has.size()) > kMostSteps) return 0;
        constexpr std::int64_t kNever = std::int64_t{1} << 62;
        std::vector<std::int64_t> least(static_cast<std::size_t>(wanted) + 1, kNever);
        least[0] = 0;
        for (std::int64_t u = 1; u <= static_cast<std::int64_t>(wanted); ++u) {
            std::int64_t& here = least[static_cast<std::size_t>(u)];
            for (std::size_t t = 0; t < has.size(); ++t) {
                if (has[t] == 0) continue;
                const std::int64_t before =
                    least[static_cast<std::size_t>(std::max<std::int64_t>(u - has[t] / step, 0))];
                if (before < kNever) here = std::min(here, before + problem_.types[t].cost);
            }
        }
        return least.back() < kNever ? least.back() : 0;
    }

    Wide units_wanted() const {
        Wide whole = 0;
        std::map<std::uint32_t, std::vector<Wide>> parts;  // by group, dimension
        Amounts largest;                                   // inner unit
        for (const BinType& type : problem_.types) {
            largest.resize(std::max(largest.size(), type.unit_capacity.size()), 0);
            for (std::size_t d = 0; d < type.unit_capacity.size(); ++d)
                largest[d] = std::max(largest[d], type.unit_capacity[d]);
        }
        for (std::size_t i = 0; i < problem_.items.size(); ++i) {
            const ItemClass& item = problem_.items[i];
            if (item.inner == Inner::whole) whole += Wide{item.units} * view_.demand[i];
            if (item.inner != Inner::part) continue;
            auto& sums = parts.try_emplace(item.group, largest.size(), 0).first->second;
            for (std::size_t d = 0; d < item.part.size(); ++d) sums[d] += Wide{item.part[d]} * view_.demand[i];
        }
        for (const auto& [group, sums] : parts) {
            Wide units = 0;
            for (std::size_t d = 0; d < sums.size(); ++d)
                if (largest[d] > 0) units = std::max(units, (sums[d] + largest[d] - 1) / largest[d]);
            whole += units;
        }
        return whole;
    }

    // Empties a few bins, the least filled more often, and fills anew at prices that are a little off.
    void improve(const TilePrices& prices) {
        for (std::int64_t idle = 0; idle < budget_.rounds && !settled() && !stopped(); ++idle) {
            BinList list = best_;
            const std::int64_t bins = std::accumulate(list.used.begin(), list.used.end(), std::int64_t{0});
            const std::int64_t most = std::min<std::int64_t>(bins, 2 + rng_.integer(0, 6) * (1 + bins / 200));
            for (std::int64_t n = 0; n < most && !list.bins.empty(); ++n) list.remove(chosen(list, prices));
            std::vector<double> noisy = prices.item;
            for (double& price : noisy) price *= 0.9 + 0.2 * rng_.uniform();
            fill_up(view_, noisy, prices.capacity, list);
            const std::int64_t cost = list.cost(view_);
            if (cost < best_.cost(view_)) idle = 0;
            if (cost <= best_.cost(view_)) best_ = std::move(list);
        }
    }

    std::size_t chosen(const BinList& list, const TilePrices& prices) {
        const auto worth = [&](std::size_t at) {
            double sum = 0.0;
            for (const auto& [item, count] : counts_of(list.bins[at]))
                sum += prices.item[item] * static_cast<double>(count);
            return sum / (static_cast<double>(problem_.types[list.bins[at].type].cost) + 1e-3);
        };
        const auto last = static_cast<std::int64_t>(list.bins.size()) - 1;
        auto best = static_cast<std::size_t>(rng_.integer(0, last));
        for (int tries = 0; tries < 3; ++tries) {
            const auto other = static_cast<std::size_t>(rng_.integer(0, last));
            if (worth(other) < worth(best)) best = other;
        }
        return best;
    }

    // Equal bins become one row.
    void finish(Packing& out) const {
        out.bins = best_.bins;
        for (PackedBin& bin : out.bins)
            std::ranges::sort(bin.items, {}, [](const PackedItem& p) { return std::pair(p.unit, p.item); });
        std::ranges::stable_sort(out.bins, [](const PackedBin& a, const PackedBin& b) {
            const auto size = [](const PackedBin& bin) {
                std::int64_t items = 0;
                for (const PackedItem& item : bin.items) items += item.count;
                return items;
            };
            const auto sizes = std::pair(-size(a), -size(b));
            return std::tie(a.type, sizes.first, a.items, a.layouts) <
                   std::tie(b.type, sizes.second, b.items, b.layouts);
        });
        std::vector<PackedBin> merged;
        for (PackedBin& bin : out.bins) {
            const bool same = !merged.empty() && merged.back().type == bin.type && merged.back().items == bin.items &&
                              merged.back().layouts == bin.layouts;
            if (same) {
                merged.back().copies += bin.copies;
            } else {
                merged.push_back(std::move(bin));
            }
        }
        out.bins = std::move(merged);
        std::vector<std::int64_t> unpacked = best_.left;
        for (std::size_t i = 0; i < problem_.items.size(); ++i)
            if (view_.types[i].empty()) unpacked[i] = problem_.items[i].count;
        out.left_out = left_out(view_, unpacked, best_.used);
        for (std::size_t t = 0; t < best_.used.size(); ++t) out.cost += best_.used[t] * problem_.types[t].cost;
        for (std::size_t i = 0; i < best_.left.size(); ++i) out.skip_cost += best_.left[i] * view_.skip_cost[i];
        const bool closed = out.cost + out.skip_cost <= out.bound;
        out.status = closed ? PackStatus::optimal : stopped_ ? PackStatus::stopped : PackStatus::settled;
    }

    const PackProblem& problem_;
    const PackBudget& budget_;
    PackView view_;
    Rng rng_;
    BinList best_;
    std::int64_t bound_ = 0;
    bool stopped_ = false;
};

}  // namespace

Result<Packing> pack(const PackProblem& problem, const PackBudget& budget) {
    ARABLE_TRY(checked, valid(problem));
    static_cast<void>(checked);
    return Packer(problem, budget).run();
}

}  // namespace arable::solve
