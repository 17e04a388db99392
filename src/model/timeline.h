#pragma once
// Timeline: everything one run looks at, as intervals. Built by `sources` (or `estate`), read by `diagnose`.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "model/gap.h"
#include "model/ids.h"
#include "model/node.h"
#include "model/pod.h"

namespace arable::model {

// Where the knowledge of a claim comes from, most trusted first.
enum class ClaimSource : std::uint8_t {
    allocation,       // DRA allocation or the kubelet's pod-resources
    exporter_labels,  // owner labels on device metrics
    count,            // kube-state-metrics / node capacity: pod on node, how many, but not which
};

enum class HolderState : std::uint8_t {
    alive,
    gone,     // given on paper to a pod that no longer exists, or to a GPU that left: `free.ghost`
    unknown,  // the record names no holder that we can find (masked, reservation pod, unlabelled gap)
};

// Pod p holds GPU (or MIG instance) g during [t0, t1).
struct Claim {
    PodIx pod;  // none(): held by somebody we cannot name
    GpuIx gpu;  // none(): known by count only
    NodeIx node;
    std::optional<int> instance;  // MIG GPU-instance id
    int replicas = 0;             // replicas of a shared GPU; 0 when not shared
    int count = 1;                // by count only: GPUs held on `node`
    Interval held;                // clipped to the window
    bool start_known = false;     // false: older than the window or first seen mid-way
    ClaimSource source = ClaimSource::exporter_labels;
    HolderState holder = HolderState::alive;
    Duration bridged;       // part of `held` filled between two equal owners
    bool disputed = false;  // another input gave its pod another device: sizes measured here are no ground for advice
};

// An autoscaler starting a node: from the request to Ready (or to giving up).
struct NodeLaunch {
    Interval during;
    std::string pool;
    NodeIx node;  // none(): never came
};

// An autoscaler or cloud that refused to grow.
struct PoolCap {
    Interval during;
    std::string pool;  // "" = any
    std::string reason;
};

struct Quota {
    std::string cluster;
    std::string ns;    // or ClusterQueue name with kind "ClusterQueue"
    std::string kind;  // ResourceQuota, ClusterQueue
    std::string name;
    std::string resource;  // "nvidia.com/gpu", "requests.nvidia.com/gpu"
    std::int64_t hard = 0;
    std::optional<std::int64_t> used;
};

// One pool's queue, known by totals only (no nodes, no pods): the `pool table`.
struct PoolPoint {
    Time time;
    std::int64_t total = 0;    // GPUs
    std::int64_t running = 0;  // GPUs in use
    std::int64_t pending = 0;  // GPUs asked and waiting
};
struct PoolHistory {
    std::string pool;
    std::vector<PoolPoint> points;  // ascending
    Duration interval;              // median distance; a point stands at most 2.5 x this
};

// What one input gave.
struct SourceNote {
    std::string kind;          // "metrics", "objects", "nvidia-smi", "pool-table", "prices"
    std::string name;          // file name
    std::int64_t records = 0;  // samples, objects or rows that were used
    std::int64_t dropped = 0;  // that were not
    std::string detail;        // dialects seen, exporter names
};

// (cluster, queue as Gang::queue and PodSpec::queue name it): an earlier gang of such a queue blocks later ones.
using StrictQueues = std::set<std::pair<std::string, std::string>>;

struct Timeline {
    Interval window;
    Duration asked;  // window that was asked for
    Duration step = minutes(1);
    bool instant = false;  // one cell: shares can be stated, rates and waits cannot
    std::vector<std::string> clusters;
    std::vector<Node> nodes;          // sorted by (cluster, name, created)
    std::vector<Gpu> gpus;            // sorted by (cluster, node name, index, pci, uuid)
    std::vector<Workload> workloads;  // sorted by (cluster, ns, kind, name)
    std::vector<Gang> gangs;
    std::vector<Pod> pods;      // sorted by (cluster, ns, name, uid)
    std::vector<Claim> claims;  // sorted by (gpu, held.begin, pod)
    std::vector<NodeLaunch> launches;
    std::vector<PoolCap> caps;
    std::vector<Quota> quotas;
    std::vector<PoolHistory> pools;
    StrictQueues strict_queues;     // Kueue ClusterQueues with the strategy StrictFIFO
    std::int64_t inputs_named = 0;  // files and servers; 0: not known
    std::vector<Gap> gaps;
    std::vector<SourceNote> sources;
};

}  // namespace arable::model
