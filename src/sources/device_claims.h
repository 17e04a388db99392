#pragma once
// Who held one device, and when: allocation records and owner labels of that device, set against what is known of the
// pods. The rules stand in the order in which they are applied:
//   1. a record or label that outlives its pod by more than 10 min is a ghost from the pod's end on, else it ends there
//   2. a pod keeps its devices for life: pieces of one recorded pod are one claim, from its scheduling to its end,
//      unless another owner was seen on the device, or it was seen on as many others as it asks for
//   3. an allocation record outweighs labels of others at the same time (a label is one owner, perhaps not the only
//   one); what a scheduler alone wrote down does not
//   4. what is left between two pieces of one unrecorded owner is held by somebody unknown; otherwise it is free

#include <optional>
#include <vector>

#include "base/time.h"
#include "model/timeline.h"

namespace arable::sources {

inline constexpr Duration kLabelLag = minutes(10);  // exporters and dumps that far behind are only late

struct PodLife {
    std::optional<Time> start;  // scheduled, else started
    std::optional<Time> end;
    bool recorded = false;
    bool end_guessed = false;
    IntervalSet full;  // it is seen on as many devices as it asks for: it holds no other then
};

// A statement about the device. `pod` none(): held by somebody without a name.
struct Holding {
    model::PodIx pod;
    Interval held;
    bool start_known = false;
    int replicas = 0;
    Duration bridged;
    model::ClaimSource source = model::ClaimSource::exporter_labels;
    model::HolderState holder = model::HolderState::alive;
    bool intended = false;  // a scheduler's record: it stands beside labels of others, not against them
};

struct DeviceView {
    std::vector<Holding> allocated;
    std::vector<Holding> labelled;
    IntervalSet sampled;
    IntervalSet present;
    IntervalSet
        otherwise;  // the card was there but laid out in another way: a record of it then speaks of no device here
    Interval window;
    bool shared = false;         // several owners at one time are lawful
    bool pods_recorded = false;  // some input lists pods: a silent device without a pod is free
};

struct DeviceClaims {
    std::vector<Holding> holdings;           // clipped to window and presence, by (begin, pod)
    std::vector<Holding> dangling;           // parts outside of the presence of the device
    Duration assumed_free;                   // free for lack of a label alone
    std::vector<model::PodIx> contradicted;  // labels that an allocation record refuted
};

// `lives` by PodIx. Pure; n log n in holdings.
DeviceClaims settle(const DeviceView& view, const std::vector<PodLife>& lives,
                    const std::vector<IntervalSet>& allocated_anywhere);

}  // namespace arable::sources
