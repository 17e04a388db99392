#pragma once
// Study: everything that one diagnosis works out on its way to the Audit. Kept, so that stories of single subjects are
// told from the very values behind the report.

#include <vector>

#include "diagnose/accounting.h"
#include "diagnose/curable.h"
#include "diagnose/decompose.h"
#include "diagnose/folded.h"
#include "diagnose/signatures.h"
#include "diagnose/workload_view.h"

namespace arable::diagnose {

struct Study {
    Folded folded;
    std::vector<WorkloadView> views;
    WaitOutcome waiting;
    std::vector<Stall> stalled;  // by position in Folded.hours
    Accounts accounts;
    CurableSplit split;
};

}  // namespace arable::diagnose
