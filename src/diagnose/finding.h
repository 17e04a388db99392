#pragma once
// A finding: one diagnosed cause with evidence, extent, confidence and remedy.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "base/units.h"
#include "diagnose/account_class.h"
#include "series/sample.h"

namespace arable::diagnose {

// The order of every report.
enum class Step : std::uint8_t { allocation, memory, placement, application };
std::string_view name(Step step);
Text title(Step step);  // its name, for people

enum class FindingKind : std::uint8_t {
    // allocation
    claimed_empty,
    ghost_claim,
    used_unclaimed,
    never_usable_node,
    idle_notebook,
    over_requested_gpus,
    gang_partial,
    // memory
    loaded_idle,
    kv_over_reserved,
    small_model_big_card,
    near_oom,
    // placement
    fragmentation,
    stranding,
    constraint_conflict,
    mig_leftover,
    mig_wrong_profile,
    replicas_on_one_card,
    quota_old_unit,
    // application
    data_starvation,
    cpu_launch_bound,
    pcie_bound,
    bandwidth_bound,
    straggler,
    throttling,
    low_traffic,
    queue_saturated,
    // about the telemetry itself (shown with the gaps, never with money)
    stuck_counter,
};
inline constexpr std::size_t kFindingKinds = 27;
inline bool is_about_telemetry(FindingKind kind) { return kind == FindingKind::stuck_counter; }

// "claimed-empty", as in JSON, docs/detectors/<name>.md and on the command line.
std::string_view name(FindingKind kind);
Step step_of(FindingKind kind);

enum class SubjectType : std::uint8_t { gpu, instance, pod, workload, gang, node, ns, quota, pool, estate };
std::string_view name(SubjectType type);

struct Subject {
    SubjectType type = SubjectType::estate;
    std::string cluster;
    std::string name;  // "ns/name" for pods and workloads, node name, GPU name, ...
    friend auto operator<=>(const Subject&, const Subject&) = default;
};

// Whether sharing cures an amount, split exactly: as_is + after_edit + forbidden == the amount it splits.
struct Curable {
    std::int64_t as_is_ms = 0;       // sharing allowed with nothing edited
    std::int64_t after_edit_ms = 0;  // needs a named edit by a named owner
    std::int64_t forbidden_ms = 0;   // multi-GPU, peer-to-peer, trust, no platform support
    friend bool operator==(const Curable&, const Curable&) = default;
};

// Where a figure comes from, so that it can be doubted: re-read with `explain`, else shown.
struct Evidence {
    std::string selector;  // "engine_active{gpu=...}" in our quantity names, plus the metric as received
    Interval window;
    std::string aggregate;  // "mean", "p95", "max", "duty cycle", "count"
    double value = 0.0;
    std::string unit;
    std::int64_t n = 0;                   // samples or intervals behind it
    std::vector<series::Sample> samples;  // at most 20
};

struct Remedy {
    Text action;          // what to do, in one sentence
    Text owner;           // who must do it: "owner of Deployment ml/chat", "cluster admin", ...
    std::string command;  // a command that shows or does it, "" when there is none
};

struct Finding {
    std::string id;  // "claimed-empty/ml/chat": stable between runs on the same input
    FindingKind kind{};
    Subject subject;
    ClassTimes gpu_ms{};  // extent by class; zero for findings without GPU-time
    Curable curable;
    std::optional<Money> money;  // absent: price unknown
    double confidence = 0.0;     // 0-1
    Text confidence_reason;
    Text statement;  // what was found, with its figures, in one or two sentences
    std::vector<Evidence> evidence;
    Remedy remedy;
};

}  // namespace arable::diagnose
