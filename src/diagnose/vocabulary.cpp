// Names and meanings of the room's enumerations, as they stand in JSON, text and documentation.
#include <array>
#include <cstddef>

#include "diagnose/finding.h"
#include "diagnose/waits.h"

namespace arable::diagnose {
namespace {

struct Word {
    std::string_view name;
    std::string_view meaning;
};

// Each in the order of its enum.
constexpr std::array<Word, kAccountClasses> kClasses{{
    {"unavailable", "node not ready, GPU lost or unhealthy, or paid but never allocatable"},
    {"unusable.mig", "SMs that MIG mode itself puts out of reach"},
    {"used.unclaimed", "in use, but nobody is known to hold it"},
    {"free.ghost", "given on paper to a pod or a GPU that is gone"},
    {"free.fragmented", "free while a waiting pod found too few GPUs on any one node"},
    {"free.stranded", "free while a waiting pod lacked CPU, memory or pod slots beside it"},
    {"free.constrained", "free while taints, selectors, affinity or quota kept a waiting pod away"},
    {"free.no-demand", "free, and nobody was waiting for it"},
    {"unknown", "too little telemetry to tell what it did, or whether anybody held it"},
    {"held.starting", "claimed, nothing loaded yet, in the first minutes"},
    {"held.empty", "claimed, but nothing loaded and no activity"},
    {"held.loaded", "claimed and loaded, but no activity"},
    {"active.stalled", "active, not computing: starved, waiting for others, or throttled"},
    {"active.bandwidth", "active, not computing: memory bandwidth is the limit"},
    {"active.headroom", "active, not computing: room for others"},
    {"productive", "computing"},
}};

constexpr std::array<Word, kWaitCauses> kCauses{{
    {"gated", "held back by a quota, a gate or suspension"},
    {"broken", "can never run as written"},
    {"provisioning", "a node was being started for it"},
    {"capped", "the autoscaler or the cloud refused to grow"},
    {"scheduler", "it fitted: scheduling latency"},
    {"behind", "it fitted, but stood behind an earlier one in a strict queue"},
    {"constrained", "free GPUs were there; taints, selectors, affinity or spread kept it away"},
    {"stranded", "free GPUs were there without the CPU, memory or slots it needs"},
    {"fragmented", "enough free GPUs, but not enough on one node"},
    {"held-empty", "GPUs that others hold with nothing loaded would have sufficed"},
    {"shareable", "sharing loaded but idle GPUs would have sufficed (upper estimate)"},
    {"real", "a real shortage"},
}};

struct KindRow {
    std::string_view name;
    Step step;
};

constexpr std::array<KindRow, kFindingKinds> kKinds{{
    {"claimed-empty", Step::allocation},
    {"ghost-claim", Step::allocation},
    {"used-unclaimed", Step::allocation},
    {"never-usable-node", Step::allocation},
    {"idle-notebook", Step::allocation},
    {"over-requested-gpus", Step::allocation},
    {"gang-partial", Step::allocation},
    {"loaded-idle", Step::memory},
    {"kv-over-reserved", Step::memory},
    {"small-model-big-card", Step::memory},
    {"near-oom", Step::memory},
    {"fragmentation", Step::placement},
    {"stranding", Step::placement},
    {"constraint-conflict", Step::placement},
    {"mig-leftover", Step::placement},
    {"mig-wrong-profile", Step::placement},
    {"replicas-on-one-card", Step::placement},
    {"quota-old-unit", Step::placement},
    {"data-starvation", Step::application},
    {"cpu-launch-bound", Step::application},
    {"pcie-bound", Step::application},
    {"bandwidth-bound", Step::application},
    {"straggler", Step::application},
    {"throttling", Step::application},
    {"low-traffic", Step::application},
    {"queue-saturated", Step::application},
    {"stuck-counter", Step::application},
}};

constexpr std::array<std::string_view, 4> kSteps{"allocation", "memory", "placement", "application"};
constexpr std::array<std::string_view, 10> kSubjects{"gpu",  "instance",  "pod",   "workload", "gang",
                                                     "node", "namespace", "quota", "pool",     "estate"};

}  // namespace

std::string_view name(AccountClass c) {
    return kClasses.at(static_cast<std::size_t>(c)).name;
}
std::string_view meaning(AccountClass c) {
    return kClasses.at(static_cast<std::size_t>(c)).meaning;
}
std::string_view name(WaitCause cause) {
    return kCauses.at(static_cast<std::size_t>(cause)).name;
}
std::string_view meaning(WaitCause cause) {
    return kCauses.at(static_cast<std::size_t>(cause)).meaning;
}
std::string_view name(FindingKind kind) {
    return kKinds.at(static_cast<std::size_t>(kind)).name;
}
Step step_of(FindingKind kind) {
    return kKinds.at(static_cast<std::size_t>(kind)).step;
}
std::string_view name(Step step) {
    return kSteps.at(static_cast<std::size_t>(step));
}
std::string_view name(SubjectType type) {
    return kSubjects.at(static_cast<std::size_t>(type));
}

}  // namespace arable::diagnose
