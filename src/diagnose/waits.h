#pragma once
// How much of the waiting was a real shortage (docs/definitions.md §6.2): every waited GPU-millisecond has one cause.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "diagnose/wait_detail.h"
#include "model/ids.h"

namespace arable::diagnose {

enum class WaitCause : std::uint8_t {
    gated,
    broken,
    provisioning,
    capped,
    scheduler,
    behind,
    constrained,
    stranded,
    fragmented,
    held_empty,
    shareable,
    real,
};
inline constexpr std::size_t kWaitCauses = 12;
std::string_view name(WaitCause cause);  // "held-empty"
Text meaning(WaitCause cause);           // one line for people

using WaitTimes = std::array<std::int64_t, kWaitCauses>;  // GPU-milliseconds

// One stretch of one gang's waiting with one cause.
struct WaitSpan {
    Interval span;
    WaitCause cause{};
    WaitDetail detail;
    std::int64_t gpus_milli = 0;  // that waited meanwhile, in thousandths of a GPU

    std::int64_t gpu_ms() const { return span.length().ms * gpus_milli / 1000; }
};

// Whether moves of running pods were looked for that would have started a fragmented wait.
enum class MoveSearch : std::uint8_t {
    not_asked,  // several pods that must start together, parts of cards, or too many such waits already
    partly,     // among the nodes with the most free cards only
    whole,
};
std::string_view name(MoveSearch search);  // "not-asked"

// The waiting of one gang (or single pod, or pool).
struct Wait {
    model::GangIx gang;  // none(): a pod alone or a pool
    model::PodIx pod;    // its first pod; none() for pod-less gangs and pools
    std::string name;    // "ns/name" or pool name
    std::string cluster;
    std::int64_t gpus_milli = 0;     // what it asks for, in thousandths of a GPU
    std::string resource;            // that each of its pods asks for; "": several, or none that can be read
    std::int64_t count = 0;          // of it, by each pod
    std::int64_t members = 0;        // pods
    std::string said;                // what the cluster said last of why it does not run; "" when it says nothing
    std::int64_t gpu_ms = 0;         // GPUs x waited time inside the window
    WaitTimes by_cause{};            // adds up to gpu_ms exactly
    std::vector<WaitSpan> spans;     // ascending, covering the wait
    bool spec_known = false;         // false: taken as unconstrained
    std::int64_t fewest_moves = -1;  // fragmented: smallest set of moves found that starts it; -1: none found
    MoveSearch move_search = MoveSearch::not_asked;
    std::int64_t unequipped_gpus = 0;
};

struct BuyPoint {
    std::string product;  // kind of GPU added, "" when products are not known
    std::int64_t added = 0;
    std::int64_t removed_ms = 0;  // waited GPU-ms that this many more GPUs would have removed
};

struct Waits {
    bool known = false;  // false: no input lists pods or queues over time; then no hours are stated
    bool seen = false;   // some input lists what waits, if only at one instant
    std::int64_t gpu_ms = 0;
    WaitTimes by_cause{};               // adds up to gpu_ms
    std::int64_t unconstrained_ms = 0;  // of it, by pods whose template is unknown
    std::vector<Wait> waits;            // largest first, then name
    std::vector<BuyPoint> buy;
    std::int64_t returning_ms = 0;  // waited GPU-ms that returning empty GPUs would have removed
    std::int64_t sharing_ms = 0;    // and sharing on top of it (an upper estimate)
    // Part of `fragmented`, of waits that a set of moves would have started when they were first fragmented.
    std::int64_t healed_by_moves_ms = 0;
    Duration judged_together;             // changes nearer than this were judged as one instant; 0: each by itself
    std::int64_t moves_not_asked_ms = 0;  // part of `fragmented` of which it was not asked
};

// A free lane that waiting pods marked: who could not use it, and why (splits `free`).
struct FreeMark {
    std::uint32_t lane = 0;
    Interval span;
    WaitCause cause{};  // constrained, stranded or fragmented
    model::PodIx pod;
};

}  // namespace arable::diagnose
