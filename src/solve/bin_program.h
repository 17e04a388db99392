#pragma once
// The packing as a linear program over whole bins, restricted to those that were filled so far; its prices lead to
// better ones, and its answer, rounded, to a packing. Nothing is proven by it.

#include <functional>

#include "solve/bin_list.h"
#include "solve/tile_program.h"

namespace arable::solve {

// `start`: a packing whose bins are the first columns. `stop` ends the search for more of them.
BinList pack_by_program(const PackView& view, const TilePrices& prices, const BinList& start,
                        const std::function<bool()>& stop);

}  // namespace arable::solve
