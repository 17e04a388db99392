#include "model/quantity.h"

#include <array>
#include <cstddef>

namespace arable::model {
namespace {

struct Row {
    std::string_view name;
    std::string_view unit;
    bool counter;
};

// In the order of the enum.
constexpr std::array<Row, static_cast<std::size_t>(Quantity::kQuantityCount)> kRows{{
    {"engine_active", "ratio", false},
    {"sm_active", "ratio", false},
    {"sm_occupancy", "ratio", false},
    {"tensor_active", "ratio", false},
    {"dram_active", "ratio", false},
    {"gpu_util", "ratio", false},
    {"mem_copy_util", "ratio", false},
    {"memory_used", "bytes", false},
    {"memory_free", "bytes", false},
    {"memory_total", "bytes", false},
    {"memory_reserved", "bytes", false},
    {"power", "W", false},
    {"energy", "J", true},
    {"sm_clock", "Hz", false},
    {"temperature", "C", false},
    {"pcie_rx", "bytes/s", false},
    {"pcie_tx", "bytes/s", false},
    {"nvlink_rx", "bytes/s", false},
    {"nvlink_tx", "bytes/s", false},
    {"clock_event_reasons", "1", false},
    {"power_violation", "s", true},
    {"thermal_violation", "s", true},
    {"xid", "1", false},
    {"pcie_replay", "1", true},
    {"mig_mode", "1", false},
    {"cpu_used", "core-s", true},
    {"cpu_periods", "1", true},
    {"cpu_throttled", "1", true},
    {"cpu_pressure", "s", true},
    {"io_pressure", "s", true},
    {"memory_working_set", "bytes", false},
    {"oom_events", "1", true},
    {"process_gpu_memory", "bytes", false},
    {"process_gpu_util", "ratio", false},
    {"requests_running", "requests", false},
    {"requests_waiting", "requests", false},
    {"requests_done", "requests", true},
    {"requests_failed", "requests", true},
    {"kv_cache_use", "ratio", false},
    {"kv_blocks", "1", false},
    {"kv_block_tokens", "tokens", false},
    {"memory_fraction", "ratio", false},
    {"max_model_len", "tokens", false},
    {"preemptions", "1", true},
    {"prompt_tokens", "tokens", true},
    {"output_tokens", "tokens", true},
    {"ttft_sum", "s", true},
    {"ttft_count", "1", true},
    {"latency_sum", "s", true},
    {"latency_count", "1", true},
    {"node_cpu_pressure", "s", true},
}};

const Row& row(Quantity quantity) { return kRows.at(static_cast<std::size_t>(quantity)); }

}  // namespace

std::string_view name(Quantity quantity) { return row(quantity).name; }
std::string_view unit(Quantity quantity) { return row(quantity).unit; }
bool is_counter(Quantity quantity) { return row(quantity).counter; }

}  // namespace arable::model
