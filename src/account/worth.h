#pragma once
// Puts money beside GPU-hours: fills Audit::worth and the `money` of findings and workloads.

#include "diagnose/audit.h"
#include "model/price.h"
#include "model/timeline.h"

namespace arable::account {

// A workload's rate is the mean price of the GPUs it claimed, weighted by time; it stays unknown when any of them has
// no price or two currencies meet. A GPU's or node's finding takes the price of its GPUs. Sums are per currency; GPUs
// without a price are counted in `unpriced_*`, never as 0. Findings about the telemetry itself get no money. What was
// assumed about nodes is added to the gaps. `audit` must come from `timeline`.
void add_worth(diagnose::Audit& audit, const model::Timeline& timeline, const model::PriceList& prices);

}  // namespace arable::account
