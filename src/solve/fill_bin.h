#pragma once
// Fills one bin with what is worth most: one inner unit after the other, each by an exact small knapsack, capacities of
// the bin charged at prices meanwhile.

#include "solve/pack_view.h"

namespace arable::solve {

struct FillPrices {
    std::vector<double> item;      // by class, in units of cost
    std::vector<double> capacity;  // by dimension of the bin
};

// At most `available` of each class. Nothing in it: no item that is worth anything fits.
PackedBin fill_bin(const PackView& view, std::uint32_t type, const FillPrices& prices,
                   const std::vector<std::int64_t>& available);

// How many of each class a bin holds, by class.
std::vector<std::pair<std::uint32_t, std::int64_t>> counts_of(const PackedBin& bin);
// The bin without what exceeds `available`.
PackedBin clipped(const PackProblem& problem, const PackedBin& bin, const std::vector<std::int64_t>& available);
// How many such bins can be filled of what is available.
std::int64_t copies_of(const PackedBin& bin, const std::vector<std::int64_t>& available);

}  // namespace arable::solve
