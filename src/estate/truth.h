#pragma once
// Truth: what an estate is known to hold by construction, in the words of the report (schema arable.truth/v1).
// Names of classes, causes and findings are the report's texts; this room knows no diagnosis.

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/time.h"

namespace arable::estate {

// One finding: kind ("claimed-empty") and subject as the report names it ("ns/name", node name, GPU uuid, ...).
struct TruthFinding {
    std::string kind;
    std::string subject;
    friend auto operator<=>(const TruthFinding&, const TruthFinding&) = default;
};

struct Truth {
    std::string kind;  // kind of estate
    std::uint64_t seed = 0;
    Interval window;
    std::int64_t gpus = 0;
    std::int64_t gpu_ms = 0;                         // presence of all GPUs
    std::map<std::string, std::int64_t> accounting;  // class -> GPU-ms; all classes, adds up to gpu_ms exactly
    std::int64_t wait_gpu_ms = 0;
    std::map<std::string, std::int64_t> waits;  // cause -> GPU-ms; all causes, adds up to wait_gpu_ms exactly
    std::vector<TruthFinding> findings;         // sorted; what a perfect audit finds
    std::vector<TruthFinding> ambiguous;        // sorted; within the dead band of a threshold: right either way
    std::vector<TruthFinding> distractors;      // sorted; looks like it on one signal, but is not
};

}  // namespace arable::estate
