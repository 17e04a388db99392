#include "solve/bin_list.h"

#include <algorithm>

namespace arable::solve {

std::int64_t BinList::room_for(const PackProblem& problem, const PackedBin& bin) const {
    const std::int64_t copies = copies_of(bin, left);
    const auto& limit = problem.types[bin.type].limit;
    return limit ? std::min(copies, *limit - used[bin.type]) : copies;
}

void BinList::add(PackedBin bin, std::int64_t copies) {
    if (copies <= 0) return;
    for (const auto& [item, count] : counts_of(bin)) left[item] -= count * copies;
    used[bin.type] += copies;
    bin.copies = copies;
    bins.push_back(std::move(bin));
}

void BinList::remove(std::size_t at) {
    for (const auto& [item, count] : counts_of(bins[at])) left[item] += count;
    --used[bins[at].type];
    if (--bins[at].copies > 0) return;
    bins[at] = std::move(bins.back());
    bins.pop_back();
}

std::int64_t BinList::cost(const PackView& view) const {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < used.size(); ++t) sum += used[t] * view.problem->types[t].cost;
    for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * view.skip_cost[i];
    return sum;
}

void fill_up(const PackView& view, const std::vector<double>& item_prices,
             const std::vector<std::vector<double>>& capacity_prices, BinList& list) {
    const PackProblem& problem = *view.problem;
    while (std::ranges::any_of(list.left, [](std::int64_t n) { return n > 0; })) {
        PackedBin best;
        double best_rate = 0.0;
        for (std::uint32_t t = 0; t < problem.types.size(); ++t) {
            const BinType& type = problem.types[t];
            if (type.limit && list.used[t] >= *type.limit) continue;
            PackedBin bin = fill_bin(view, t, {item_prices, capacity_prices[t]}, list.left);
            if (bin.items.empty()) continue;
            double worth = 0.0;
            for (const auto& [item, count] : counts_of(bin)) worth += item_prices[item] * static_cast<double>(count);
            const double rate = worth / (static_cast<double>(type.cost) + 1e-3);
            if (rate <= best_rate) continue;
            best_rate = rate;
            best = std::move(bin);
        }
        if (best.items.empty()) return;
        const std::int64_t copies = list.room_for(problem, best);
        list.add(std::move(best), copies);
    }
}

}  // namespace arable::solve
