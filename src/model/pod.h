#pragma once
// Pods, their owners, and what they asked for.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/units.h"
#include "model/ids.h"
#include "model/placement.h"

namespace arable::model {

enum class DeviceKind : std::uint8_t {
    none,      // asks for no GPU
    whole,     // nvidia.com/gpu, amd.com/gpu on an unshared node
    shared,    // nvidia.com/gpu.shared, or nvidia.com/gpu where the node is time-sliced / MPS: replicas
    mig,       // nvidia.com/mig-<profile>
    fraction,  // HAMi, KAI, Volcano, Aliyun: memory or a share of a card
    claim,     // DRA
    invalid,   // asked in a way that cannot be read: of unknown size, neither 0 nor 1
};

struct DeviceRequest {
    DeviceKind kind = DeviceKind::none;
    std::string resource;              // as asked: "nvidia.com/gpu", "nvidia.com/mig-1g.5gb", annotation name
    std::int64_t count = 0;            // devices (whole, shared replicas, MIG instances, claims)
    std::string mig_profile;           // kind mig
    std::optional<MilliGpu> fraction;  // of one card, per device
    std::optional<Bytes> memory;       // GPU memory asked, per device
    std::string product;               // accepted product id or raw model, "" = any
    std::string why_invalid;           // kind invalid
    // Whole cards this takes away from others while it waits or runs: count for whole and claim, 0 < x <= count for
    // shares (rounded up to milli). mig: compute slices x 1000 / 7 (or / 4).
    MilliGpu size;
};

// What runs in a pod, as far as allow-listed fields tell.
// Requests and nodes above these are taken as these: no machine has them, and sums stay inside 64 bits.
inline constexpr std::int64_t kMostMilliCpu = 1'000'000'000'000;         // a thousand million cores
inline constexpr std::int64_t kMostMemoryBytes = std::int64_t{1} << 52;  // 4 PiB

struct PodSpec {
    DeviceRequest device;
    MilliCpu cpu;  // sum of requests (init containers as the scheduler counts)
    Bytes memory;  // sum of requests
    std::optional<MilliCpu> cpu_limit;
    bool spec_known = false;  // false: only counts were seen (kube-state-metrics): taken as unconstrained
    PlacementRules rules;
    std::string image;  // repository of the GPU container, without tag
    std::string priority_class;
    std::int64_t priority = 0;
    std::string scheduler;
    std::string queue;          // Kueue LocalQueue, Volcano queue; "" when none
    bool peer_to_peer = false;  // declared (label/annotation) or multi-GPU
};

enum class PodPhase : std::uint8_t { unknown, pending, running, succeeded, failed };

// Why a pod was not running, as the cluster itself said during an interval.
struct WaitNote {
    Interval during;
    enum class Kind : std::uint8_t {
        gated,             // scheduling gate, suspended, quota not reserved
        unschedulable,     // PodScheduled=False, reason Unschedulable
        admission_failed,  // UnexpectedAdmissionError and the like
        provisioning,      // an autoscaler was starting a node for it
        capped,            // autoscaler or cloud said no: limit, quota, out of capacity
    } kind = Kind::unschedulable;
    std::string detail;            // message or quota name, cut to 200 characters
    bool devices_refused = false;  // admission_failed: the node could not give the devices that it had offered
};

struct Pod {
    std::string cluster;
    std::string ns;
    std::string name;
    std::string uid;      // "" when not seen
    WorkloadIx workload;  // none() when the owner is not known
    GangIx gang;          // none(): it waits alone
    NodeIx node;
    PodPhase phase = PodPhase::unknown;
    std::optional<Time> created;
    std::optional<Time> scheduled;
    std::optional<Time> started;
    std::optional<Time> ended;    // completed or deleted; absent: still there at the window's end
    std::vector<WaitNote> notes;  // ascending begin
    PodSpec spec;
    std::map<std::string, std::string> labels;  // allow-listed only
    std::string model;  // as its inference server names it; "" when it does not say, or serves several
};

// The owner at the top of the ownerReferences chain.
struct Workload {
    std::string cluster;
    std::string ns;
    std::string kind;  // Deployment, StatefulSet, Job, Notebook, Pod (bare), ...
    std::string name;
    std::optional<std::int64_t> replicas;  // wanted, when known
    bool notebook = false;                 // by kind, image or label (jupyter, Notebook CR, code-server)
    bool serving = false;                  // exports serving metrics
    bool batch = false;                    // Job-like: ends by itself
    std::map<std::string, std::string> labels;
};

// Pods that only work together; the unit of waiting. A pod alone is a gang of one that is not stored here.
struct Gang {
    std::string cluster;
    std::string ns;
    std::string kind;  // PodGroup, JobSet, LeaderWorkerSet, Job, Workload (Kueue)
    std::string name;
    WorkloadIx workload;
    std::string queue;             // queue or quota it stands in
    std::int64_t min_members = 0;  // 0: all
    std::vector<PodIx> pods;       // sorted
    // A suspended Kueue Workload has no pods: what it would run.
    std::optional<Time> created;
    std::optional<Time> admitted;  // quota reserved and admitted
    std::optional<Time> ended;
    std::vector<std::pair<PodSpec, std::int64_t>> templates;  // spec x count, used while `pods` is empty
    std::vector<WaitNote> notes;
};

}  // namespace arable::model
