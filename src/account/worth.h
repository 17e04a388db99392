#pragma once
// Puts money beside GPU-hours: fills Audit::worth and the `money` of findings and workloads.

#include "diagnose/audit.h"
#include "model/price.h"
#include "model/timeline.h"

namespace arable::account {

// A workload costs what its part of each card costs; its money stays unknown when any of the cards has no price or two
// currencies meet. What is curable costs what it costs on its cards, so it is never more than what lies fallow there.
// A finding about a workload takes the mean price of the workload's time in the same classes, one about a GPU or node
// the price of its GPUs. Sums are per currency; GPUs without a price are counted in `unpriced_*`, never as 0. Findings about the telemetry itself get no money. What was
// assumed about nodes is added to the gaps. `audit` must come from `timeline`.
void add_worth(diagnose::Audit& audit, const model::Timeline& timeline, const model::PriceList& prices);

}  // namespace arable::account
