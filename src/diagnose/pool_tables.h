#pragma once
// GPUs that are known by a pool's totals alone: their time joins the accounting and the metrics, so that a queue
// history without metrics is audited too.

#include <span>
#include <vector>

#include "diagnose/audit.h"
#include "diagnose/pool_account.h"
#include "model/timeline.h"

namespace arable::diagnose {

// Adds to capacity (the most GPUs a pool ever had), accounting and metrics (estate and one row a pool). What running
// GPUs did is `unknown`. Call before the sums are checked. `audit` holds the rest of the estate already.
void add_pools(Audit& audit, const model::Timeline& timeline, std::span<const PoolAccount> pools);

// One gap for each pool whose table is silent for a part of the window: that time is in no sum.
std::vector<model::Gap> silent_pools(const model::Timeline& timeline, std::span<const PoolAccount> pools);

}  // namespace arable::diagnose
