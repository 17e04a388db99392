#pragma once
// From judged waits to the queue that `buy` replays, one a product.

#include <span>
#include <vector>

#include "diagnose/cluster_clock.h"
#include "diagnose/judge.h"
#include "diagnose/wait_units.h"
#include "diagnose/waits.h"

namespace arable::diagnose {

// `waits[i]` is what units[i] waited for. Points for every product in the estate (product id, else the model as
// printed,
// "" where neither is known), sorted; a gang stands in the queue of each product that it accepts. New nodes have as
// many GPUs as most nodes of that product.
std::vector<BuyPoint> buys(const model::Timeline& timeline, const ClusterClock& clock, GateTable& gates,
                           std::span<const WaitUnit> units, std::span<const Wait> waits);

}  // namespace arable::diagnose
