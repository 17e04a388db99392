#pragma once
// Audit: the answer. Everything that reports print and JSON writes, computed once; `report` and `codec` compute
// nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "base/units.h"
#include "diagnose/account_class.h"
#include "diagnose/finding.h"
#include "diagnose/held_on.h"
#include "diagnose/waits.h"
#include "diagnose/week.h"
#include "model/gap.h"
#include "model/timeline.h"

namespace arable::diagnose {

struct WindowFacts {
    Interval window;
    Duration asked;
    Duration found;  // from the first to the last sample or object in the window
    bool instant = false;
    Duration sample_interval;  // median over GPUs; 0 when unknown
    bool downsampled = false;  // samples further apart than 5 minutes
};

struct Capacity {
    std::int64_t clusters = 0, nodes = 0, gpus = 0;
    std::int64_t gpu_ms = 0;
    std::vector<std::pair<std::string, std::int64_t>> by_product;  // GPUs by product, sorted by product
};

struct ClassAmount {
    AccountClass cls{};
    std::int64_t gpu_ms = 0;
    Curable curable;  // zero for classes that sharing never cures
};

// The four metrics, side by side, never merged (docs/definitions.md §6.4). Absent = not measured.
struct FourMetrics {
    std::string level;  // "estate", "pool", "namespace", "workload", "gpu"
    std::string name;
    std::int64_t gpu_ms = 0;            // paid (estate, pool, gpu) or claimed time
    std::int64_t computing_ms = 0;      // compute activity = computing_ms / known_ms
    std::int64_t computing_low_ms = 0;  // lower end when SM activity is not exported for some of it
    std::int64_t known_ms = 0;          // of gpu_ms, with known activity
    std::optional<double> engine_mean, sm_mean;
    std::optional<double> memory_used_share, memory_needed_share;  // of the cards' memory
    std::optional<std::int64_t> wait_gpu_ms;
    std::optional<double> requests_per_s, latency_s, ttft_s, output_tokens_per_s;
};

struct StepVerdict {
    Step step{};
    Text verdict;                       // one sentence
    std::int64_t gpu_ms = 0;            // extent of its findings, each GPU-millisecond once
    std::vector<std::string> findings;  // ids, largest first
};

struct WorkloadRow {
    std::string cluster, ns, kind, name;
    std::int64_t gpus_milli = 0;  // most GPUs held at once, thousandths
    std::int64_t gpu_ms = 0;      // claimed
    ClassTimes classes{};         // of it, by class; adds up to gpu_ms
    Curable curable;
    std::vector<HeldOn> cards;   // by GPU; adds up to `classes` and `curable`
    std::optional<Money> money;  // of gpu_ms
    std::optional<double> engine_p95, sm_p95, memory_most_bytes, duty;
    std::string rule;  // why sharing is forbidden, "" when it is not
    Text edit;         // named edit that would allow it, "" when none is needed
};

struct GpuRow {
    std::string cluster, node, name, product, pool;
    std::optional<int> index;
    std::int64_t gpu_ms = 0;
    ClassTimes classes{};  // adds up to gpu_ms
    std::string layout;    // "exclusive", "time-sliced x4", "MIG 3g.40gb + 2x 1g.10gb"
    std::string holders;   // last known, "ns/pod, ns/pod"
};

// What prices say. Filled by `account`; all absent / zero without a price list.
struct Worth {
    std::vector<Money> paid;    // of the priced part of capacity, one a currency
    std::vector<Money> fallow;  // of everything that was not productive
    std::vector<Money> curable_as_is;
    std::vector<Money> curable_after_edit;
    std::int64_t priced_nodes = 0, unpriced_nodes = 0;
    std::int64_t priced_gpu_ms = 0, unpriced_gpu_ms = 0;
};

struct EditNeed {
    std::string owner;  // "Deployment ml/chat"
    Text edit;          // "lower --gpu-memory-utilization from 0.90 to 0.35"
    std::int64_t gpu_ms = 0;
};

struct Audit {
    std::vector<std::string> clusters;
    WindowFacts window;
    Capacity capacity;
    std::vector<ClassAmount> accounting;  // all classes, in order; adds up to capacity.gpu_ms exactly
    std::int64_t computing_low_ms = 0;    // productive, lower end (range when SM activity is not exported)
    bool computing_is_range = false;
    bool activity_seen = false;  // some input tells what GPUs did; without it nothing is said to compute
    bool holders_seen = false;   // some input names a pod that held a GPU
    std::int64_t holders = 0;    // pods that held a GPU, and of them those whose requests no input tells
    std::int64_t holders_unspecified = 0;
    bool pools_only = false;           // all GPUs are totals of pool tables: no nodes, no cards, no jobs
    Duration pools_silent;             // of the window, the most for which one of the pool tables says nothing
    std::vector<FourMetrics> metrics;  // estate first, then pools, namespaces, workloads, gpus; each sorted by name
    Waits waits;
    std::vector<StepVerdict> steps;      // always four
    std::vector<Finding> findings;       // by step, then extent (largest first), then id
    std::vector<WorkloadRow> workloads;  // largest fallow first, then name
    std::vector<GpuRow> gpus;            // sorted as in the Timeline
    WeekTimes week;  // by hour of the week, UTC; class by class it adds up to `accounting`; empty for one instant
    std::vector<EditNeed> edits;                                  // largest first
    std::vector<std::pair<std::string, std::int64_t>> forbidden;  // rule -> GPU-ms, largest first
    std::vector<Text> claim_sources;  // "exporter labels: 300 GPUs", as the report says which
    std::vector<Text> cannot_say;     // what this input therefore cannot tell, and what would
    Worth worth;
    std::int64_t inputs_named = 0;  // files and servers; 0: not known
    std::vector<model::Gap> gaps;
    std::int64_t gap_gpu_ms = 0;  // GPU-ms that gaps leave unknown
    std::vector<model::SourceNote> sources;
};

}  // namespace arable::diagnose
