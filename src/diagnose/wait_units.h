#pragma once
// Who waits when: gangs, pods alone, suspended Kueue workloads, and owners whose pods fail admission again and again.

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "diagnose/waits.h"
#include "model/timeline.h"

namespace arable::diagnose {

struct WaitingMember {
    const model::PodSpec* spec = nullptr;
    model::PodIx pod;  // none(): a template
    Interval span;     // it waits, clipped to the window; never empty
};

// What the cluster itself said about a unit's waiting: gated, broken, provisioning or capped.
struct StatedCause {
    Interval during;
    WaitCause cause{};
    WaitDetail detail;
};

struct WaitUnit {
    model::GangIx gang;
    model::PodIx pod;  // first pod
    std::string cluster;
    std::string name;                    // "ns/name"
    std::string queue;                   // "" when none
    Time created;                        // not clipped: earlier units are judged first
    std::vector<WaitingMember> members;  // by (span.begin, pod)
    // Members beyond these start with those that came before: only so many must be placed together. 0: all.
    std::int64_t together = 0;
    std::vector<StatedCause> stated;  // by (cause, begin); the first cause in the order of §6.2 counts
    Interval span;                    // hull of the members' spans
    bool spec_known = true;           // false: some member's specification is not known
};

// All waits of GPU pods, sorted by (created, cluster, name). A pod whose creation is not known, or that was neither
// seen pending nor scheduled, gives none. Failed admissions count once for each replica their owner wants, from the
// first attempt on until a pod of that owner starts.
std::vector<WaitUnit> wait_units(const model::Timeline& timeline);

// A bound pod that asks for a fraction of a card on a node whose cards are all cut into MIG instances runs without a
// device (bound, running and equipped are three facts). Whole GPUs of unmet demand, rounded up.
std::int64_t unequipped_gpus(const model::Timeline& timeline, model::PodIx pod);

}  // namespace arable::diagnose
