#pragma once
// The price of a GPU-hour: from the node's instance type, region and purchase option first, from a bare GPU price of
// its product only when the list has one, never from the GPU model alone (the same card spreads up to 8x between
// instances).

#include <optional>

#include "model/node.h"
#include "model/price.h"

namespace arable::account {

struct GpuPrice {
    std::optional<Money> per_gpu_hour;  // absent when no row fits: then GPU-hours are reported, never 0
    bool taken_on_demand = false;       // nothing says how the node was bought
    bool region_decides = false;        // absent because the node's region is unknown and the list has several prices
};

// The first fitting row of the list counts; one without a region fits every region. A node whose purchase option is
// unknown is priced on demand; one whose region is unknown has a price where all rows that may be its own agree.
GpuPrice price_of(const model::Node* node, const model::Gpu& gpu, const model::PriceList& prices);

}  // namespace arable::account
