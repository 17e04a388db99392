#pragma once
// Bins that are being packed: what is used and what is left.

#include <cstdint>
#include <vector>

#include "solve/fill_bin.h"

namespace arable::solve {

struct BinList {
    std::vector<PackedBin> bins;
    std::vector<std::int64_t> left;  // by class: not packed yet
    std::vector<std::int64_t> used;  // by type: bins

    explicit BinList(const PackView& view) : left(view.demand), used(view.problem->types.size(), 0) {}

    // Copies of a bin that may be added: by what is left, and by the type's limit.
    std::int64_t room_for(const PackProblem& problem, const PackedBin& bin) const;
    void add(PackedBin bin, std::int64_t copies);
    // One copy of the bin at this position goes away.
    void remove(std::size_t at);
    // Of the bins, and of what is not packed.
    std::int64_t cost(const PackView& view) const;
};

// Fills bins until nothing is left or no bin can be had: each time the one whose contents are worth most for its cost.
void fill_up(const PackView& view, const std::vector<double>& item_prices,
             const std::vector<std::vector<double>>& capacity_prices, BinList& list);

}  // namespace arable::solve
