#pragma once
// Story: all that one audit knows of one subject, with where each figure comes from. Pure values; `report` draws them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "diagnose/audit.h"
#include "diagnose/policy.h"
#include "diagnose/study.h"

namespace arable::diagnose {

enum class StoryKind : std::uint8_t { pod, gpu, node, workload, finding, wait };
std::string_view name(StoryKind kind);  // "pod", as on the command line
std::optional<StoryKind> story_kind(std::string_view name);

// Who is asked for. Pods, workloads and waits: "ns/name", or a name alone where it is the only one; a workload of
// several kinds also "Kind/ns/name". GPUs: UUID with or without "GPU-", PCI bus id, or "node/index". Of every kind the
// beginning of a name will do where nothing else begins so.
struct Asked {
    StoryKind kind = StoryKind::pod;
    std::string name;
    std::string cluster;  // "": any
};

// What the subject is, each said once or more, in the order of this list.
struct Trait {
    enum class Key : std::uint8_t {
        cluster,
        node,  // that it lies or runs on
        pool,
        instance_type,
        zone,
        capacity_type,  // "spot", ...
        product,
        index,  // of a card on its node
        pci,
        layout,    // "time-sliced x4"
        gpus,      // how many cards a node has, a pod asks for, a workload held at most
        resource,  // as asked, "nvidia.com/gpu"; of one pod "8 nvidia.com/gpu"
        owner,     // "Deployment ml/chat"
        gang,      // "PodGroup ml/train"
        queue,
        replicas,  // wanted
        pods,      // how many
        phase,     // last seen
    };
    Key key{};
    std::string value;
};
std::string_view name(Trait::Key key);

// A point in the life of one pod or gang.
struct Moment {
    enum class Kind : std::uint8_t { created, scheduled, started, ended } kind{};
    std::string who;  // "ns/name"
    Time time;
};
std::string_view name(Moment::Kind kind);

// A stretch of the life of one node or card, inside the window.
struct Stay {
    enum class Kind : std::uint8_t { present, not_ready, cordoned, unhealthy } kind{};
    std::string who;
    Interval span;
};
std::string_view name(Stay::Kind kind);

// Who held which card when.
struct Holding {
    std::string pod;    // "ns/name", "(holder not known)"
    std::string owner;  // "Deployment ml/chat", "" when not known
    std::string gpu, node;
    std::optional<int> instance;
    Interval held;  // inside the window
    bool start_known = false;
    model::ClaimSource source{};
    friend auto operator<=>(const Holding&, const Holding&) = default;
};
std::string_view name(model::ClaimSource source);

// One figure that was measured. Means over hours are weighted by how long each was known.
struct Measure {
    std::string_view what;       // a quantity's name, or "duty cycle", "requests", "latency", ...
    std::string_view aggregate;  // "mean", "most", "p95 of the busiest card", "sum"
    double value = 0.0;
    std::string_view unit;  // "ratio", "bytes", "W", "s", "1/s", "cores"
    std::int64_t n = 0;     // hours of one card (or pod) behind it
    Duration known;         // time of cards (or pods) in which it was known
    Interval window;        // from the first to the last of those hours
};

// Free time of the subject's cards that one waiting pod could not use.
struct Unfit {
    std::string pod;
    WaitCause cause{};
    std::int64_t spans = 0;
    Duration length;  // of lanes
};

struct ChartSpan {
    Interval span;
    PieceState state = PieceState::unknown;
    std::optional<WaitCause> waits;  // it waited, and `state` means nothing
};
std::string_view name(PieceState state);

// One line of the timeline. Where it stands for several cards, the busiest of them is shown.
struct ChartRow {
    std::string label;
    std::vector<ChartSpan> spans;  // ascending, disjoint
};

struct Story {
    StoryKind kind{};
    std::string cluster, name;  // as the audit names it
    WindowFacts window;
    std::vector<Trait> traits;
    std::vector<Moment> moments;    // ascending
    std::vector<Stay> stays;        // by kind, then begin
    std::vector<Holding> holdings;  // longest first; of a GPU or node who held it, of a pod or workload what it held

    // GPU-time: of cards all that was paid, of pods and workloads what they held, of findings their extent.
    std::int64_t gpu_ms = 0;
    ClassTimes classes{};                          // adds up to gpu_ms exactly
    std::optional<std::int64_t> computing_low_ms;  // lower end of `productive`; absent: it is no range
    std::int64_t estate_gpu_ms = 0;                // what it is a part of
    Curable curable;                               // workloads and findings
    std::string rule;                              // workloads: as WorkloadRow
    Text edit;                                     // likewise
    std::optional<Money> money;                    // workloads and findings

    std::vector<Measure> measures;
    bool waits_known = false;       // hours of waiting can be stated
    bool waits_seen = false;        // some input lists what waits, if only at one instant
    std::vector<Wait> waits;        // largest first
    WaitTimes wait_causes{};        // sum of them
    std::vector<Unfit> unfit;       // largest first
    std::vector<Finding> findings;  // about the subject itself; of a finding that one
    std::vector<Finding> around;    // about its owner, holders, node or cards
    std::vector<model::Gap> gaps;   // that name it
    std::vector<ChartRow> chart;    // empty for one instant
};

// Fails with not_found, naming near names or, where the name fits several, the candidates. `audit` is that of the study
// and timeline. O(size of the estate).
Result<Story> story(const model::Timeline& timeline, const Study& study, const Audit& audit, const Asked& asked,
                    const Policy& policy);

}  // namespace arable::diagnose
