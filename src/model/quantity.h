#pragma once
// Every measured quantity that diagnosis reads, each in one unit. Dialects (names, scales) are mapped to these in
// `sources`; a quantity that no row of the dialect table feeds is simply absent.

#include <cstdint>
#include <string_view>

namespace arable::model {

enum class Quantity : std::uint16_t {
    // Of a GPU, or of one MIG instance of it (Signal::part).
    engine_active,        // ratio 0-1: some kernel was resident (PROF_GR_ENGINE_ACTIVE)
    sm_active,            // ratio 0-1 (PROF_SM_ACTIVE)
    sm_occupancy,         // ratio 0-1
    tensor_active,        // ratio 0-1
    dram_active,          // ratio 0-1 (PROF_DRAM_ACTIVE)
    gpu_util,             // ratio 0-1 (GPU_UTIL / 100): alive or not, no more; has no meaning on a MIG GPU
    mem_copy_util,        // ratio 0-1
    memory_used,          // bytes
    memory_free,          // bytes
    memory_total,         // bytes
    memory_reserved,      // bytes
    power,                // watts
    energy,               // joules, counter
    sm_clock,             // Hz
    temperature,          // degrees Celsius
    pcie_rx,              // bytes/s, host to GPU
    pcie_tx,              // bytes/s, GPU to host
    nvlink_rx,            // bytes/s
    nvlink_tx,            // bytes/s
    clock_event_reasons,  // bitmap (NVML clocks event reasons), an integer
    power_violation,      // seconds throttled by the power cap, counter
    thermal_violation,    // seconds throttled by temperature, counter
    xid,                  // last Xid number
    pcie_replay,          // count, counter
    mig_mode,             // 0 or 1

    // Of a pod (all its containers added; label `part` is unused).
    cpu_used,            // core-seconds, counter
    cpu_periods,         // CFS periods, counter; absent without a CPU limit
    cpu_throttled,       // throttled CFS periods, counter
    cpu_pressure,        // seconds some task waited for CPU (PSI), counter
    io_pressure,         // seconds some task waited for I/O (PSI), counter
    memory_working_set,  // bytes
    oom_events,          // count, counter
    process_gpu_memory,  // bytes of GPU memory measured for this pod alone (per-process accounting)
    process_gpu_util,    // ratio 0-1 measured for this pod alone

    // Of a serving pod.
    requests_running,  // requests
    requests_waiting,  // requests
    requests_done,     // successful requests, counter
    requests_failed,   // counter
    kv_cache_use,      // ratio 0-1 of the server's own KV cache
    kv_blocks,         // blocks in the KV cache (configuration)
    kv_block_tokens,   // tokens a block (configuration)
    memory_fraction,   // ratio 0-1 of GPU memory the server takes at start (gpu_memory_utilization)
    max_model_len,     // tokens, longest request (configuration)
    preemptions,       // counter
    prompt_tokens,     // counter
    output_tokens,     // counter
    ttft_sum,
    ttft_count,  // seconds / observations, counters: time to first token
    latency_sum,
    latency_count,  // seconds / observations, counters: whole request

    // Of a node.
    node_cpu_pressure,  // seconds, counter
    kQuantityCount
};

// The name used in reports and evidence, e.g. "engine_active".
std::string_view name(Quantity quantity);
// "ratio", "bytes", "W", "J", "Hz", "bytes/s", "s", "1", ...
std::string_view unit(Quantity quantity);
// Counters only rise but for resets; everything else is a gauge.
bool is_counter(Quantity quantity);

}  // namespace arable::model
