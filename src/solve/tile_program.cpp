#include "solve/tile_program.h"

#include <algorithm>
#include <cmath>

#include "solve/linear_program.h"

namespace arable::solve {
namespace {

using Entry = LinearProgram::Entry;

// Worths of contents are compared as integers of this many to the unit of cost.
constexpr double kFine = 1 << 30;

double part_of(std::int64_t amount, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(amount) / static_cast<double>(whole) : 0;
}

class TileProgram {
  public:
    TileProgram(const PackView& view, const std::vector<std::int64_t>& demand)
        : view_(view), problem_(*view.problem), demand_(demand) {
        add_rows();
        add_fixed_columns();
    }

    TilePrices run(const std::function<bool()>& stop) {
        TilePrices prices;
        while (lp_.solve()) {
            prices = read();
            if (stop() || !add_contents(prices)) break;
        }
        return prices;
    }

  private:
    // Costs are divided by the dearest, amounts by the capacities of the type: all numbers of the program are near 1.
    double cost(std::int64_t value) const { return static_cast<double>(value) / static_cast<double>(view_.dearest); }

    void add_rows() {
        for (const std::int64_t count : demand_) {
            item_rows_.push_back(lp_.add_row(static_cast<double>(count), LinearProgram::kNone));
        }
        for (const BinType& type : problem_.types) {
            capacity_rows_.push_back({});
            for (std::size_t d = 0; d < type.capacity.size(); ++d) {
                capacity_rows_.back().push_back(lp_.add_row(0, LinearProgram::kNone));
            }
            unit_rows_.push_back(lp_.add_row(0, LinearProgram::kNone));
        }
    }

    void add_fixed_columns() {
        for (std::uint32_t i = 0; i < demand_.size(); ++i) {
            if (demand_[i] == 0) continue;
            lp_.add_column(cost(view_.skip_cost[i]), static_cast<double>(demand_[i]),
                           std::vector{Entry{item_rows_[i], 1}});
        }
        for (std::uint32_t t = 0; t < problem_.types.size(); ++t) {
            const BinType& type = problem_.types[t];
            std::vector<Entry> entries{{unit_rows_[t], static_cast<double>(type.units)}};
            for (std::size_t d = 0; d < type.capacity.size(); ++d) {
                entries.push_back({capacity_rows_[t][d], type.capacity[d] > 0 ? 1.0 : 0.0});
            }
            const double most = type.limit ? static_cast<double>(*type.limit) : LinearProgram::kNone;
            lp_.add_column(cost(type.cost), most, entries);
            for (const std::uint32_t i : view_.items[t]) {
                const Inner inner = problem_.items[i].inner;
                if (demand_[i] == 0 || inner == Inner::part || inner == Inner::slot) continue;
                add_tile(t, {.items = {{i, 1}}}, inner == Inner::whole ? problem_.items[i].units : 0);
            }
        }
    }

    void add_tile(std::uint32_t t, const UnitContent& content, std::uint32_t units) {
        const BinType& type = problem_.types[t];
        std::vector<Entry> entries{{unit_rows_[t], -static_cast<double>(units)}};
        std::vector<double> taken(type.capacity.size(), 0);
        for (const auto& [item, count] : content.items) {
            entries.push_back({item_rows_[item], static_cast<double>(count)});
            for (std::size_t d = 0; d < taken.size(); ++d) {
                taken[d] += part_of(problem_.items[item].size[d], type.capacity[d]) * static_cast<double>(count);
            }
        }
        for (std::size_t d = 0; d < taken.size(); ++d) entries.push_back({capacity_rows_[t][d], -taken[d]});
        lp_.add_column(0, LinearProgram::kNone, entries);
    }

    TilePrices read() const {
        const std::vector<double> prices = lp_.prices();
        const auto at = [&](int row) { return std::max(prices[static_cast<std::size_t>(row)], 0.0); };
        TilePrices read{.value = lp_.value() * static_cast<double>(view_.dearest)};
        for (const int row : item_rows_) read.item.push_back(at(row) * static_cast<double>(view_.dearest));
        for (std::size_t t = 0; t < problem_.types.size(); ++t) {
            const BinType& type = problem_.types[t];
            read.capacity.emplace_back();
            for (std::size_t d = 0; d < type.capacity.size(); ++d) {
                const auto whole = static_cast<double>(std::max<std::int64_t>(type.capacity[d], 1));
                read.capacity.back().push_back(at(capacity_rows_[t][d]) * static_cast<double>(view_.dearest) / whole);
            }
            read.unit.push_back(at(unit_rows_[t]) * static_cast<double>(view_.dearest));
        }
        return read;
    }

    // For each type the content worth most beyond its price; false when none is.
    bool add_contents(const TilePrices& prices) {
        bool added = false;
        const double fine = kFine / static_cast<double>(view_.dearest);
        for (std::uint32_t t = 0; t < problem_.types.size(); ++t) {
            std::vector<UnitItem> candidates;
            for (const std::uint32_t i : view_.items[t]) {
                const ItemClass& item = problem_.items[i];
                if (demand_[i] == 0 || item.inner == Inner::none || item.inner == Inner::whole) continue;
                double worth = prices.item[i];
                for (std::size_t d = 0; d < item.size.size(); ++d) {
                    worth -= prices.capacity[t][d] * static_cast<double>(item.size[d]);
                }
                candidates.push_back({i, static_cast<std::int64_t>(worth * fine), demand_[i]});
            }
            const UnitContent content = best_unit(problem_, problem_.types[t], candidates, {});
            if (static_cast<double>(content.worth) <= prices.unit[t] * fine + kFine * 1e-7) continue;
            add_tile(t, content, 1);
            added = true;
        }
        return added;
    }

    const PackView& view_;
    const PackProblem& problem_;
    const std::vector<std::int64_t>& demand_;
    LinearProgram lp_;
    std::vector<int> item_rows_;
    std::vector<std::vector<int>> capacity_rows_;
    std::vector<int> unit_rows_;
};

}  // namespace

TilePrices tile_prices(const PackView& view, const std::vector<std::int64_t>& demand,
                       const std::function<bool()>& stop) {
    return TileProgram(view, demand).run(stop);
}

}  // namespace arable::solve
