#pragma once
// What a process does on its GPU at any time, without noise: a pure function of its parameters and the time, constant
// within a block of ten minutes. So truth can sum it exactly and the exporter can sample it, and nothing is stored.

#include <cstdint>
#include <limits>

#include "base/time.h"

namespace arable::estate {

inline constexpr Duration kBlock = minutes(10);

enum class Pattern : std::uint8_t {
    never,    // loads memory at most
    steady,   // active from loading to the end
    lumps,    // half-hours drawn active with chance `duty`
    office,   // like lumps, Monday to Friday 9-19 h only
    traffic,  // request driven: activity follows the arrival shape, mean load `duty`
};

enum class Stall : std::uint8_t { none, starvation, synchronisation, throttle };

// Of the pod, for each GPU where it says so.
struct HostUse {
    double cores_per_gpu = 0.4;  // while active
    double throttled = 0.0;      // share of CFS periods
    double cpu_pressure = 0.0;   // share of time
    double io_pressure = 0.0;
};

struct Server {
    bool on = false;               // exports serving metrics
    bool old_names = false;        // vLLM V0 spellings
    double memory_fraction = 0.9;  // preallocated at start
    double most_running = 16;      // requests at full load
    double kv_base = 0.0;          // KV use = base + span x load
    double kv_span = 0.3;
    double backlog = 0.0;         // waiting requests per unit of demand above 1
    double requests_per_s = 2.0;  // at full load
};

struct Process {
    std::uint64_t key = 0;  // seeds its draws
    Pattern pattern = Pattern::steady;
    double duty = 1.0;
    int shape = 0;  // traffic: which arrival shape
    // While active (traffic: at full load).
    double engine = 0.9, sm = 0.6, tensor = 0.2, dram = 0.2;
    double memory_mib = 20'000;
    double empty_mib = 4;                                            // before loading (the driver's own)
    Duration load_after;                                             // nothing is loaded until then
    Duration empty_after{std::numeric_limits<std::int64_t>::max()};  // and again from then on
    double pcie_rx = 2e8, pcie_tx = 1e8, nvlink = 0.0;               // bytes/s
    double throttled = 0.0;                                          // share of time with a slowdown reason
    double clock = 1.0;                                              // of the full clock
    int used_ranks = std::numeric_limits<int>::max();                // cards beyond these are never touched
    bool flips = false;                                              // engine swings between neighbouring samples
    Stall stall = Stall::none;
    HostUse host;
    Server server;
};

struct Activity {
    double engine = 0.0, sm = 0.0, tensor = 0.0, dram = 0.0;
    double memory_mib = 0.0;
    double pcie_rx = 0.0, pcie_tx = 0.0, nvlink = 0.0;
    double throttled = 0.0;
    double clock = 1.0;
    double running = 0.0, waiting = 0.0, kv = 0.0, demand = 0.0;  // servers
    bool loaded = false;
};

// `rank`: which card of the pod. `age`: since the pod started.
Activity activity(const Process& process, int rank, Duration age, Time t);
// A number in [0, 1) that depends on the arguments alone.
double drawn(std::uint64_t key, std::uint64_t a, std::uint64_t b = 0);

}  // namespace arable::estate
