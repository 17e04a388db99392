#include "solve/bin_program.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "solve/linear_program.h"

namespace arable::solve {
namespace {

constexpr int kMostRounds = 200;
constexpr double kLittle = 1e-7;

class BinProgram {
  public:
    BinProgram(const PackView& view, const TilePrices& prices) : view_(view), problem_(*view.problem), tiles_(prices) {
        for (std::uint32_t i = 0; i < view.demand.size(); ++i) {
            item_rows_.push_back(lp_.add_row(static_cast<double>(view.demand[i]), LinearProgram::kNone));
            if (view.demand[i] == 0) continue;
            lp_.add_column(cost(view.skip_cost[i]), LinearProgram::kNone,
                           std::vector{LinearProgram::Entry{item_rows_.back(), 1.0}});
            ++first_bin_;
        }
        for (const BinType& type : problem_.types) {
            const double most = type.limit ? static_cast<double>(*type.limit) : LinearProgram::kNone;
            type_rows_.push_back(lp_.add_row(-LinearProgram::kNone, most));
        }
    }

    void add(const PackedBin& bin) {
        const auto counts = counts_of(bin);
        if (counts.empty() || !known_.emplace(std::pair(bin.type, counts), bins_.size()).second) return;
        std::vector<LinearProgram::Entry> entries{{type_rows_[bin.type], 1.0}};
        for (const auto& [item, count] : counts) entries.push_back({item_rows_[item], static_cast<double>(count)});
        lp_.add_column(cost(problem_.types[bin.type].cost), LinearProgram::kNone, entries);
        bins_.push_back(bin);
        bins_.back().copies = 1;
    }

    // New bins for the prices at hand, round by round.
    void generate(const std::function<bool()>& stop) {
        for (int round = 0; round < kMostRounds && lp_.solve() && !stop(); ++round) {
            const std::vector<double> prices = item_prices();
            const std::vector<double> rows = lp_.prices();
            const std::size_t before = bins_.size();
            for (std::uint32_t t = 0; t < problem_.types.size(); ++t) {
                const PackedBin bin = fill_bin(view_, t, {prices, tiles_.capacity[t]}, view_.demand);
                double worth = 0.0;
                for (const auto& [item, count] : counts_of(bin)) worth += prices[item] * static_cast<double>(count);
                const double paid = static_cast<double>(problem_.types[t].cost) -
                                    rows[static_cast<std::size_t>(type_rows_[t])] * static_cast<double>(view_.dearest);
                if (worth > paid + kLittle * static_cast<double>(view_.dearest)) add(bin);
            }
            if (bins_.size() == before) return;
        }
    }

    // Whole bins of the answer, then the largest fractions while they fit, then what is best for the prices.
    BinList rounded() {
        BinList list(view_);
        if (!lp_.solve()) return list;
        const std::vector<double> solution = lp_.solution();
        const std::vector<double> prices = item_prices();
        std::vector<std::pair<double, std::size_t>> rest;
        for (std::size_t b = 0; b < bins_.size(); ++b) {
            const double value = solution[first_bin_ + b];
            const auto whole = static_cast<std::int64_t>(std::floor(value + kLittle));
            list.add(bins_[b], std::min(whole, list.room_for(problem_, bins_[b])));
            if (value - static_cast<double>(whole) > kLittle) rest.emplace_back(static_cast<double>(whole) - value, b);
        }
        std::ranges::sort(rest);
        for (const auto& [fraction, b] : rest)
            if (-fraction >= 0.5) list.add(bins_[b], std::min<std::int64_t>(1, list.room_for(problem_, bins_[b])));
        fill_up(view_, prices, tiles_.capacity, list);
        return list;
    }

  private:
    // All numbers of the program are near 1.
    double cost(std::int64_t value) const { return static_cast<double>(value) / static_cast<double>(view_.dearest); }

    // What no row binds is worth a little all the same: it must be packed, too.
    std::vector<double> item_prices() const {
        const std::vector<double> rows = lp_.prices();
        std::vector<double> prices;
        for (std::size_t i = 0; i < item_rows_.size(); ++i) {
            const double price = rows[static_cast<std::size_t>(item_rows_[i])] * static_cast<double>(view_.dearest);
            prices.push_back(std::max(price, kLittle * static_cast<double>(view_.dearest)));
        }
        return prices;
    }

    const PackView& view_;
    const PackProblem& problem_;
    const TilePrices& tiles_;
    LinearProgram lp_;
    std::vector<int> item_rows_, type_rows_;
    std::size_t first_bin_ = 0;  // columns before those of bins
    std::vector<PackedBin> bins_;
    std::map<std::pair<std::uint32_t, std::vector<std::pair<std::uint32_t, std::int64_t>>>, std::size_t> known_;
};

}  // namespace

BinList pack_by_program(const PackView& view, const TilePrices& prices, const BinList& start,
                        const std::function<bool()>& stop) {
    BinProgram program(view, prices);
    for (const PackedBin& bin : start.bins) program.add(bin);
    program.generate(stop);
    return program.rounded();
}

}  // namespace arable::solve
