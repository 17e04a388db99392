#pragma once
// A packing problem as the search sees it: which classes fit into which types, and what leaving them out costs.

#include <optional>

#include "solve/packing.h"

namespace arable::solve {

struct PackView {
    const PackProblem* problem = nullptr;
    std::vector<std::vector<std::uint32_t>> items;  // by type: classes of which an empty bin holds one
    std::vector<std::vector<std::uint32_t>> types;  // by class
    std::vector<std::int64_t> skip_cost;            // by class
    std::vector<std::int64_t> demand;               // by class; 0 for those that fit nowhere
    std::int64_t dearest = 1;                       // largest cost of a bin or of leaving an item out
};

PackView view_of(const PackProblem& problem);

// What is left out, given how many of each class are not packed and how many bins of each type are used.
std::vector<LeftOut> left_out(const PackView& view, const std::vector<std::int64_t>& unpacked,
                              const std::vector<std::int64_t>& used);

}  // namespace arable::solve
