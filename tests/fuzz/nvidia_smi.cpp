// Logs of nvidia-smi in any form and the facts made of them: no number that cannot be, at most the GPUs that the
// readers promise.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "nvml/smi.h"
#include "series/track_store.h"
#include "sources/smi_facts.h"
#include "sources/smi_logs.h"

namespace {

void check_ratio(std::optional<double> ratio) {
    if (ratio && !(*ratio >= 0.0 && *ratio <= 1.0)) std::abort();
}

void check_bytes(std::optional<arable::Bytes> bytes) {
    if (bytes && bytes->value < 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    auto logs = arable::nvml::parse_smi({reinterpret_cast<const char*>(bytes), size});
    if (!logs) return 0;
    if (logs->empty()) std::abort();
    for (const arable::nvml::SmiLog& log : *logs) {
        if (log.gpus.size() > 4096 || log.notes.size() > 20) std::abort();
        for (const arable::nvml::SmiGpu& gpu : log.gpus) {
            check_ratio(gpu.gpu_util);
            check_ratio(gpu.memory_util);
            check_bytes(gpu.memory_total);
            check_bytes(gpu.memory_used);
            if (gpu.power_watts && !(std::isfinite(*gpu.power_watts) && *gpu.power_watts >= 0.0)) std::abort();
        }
    }
    const std::size_t count = logs->size();
    arable::series::TrackStore store;
    arable::sources::SmiLogs placed = arable::sources::place_logs(
        {{.name = "a/gpu.xml", .node = "", .written = arable::Time{1'700'000'000'000}, .logs = std::move(*logs)}});
    if (placed.logs.size() != count) std::abort();
    arable::sources::interpret_smi(placed, store);
    if (!store.seal()) std::abort();
    return 0;
}
