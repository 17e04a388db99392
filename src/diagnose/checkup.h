#pragma once
// Checkup: which inputs an audit has, which it lacks, what each missing one costs it, and what would give it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "diagnose/audit.h"
#include "diagnose/study.h"

namespace arable::diagnose {

enum class CheckState : std::uint8_t { there, partly, missing };
std::string_view name(CheckState state);

// One input that the diagnosis reads.
struct Check {
    std::string_view id;  // "sm-activity": stable
    Text what;            // "how much of each card computed"
    CheckState state = CheckState::missing;
    std::int64_t covered = 0, of = 0;   // cards (or what `unit` says) for which it is there, of all that need it
    std::string_view unit;              // "GPUs", "nodes", "pods"; "" when it is there or not
    std::vector<std::string> without;   // nodes that lack it while others have it, sorted
    Text effect;                        // what is not known without it; empty when nothing is
    std::int64_t gpu_ms = 0;            // GPU-time that this leaves unknown, a range, or in two classes
    std::vector<AccountClass> classes;  // that cannot be told without it
    std::vector<FindingKind> findings;  // that cannot be seen without it
    std::string setting;                // the line, flag or command that would give it, as it is typed
    Text place;                         // where that is set
};

struct Checkup {
    WindowFacts window;
    Capacity capacity;
    std::vector<Check> checks;  // what costs most GPU-time first in each state: missing, partly, there
};

// `audit` is that of the study and timeline. O(size of the estate).
Checkup check_up(const model::Timeline& timeline, const Study& study, const Audit& audit);

}  // namespace arable::diagnose
