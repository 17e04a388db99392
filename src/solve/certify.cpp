#include "solve/certify.h"

#include <algorithm>
#include <cmath>

#include "solve/wide.h"

namespace arable::solve {
namespace {

constexpr double kMostPrice = 0x1p61;

std::int64_t rounded(double value) { return static_cast<std::int64_t>(std::clamp(value, 0.0, kMostPrice)); }

class Certifier {
  public:
    Certifier(const PackView& view, const TilePrices& prices) : view_(view), problem_(*view.problem) {
        Wide total = 1;
        for (const std::int64_t count : view.demand) total += count;
        const Wide fine = std::min((Wide{1} << 44) / view.dearest, (Wide{1} << 60) / (view.dearest * total));
        certificate_.scale = static_cast<std::int64_t>(std::max(fine, Wide{1}));
        set_prices(prices);
    }

    // Types without a limit must not be worth more than they cost: all prices shrink until that holds.
    Certificate run() {
        for (int round = 0; round < 8; ++round) {
            for (std::uint32_t t = 0; t < problem_.types.size(); ++t) lower_items(t);
            for (std::uint32_t t = 0; t < problem_.types.size(); ++t) raise_unit(t);
            const double part = least_part_paid();
            if (part >= 1) return certificate_;
            shrink(part);
        }
        certificate_.price.assign(certificate_.price.size(), 0);
        for (TypePrices& type : certificate_.types) {
            type = {.price = Amounts(type.price.size(), 0), .unit_price = 0, .worth = 0, .searched = false};
        }
        return certificate_;
    }

  private:
    void set_prices(const TilePrices& prices) {
        const auto scale = static_cast<double>(certificate_.scale);
        for (std::size_t i = 0; i < problem_.items.size(); ++i) {
            const std::int64_t price = i < prices.item.size() ? rounded(std::floor(prices.item[i] * scale)) : 0;
            const std::int64_t most = view_.skip_cost[i] * certificate_.scale;
            certificate_.price.push_back(view_.demand[i] > 0 ? std::min(price, most) : 0);
        }
        for (std::size_t t = 0; t < problem_.types.size(); ++t) {
            TypePrices type{.price = Amounts(problem_.types[t].capacity.size(), 0)};
            for (std::size_t d = 0; t < prices.capacity.size() && d < type.price.size(); ++d) {
                type.price[d] = rounded(std::ceil(prices.capacity[t][d] * scale));
            }
            certificate_.types.push_back(std::move(type));
        }
    }

    // What an item takes of the bin at its prices.
    Wide taken(std::uint32_t t, std::uint32_t i) const {
        Wide sum = 0;
        for (std::size_t d = 0; d < problem_.items[i].size.size(); ++d) {
            sum += Wide{certificate_.types[t].price[d]} * problem_.items[i].size[d];
        }
        return sum;
    }

    void lower_items(std::uint32_t t) {
        for (const std::uint32_t i : view_.items[t]) {
            if (problem_.items[i].inner != Inner::none) continue;
            certificate_.price[i] = static_cast<std::int64_t>(std::min(Wide{certificate_.price[i]}, taken(t, i)));
        }
    }

    void raise_unit(std::uint32_t t) {
        std::vector<UnitItem> candidates;
        Wide unit = 0;
        for (const std::uint32_t i : view_.items[t]) {
            const ItemClass& item = problem_.items[i];
            const Wide net = certificate_.price[i] - taken(t, i);
            if (net <= 0 || item.inner == Inner::none) continue;
            if (item.inner == Inner::whole) {
                unit = std::max(unit, (net + item.units - 1) / item.units);
            } else {
                candidates.push_back({i, static_cast<std::int64_t>(net), kEndlessly});
            }
        }
        unit = std::max(unit, Wide{best_unit(problem_, problem_.types[t], candidates, {}, 2'000'000).upper});
        TypePrices& prices = certificate_.types[t];
        prices.unit_price = static_cast<std::int64_t>(unit);
        Wide worth = unit * problem_.types[t].units;
        for (std::size_t d = 0; d < prices.price.size(); ++d) {
            worth += Wide{prices.price[d]} * problem_.types[t].capacity[d];
        }
        prices.worth = static_cast<std::int64_t>(std::min(worth, Wide{1} << 62));
    }

    // The least cost per worth over the types without a limit; 1 where none is worth more than it costs.
    double least_part_paid() const {
        double least = 1;
        for (std::size_t t = 0; t < problem_.types.size(); ++t) {
            const std::int64_t worth = certificate_.types[t].worth;
            const Wide paid = Wide{problem_.types[t].cost} * certificate_.scale;
            if (problem_.types[t].limit || worth <= paid) continue;
            least = std::min(least, static_cast<double>(paid) / static_cast<double>(worth) * (1 - 1e-9));
        }
        return least;
    }

    // Rounding up adds at most one to each price, so a little less than the part is taken as the rounds go on.
    void shrink(double part) {
        for (std::int64_t& price : certificate_.price) price = rounded(static_cast<double>(price) * part);
        for (TypePrices& type : certificate_.types) {
            for (std::int64_t& price : type.price) price = rounded(std::ceil(static_cast<double>(price) * part));
        }
    }

    static constexpr std::int64_t kEndlessly = std::int64_t{1} << 50;
    const PackView& view_;
    const PackProblem& problem_;
    Certificate certificate_;
};

}  // namespace

Certificate certify(const PackView& view, const TilePrices& prices) { return Certifier(view, prices).run(); }

std::int64_t bound_of(const PackView& view, const Certificate& certificate) {
    Wide sum = 0;
    for (std::size_t i = 0; i < view.demand.size(); ++i) sum += Wide{certificate.price[i]} * view.demand[i];
    for (std::size_t t = 0; t < view.problem->types.size(); ++t) {
        const BinType& type = view.problem->types[t];
        const Wide excess = certificate.types[t].worth - Wide{type.cost} * certificate.scale;
        if (type.limit && excess > 0) sum -= excess * *type.limit;
    }
    return sum <= 0 ? 0 : static_cast<std::int64_t>((sum + certificate.scale - 1) / certificate.scale);
}

}  // namespace arable::solve
