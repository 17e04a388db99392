#pragma once
// What the findings of each step come to, in words; always four, in order (docs/definitions.md §6.3).

#include <vector>

#include "diagnose/accounting.h"
#include "diagnose/audit.h"
#include "diagnose/curable.h"

namespace arable::diagnose {

// Splits the extent of every finding about a workload as the workload's own time of each class is split. Exact.
void add_curable(std::vector<Finding>& findings, std::span<const WorkloadView> views, const CurableSplit& split);

// What the input lets be judged: the rest is said to be unknown instead of being nothing.
struct Judgeable {
    bool activity = false;  // some input tells what GPUs did
    bool holders = false;   // some input names a pod that held a GPU
    bool waits = false;     // some input lists pods or queues over time
    bool instant = false;   // one moment: shares are of GPUs
};

// `findings` sorted as in Audit. Extents: of findings about one subject the largest counts for each class, and no
// class counts more than the estate has of it.
std::vector<StepVerdict> step_verdicts(const std::vector<Finding>& findings, const Accounts& accounts,
                                       const Judgeable& judgeable);

}  // namespace arable::diagnose
