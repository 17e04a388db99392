// Names and meanings of the room's enumerations, as they stand in JSON, text and documentation.
#include <array>
#include <cstddef>

#include "diagnose/finding.h"
#include "diagnose/rules.h"
#include "diagnose/waits.h"

namespace arable::diagnose {
namespace {

struct Word {
    std::string_view name;
    std::string_view meaning;
};

// Each in the order of its enum.
constexpr std::array<Word, kAccountClasses> kClasses{{
    {"unavailable", translatable("node or GPU out of service, or never allocatable")},
    {"unusable.mig", translatable("lost to MIG mode itself, whatever the profiles")},
    {"used.unclaimed", translatable("in use, but nobody is known to hold it")},
    {"free.ghost", translatable("given on paper to a pod or a GPU that is gone")},
    {"free.fragmented", translatable("free, but too few on any one node for what waited")},
    {"free.stranded", translatable("free, but without the CPU, memory or slots beside it")},
    {"free.constrained", translatable("free, but a rule or quota kept away what waited")},
    {"free.no-demand", translatable("free, and nobody was waiting for it")},
    {"unknown", translatable("too little telemetry to tell what it did or who held it")},
    {"held.starting", translatable("reserved, nothing loaded yet, in the first minutes")},
    {"held.empty", translatable("reserved, but nothing loaded and no activity")},
    {"held.loaded", translatable("reserved and loaded, but no activity")},
    {"active.stalled", translatable("active, not computing: starved, waiting or throttled")},
    {"active.bandwidth", translatable("active, not computing: GPU memory bandwidth is full")},
    {"active.headroom", translatable("active, not computing: room for others")},
    {"productive", translatable("computing")},
}};

constexpr std::array<Word, kWaitCauses> kCauses{{
    {"gated", translatable("held back by a quota, a gate or suspension")},
    {"broken", translatable("can never run as written")},
    {"provisioning", translatable("a node was being started for it")},
    {"capped", translatable("the autoscaler or the cloud refused to grow")},
    {"scheduler", translatable("it fitted: the scheduler took its time")},
    {"behind", translatable("it fitted, but stood behind an earlier one in its queue")},
    {"constrained", translatable("free GPUs were there, but a placement rule kept it away")},
    {"stranded", translatable("free GPUs were there, without the CPU, memory or slots")},
    {"fragmented", translatable("enough free GPUs, but not enough on one node")},
    {"held-empty", translatable("GPUs that others hold empty would have sufficed")},
    {"shareable", translatable("sharing idle GPUs would have sufficed (upper estimate)")},
    {"real", translatable("too few GPUs: a real shortage")},
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

// Rules of judge_tenants() and what they say to somebody who has not read their definition.
constexpr std::array<Word, 15> kRules{{
    {"owner not known", translatable("who holds the GPU is not known")},
    {"multi-GPU", translatable("work on several GPUs at once is never shared")},
    {"gang", translatable("pods that only run together are never shared")},
    {"peer-to-peer", translatable("it talks from GPU to GPU directly")},
    {"MIG instance already cut", translatable("the card is already cut into MIG instances")},
    {"card already shared", translatable("the card is already shared")},
    {"no platform support", translatable("the card or its virtualisation cannot be shared")},
    {"no partner in its trust domain", translatable("nobody else in its namespace to share with")},
    {"memory need not known", translatable("how much GPU memory it needs is not known")},
    {"CPU: it uses most of its GPU's share", translatable("it uses most of the CPU that comes with its GPU")},
    {"memory: no tenant of its trust domain fits beside it",
     translatable("nothing else of its namespace fits beside it in the card's memory")},
    {"memory bandwidth: it and all that would fit are bound by it",
     translatable("it and all that would fit are limited by GPU memory bandwidth")},
    {"latency: it and all that would fit are services, and too busy",
     translatable("it and all that would fit are services, and too busy")},
    {"its queue is full: it has no spare capacity", translatable("its queue is full: it has no spare capacity")},
    {"still starting", translatable("it was still starting")},
}};

constexpr std::array<std::string_view, 4> kSteps{"allocation", "memory", "placement", "application"};
constexpr std::array<std::string_view, 10> kSubjects{"gpu",  "instance",  "pod",   "workload", "gang",
                                                     "node", "namespace", "quota", "pool",     "estate"};

}  // namespace

std::string_view name(AccountClass c) { return kClasses.at(static_cast<std::size_t>(c)).name; }
Text meaning(AccountClass c, bool waits_seen, bool is_range) {
    if (c == AccountClass::productive && is_range) return text("computing, at most: not all cards export SM activity");
    if (c == AccountClass::free_no_demand && !waits_seen)
        return text("free; whether anybody waited is not known from these inputs");
    return wording(kClasses.at(static_cast<std::size_t>(c)).meaning);
}
std::string_view name(WaitCause cause) { return kCauses.at(static_cast<std::size_t>(cause)).name; }
Text meaning(WaitCause cause) { return wording(kCauses.at(static_cast<std::size_t>(cause)).meaning); }
Text rule_meaning(std::string_view rule) {
    for (const Word& word : kRules) {
        if (word.name == rule) return wording(word.meaning);
    }
    return rule;
}

std::string_view name(MoveSearch search) {
    switch (search) {
        case MoveSearch::partly:
            return "partly";
        case MoveSearch::whole:
            return "whole";
        case MoveSearch::not_asked:
            break;
    }
    return "not-asked";
}
std::string_view name(FindingKind kind) { return kKinds.at(static_cast<std::size_t>(kind)).name; }
Step step_of(FindingKind kind) { return kKinds.at(static_cast<std::size_t>(kind)).step; }
Text title(Step step) {
    constexpr std::array<std::string_view, 4> kTitles{translatable("allocation"), translatable("memory"),
                                                      translatable("placement"), translatable("application")};
    return wording(kTitles.at(static_cast<std::size_t>(step)));
}
std::string_view name(Step step) { return kSteps.at(static_cast<std::size_t>(step)); }
std::string_view name(SubjectType type) { return kSubjects.at(static_cast<std::size_t>(type)); }

}  // namespace arable::diagnose
