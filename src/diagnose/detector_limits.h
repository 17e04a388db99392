#pragma once
// Every threshold of signatures and detectors, each with its source: N = NVIDIA's DCGM guide, K = KempnerPulse's
// published constants, L = llm-d, D = definition (docs/definitions.md), none = ours. Shares are of claimed time with a
// known state unless said. Times in GPU-milliseconds or, where said so, in workload-hours.

#include <cstdint>

#include "base/time.h"
#include "base/units.h"

namespace arable::diagnose {

constexpr std::int64_t gpu_hours_ms(std::int64_t n) { return n * 3'600'000; }

struct StallLimits {
    double flips = 0.20;         // share of sample pairs in which the engine jumped across the middle: a sawtooth
    double starved_sm = 0.50;    // N: SM activity below this is likely ineffective
    double starved_dram = 0.30;  // with memory quiet too, nothing on the card is the limit
    double cpu_throttled = 0.25;
    double cpu_pressure = 0.10;  // K: some task waited for CPU more than a tenth of the time
    double io_pressure = 0.10;
    double spin_engine = 0.90;  // a rank that spins in a collective: engine full,
    double spin_sm = 0.30;      // few SMs,
    double spin_tensor = 0.05;  // no mathematics
    double busy_sm = 0.50;      // the rank that the others wait for: it works,
    double busy_tensor = 0.15;
    double slow_clock = 0.85;  // or runs at a lower clock than the others
    double nvlink = 0.60;      // all ranks on the wire
    double nvlink_sm = 0.40;
    double throttled = 0.20;  // share of active time with a power, thermal or hardware slowdown
};

struct IdleLimits {  // claimed-empty, loaded-idle, idle-notebook
    double empty_share = 0.25;
    double loaded_share = 0.50;
    std::int64_t least_ms = gpu_hours_ms(2);
    double notebook_active = 0.10;
    std::int64_t notebook_claimed_ms = gpu_hours_ms(2);
};

struct UnclaimedLimits {  // ghost-claim, used-unclaimed
    std::int64_t ghost_ms = 600'000;
    std::int64_t used_ms = gpu_hours_ms(1);
};

struct NodeLimits {  // never-usable-node
    double unavailable_share = 0.90;
    Duration least = hours(2);
    // A ready node that starts nothing (availability.h).
    std::int64_t refused_pods = 3;  // that many are no accident on a node that offers all its devices
    Duration refused_apart = hours(1);
    Duration refusing = hours(1);  // in all, before it is a finding
};

struct GpuCountLimits {  // over-requested-gpus
    std::int64_t gpus = 2;
    Duration least = hours(4);
    double unused = 0.01;  // of its known time active: the card was never really touched
    double used = 0.10;
};

struct GangLimits {  // gang-partial
    Duration least = minutes(30);
};

struct KvLimits {            // kv-over-reserved
    double kv_p95 = 0.30;    // of the reserved cache
    double fraction = 0.50;  // taken at start, of the card's memory
    double memory = 0.70;    // or seen in use
    std::int64_t hours = 6;  // with requests running
    double margin = 1.5;     // advice: KV room for this times the p95
};

struct SmallModelLimits {  // small-model-big-card
    Bytes card = gibibytes(40);
    double memory = 0.25;
    double active = 0.05;
    std::int64_t claimed_ms = gpu_hours_ms(4);
};

struct OomLimits {  // near-oom
    double memory = 0.95;
};

struct WaitLimits {  // fragmentation, stranding, constraint-conflict, quota-old-unit
    std::int64_t least_ms = gpu_hours_ms(1);
    double share = 0.25;  // of the subject's own wait
};

struct MigLimits {  // mig-leftover, mig-wrong-profile
    double free_share = 0.95;
    Duration leftover = hours(24);
    Duration claimed = hours(12);
    double memory_factor = 1.10;  // need = peak x 1.10 + 512 MiB
    Bytes memory_extra = mebibytes(512);
};

struct ReplicaLimits {  // replicas-on-one-card
    Duration least = hours(1);
};

struct ApplicationLimits {  // times in workload-hours with at least `active_share` of the claimed time active
    std::int64_t hours = 4;
    double active_share = 0.10;
    double launch_engine = 0.40;  // K: "busy, low SM"
    double launch_sm = 0.25;
    double launch_dram = 0.30;
    double launch_cores = 0.9;  // cores a GPU: one thread that never rests
    double pcie = 0.60;         // of the product's host link
    double pcie_sm = 0.30;
    double dram = 0.50;  // K; the hard limit is about 0.8 (N)
    double dram_tensor = 0.20;
};

struct ServingLimits {  // low-traffic, queue-saturated
    std::int64_t claimed_hours = 12;
    double running = 2.0;  // requests
    double waiting = 0.5;
    double engine = 0.15;  // mean over all claimed time
    double queue = 10.0;   // requests waiting, mean of an hour
    std::int64_t queue_hours = 1;
    double queue_ratio = 2.0;  // waiting / running
    double kv_slack = 0.50;    // below: not memory
    double kv_full = 0.90;     // L: above: memory
};

struct CounterLimits {  // stuck-counter
    std::int64_t hours = 6;
    double power_share = 0.25;   // of the way from idle to the power limit
    double idle_factor = 2.5;    // or this much above idle
    double unknown_watts = 150;  // products without power figures
};

struct ConfidenceLimits {
    double unknown_share = 0.25;  // of claimed time
    Duration observed = hours(24);
};

struct DetectorLimits {
    StallLimits stall;
    IdleLimits idle;
    UnclaimedLimits unclaimed;
    NodeLimits node;
    GpuCountLimits gpu_count;
    GangLimits gang;
    KvLimits kv;
    SmallModelLimits small_model;
    OomLimits oom;
    WaitLimits wait;
    MigLimits mig;
    ReplicaLimits replicas;
    ApplicationLimits application;
    ServingLimits serving;
    CounterLimits counter;
    ConfidenceLimits confidence;
};

}  // namespace arable::diagnose
