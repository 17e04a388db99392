// nvidia-smi XML and the facts made of it: no number that cannot be, at most the GPUs that the reader promises.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "nvml/smi_xml.h"
#include "series/track_store.h"
#include "sources/smi_facts.h"

namespace {

void check_ratio(std::optional<double> ratio) {
    if (ratio && !(*ratio >= 0.0 && *ratio <= 1.0)) std::abort();
}

void check_bytes(std::optional<arable::Bytes> bytes) {
    if (bytes && bytes->value < 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto log = arable::nvml::parse_smi_xml({reinterpret_cast<const char*>(bytes), size});
    if (!log) return 0;
    if (log->gpus.size() > 4096 || log->notes.size() > 20) std::abort();
    for (const arable::nvml::SmiGpu& gpu : log->gpus) {
        check_ratio(gpu.gpu_util);
        check_ratio(gpu.memory_util);
        check_bytes(gpu.memory_total);
        check_bytes(gpu.memory_used);
        if (gpu.power_watts && !(std::isfinite(*gpu.power_watts) && *gpu.power_watts >= 0.0)) std::abort();
    }
    arable::series::TrackStore store;
    arable::sources::interpret_smi(*log, "node-1", "gpu.xml", arable::Time{1'700'000'000'000}, store);
    if (!store.seal()) std::abort();
    return 0;
}
