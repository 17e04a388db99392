#pragma once
// From prices in floating point to a certificate in integers, and the bound that it proves.

#include "solve/pack_view.h"
#include "solve/tile_program.h"

namespace arable::solve {

// Prices of items are lowered and prices of units raised as far as the claims of Certificate need.
Certificate certify(const PackView& view, const TilePrices& prices);

// What no packing can be cheaper than by these (true) claims.
std::int64_t bound_of(const PackView& view, const Certificate& certificate);

}  // namespace arable::solve
