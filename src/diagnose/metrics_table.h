#pragma once
// The four metrics side by side, for the estate and for each pool, namespace, workload and GPU (docs/definitions.md
// §6.4).

#include <span>
#include <vector>

#include "diagnose/accounting.h"
#include "diagnose/audit.h"

namespace arable::diagnose {

// Estate first, then pools, namespaces, workloads, GPUs; each sorted by name. Means are over claimed time; memory is
// a share of the memory of the cards that were held. Claimed time without a known holder is the workload and the
// namespace
// "(holder not known)", so that these levels add up to all claimed time.
std::vector<FourMetrics> four_metrics(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts,
                                      std::span<const WorkloadView> views, const Waits& waits);

inline constexpr const char* kUnknownHolder = "(holder not known)";
inline constexpr const char* kNoPool = "(no pool)";

// "cluster/pool", or "pool" when there is one cluster.
std::string pool_name(const model::Timeline& timeline, const model::Gpu& gpu);

}  // namespace arable::diagnose
