#pragma once
// The tables of an audit: workloads, GPUs, edits, rules, and where claims come from.

#include <span>
#include <string>
#include <vector>

#include "diagnose/accounting.h"
#include "diagnose/audit.h"
#include "diagnose/curable.h"

namespace arable::diagnose {

// Largest fallow first, then name. Each row's classes add up to its gpu_ms.
std::vector<WorkloadRow> workload_rows(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts,
                                       std::span<const WorkloadView> views, const CurableSplit& split);
// In the order of the Timeline.
std::vector<GpuRow> gpu_rows(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts);
std::vector<EditNeed> edit_needs(std::span<const WorkloadView> views, const CurableSplit& split);
std::vector<std::pair<std::string, std::int64_t>> forbidden_rules(const CurableSplit& split);
// "exporter labels: 300 GPUs", most trusted first.
std::vector<Text> claim_sources(const model::Timeline& timeline, const Folded& folded);
// All classes, in order; adds up to presence.
std::vector<ClassAmount> class_amounts(const Accounts& accounts, const CurableSplit& split);
Capacity capacity_of(const model::Timeline& timeline, const Folded& folded);

}  // namespace arable::diagnose
