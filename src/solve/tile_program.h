#pragma once
// The packing with everything but inner units made divisible, as a linear program: how many bins of each type (a
// fraction), how many inner units with each content (*tiles*), capacities of all bins of a type taken together.
// Its value bounds every packing from below, and its prices say what capacities, units and items are worth.

#include <cstdint>
#include <functional>

#include "solve/best_unit.h"
#include "solve/pack_view.h"

namespace arable::solve {

struct TilePrices {
    std::vector<double> item;                   // by class
    std::vector<std::vector<double>> capacity;  // by type, dimension
    std::vector<double> unit;                   // by type
    double value = 0;
};

// Contents of inner units are made as they are needed (column generation). Ends early, with the prices at hand, when
// `stop` says so; prices of an unfinished run are fit for `certify`, which mends them.
TilePrices tile_prices(const PackView& view, const std::vector<std::int64_t>& demand,
                       const std::function<bool()>& stop);

}  // namespace arable::solve
