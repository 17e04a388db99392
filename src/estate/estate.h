#pragma once
// An estate as events: nodes, GPUs, pods with their placements and processes. Small: samples are never stored.
// All times are whole minutes, so that no cell is cut by an event.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "estate/activity.h"
#include "estate/hardware.h"
#include "estate/spec.h"
#include "estate/truth.h"

namespace arable::estate {

enum class Offer : std::uint8_t { exclusive, time_sliced, mps, mig };

struct Instance {
    int id = 0;
    std::string profile;  // "1g.5gb"
    int slices = 1;
    double memory_mib = 0.0;
};

struct Node {
    std::string name;
    std::string pool;
    HardwareKind hardware = HardwareKind::a100_80;
    Offer offer = Offer::exclusive;
    int replicas = 1;
    std::vector<Instance> layout;  // mig: of each of its GPUs
    std::uint32_t first_gpu = 0;   // in Estate::gpus; hardware().gpus of them
    Interval present;
    IntervalSet not_ready;
    IntervalSet dark;                  // its exporter is silent
    bool new_names = false;            // DCGM 4.6 spellings
    bool sm_exported = true;           // SM activity is in the exporter's list
    bool exported_labels = false;      // owner in exported_pod, ... instead of pod, ...
    bool launched = false;             // by an autoscaler: its NodeClaim is older than the node
    Time asked;                        // launched: creation of the NodeClaim
    std::optional<std::string> taint;  // "key=value:NoSchedule"
};

struct Squatter {
    Interval during;
    Process process;
};

struct Gpu {
    std::uint32_t node = 0;
    int index = 0;
    std::string uuid;                 // lower case, without "GPU-"
    std::string pci;                  // "00000000:07:00.0"
    IntervalSet stuck;                // activity reads zero whatever happens
    std::vector<Squatter> squatters;  // use it without a claim
};

struct Slot {
    std::uint32_t gpu = 0;
    int instance = -1;  // position in the node's layout
    int replica = -1;   // shared offers
};

// One stretch of waiting, with the cause that holds by construction.
struct WaitPart {
    Interval span;
    std::string cause;   // "gated", ..., "real"
    std::string detail;  // quota, pool
};

struct Pod {
    std::string name;
    std::uint32_t workload = 0;
    std::string uid;
    Time created;
    std::optional<Time> started;  // scheduled and started; absent: still waiting at its end or the window's
    std::optional<Time> ended;    // absent: still there at the window's end
    int gpus = 1;                 // asked
    std::string resource = "nvidia.com/gpu";
    std::int64_t cpu_milli = 4000;
    std::int64_t memory_gib = 16;
    bool cpu_limited = false;
    std::optional<std::uint32_t> node;
    std::vector<Slot> slots;
    Process process;
    std::vector<WaitPart> waits;
    std::map<std::string, std::string> selector;
    bool gated = false;  // carries a scheduling gate while it waits
    Duration ghost;      // how long the exporter names it after its end
    std::string gang;    // PodGroup, "" = none
    std::vector<Time> ooms;
};

struct Workload {
    std::string ns;
    std::string kind;  // Deployment, StatefulSet, Job, Notebook
    std::string name;
    bool notebook = false;
    std::vector<std::uint32_t> pods;
};

struct Gang {
    std::string ns, name;
    int min_members = 0;
    std::vector<std::uint32_t> pods;
};

struct Quota {
    std::string ns, name, resource;
    std::int64_t hard = 0, used = 0;
};

struct PoolCap {
    Interval during;
    std::string pool;
};

struct Estate {
    EstateSpec spec;
    Interval window;
    std::vector<Node> nodes;
    std::vector<Gpu> gpus;
    std::vector<Workload> workloads;
    std::vector<Pod> pods;
    std::vector<Gang> gangs;
    std::vector<Quota> quotas;
    std::vector<PoolCap> caps;
    std::vector<TruthFinding> placed;  // findings that hold by construction (events), not by measured values
    std::vector<TruthFinding> distractors;
};

std::string subject(const Workload& workload);  // "ns/name"

}  // namespace arable::estate
