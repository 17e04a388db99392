#pragma once
// Two audits side by side: what changed, and how much of what the first one said could be cured was.

#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "diagnose/audit.h"

namespace arable::diagnose {

// One of the two, as far as it is compared.
struct ComparedSide {
    std::vector<std::string> clusters;
    WindowFacts window;
    Capacity capacity;
    bool computing_is_range = false;
    bool waits_known = false;
    std::int64_t waited_ms = 0;
    std::vector<BuyPoint> buy;
    Worth worth;
};

struct ClassChange {
    AccountClass cls{};
    std::int64_t before_ms = 0, after_ms = 0;  // of each capacity
    Curable predicted;                         // by the first audit, of before_ms
};

struct CauseChange {
    WaitCause cause{};
    std::int64_t before_ms = 0, after_ms = 0;
};

struct FindingChange {
    std::string id;
    FindingKind kind{};
    std::optional<std::int64_t> before_ms, after_ms;  // extent; absent: it is not there
};

struct WorkloadChange {
    std::string cluster, ns, kind, name;
    // Held and not productive; absent: not there. Hours of windows of different lengths are not alike: divide by
    // the window for GPUs on average.
    std::optional<std::int64_t> before_held_ms, after_held_ms;
    std::int64_t before_fallow_ms = 0, after_fallow_ms = 0;
};

struct Comparison {
    ComparedSide before, after;
    std::vector<ClassChange> classes;       // all, in order
    std::vector<CauseChange> causes;        // all, in order; empty unless both know waits
    std::vector<FindingChange> findings;    // gone, then new, then still there; each largest first, then id
    std::vector<WorkloadChange> workloads;  // largest change of fallow GPUs on average first, then name
    std::vector<Text> cautions;             // what makes the two less alike than they look, or not comparable
};

// Predicted against realised, in parts of each capacity: what sharing was said to cure in the classes that it cures,
// and by how much these classes became smaller. Negative: they grew. Why they did is not known from two audits.
struct Realised {
    double as_is = 0.0, after_edit = 0.0;  // of the first capacity
    double lost = 0.0;                     // share before less share after
};
Realised realised(const Comparison& comparison);

// Both accounting tables hold every class and add up to their capacity. O(n log n) in findings and workloads.
Comparison compare(const Audit& before, const Audit& after);

}  // namespace arable::diagnose
