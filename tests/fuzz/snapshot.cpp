// Unpacked snapshots: an error, or values that can be diagnosed; signals of raw ones keep their promises.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/pipeline.h"
#include "app/snapshot.h"

namespace {

void check_signals(const arable::series::SignalReader& reader, std::size_t gpus) {
    for (std::size_t i = 0; i < gpus; ++i) {
        const auto signals = reader.read({0, static_cast<std::uint32_t>(i)});
        if (!signals) std::abort();  // every block was looked at when the file was read
        for (const auto& signal : *signals) {
            for (std::size_t s = 0; s < signal.samples.size(); ++s) {
                if (std::isnan(signal.samples[s].value)) std::abort();
                if (s > 0 && signal.samples[s].time <= signal.samples[s - 1].time) std::abort();
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    arable::wire::MemorySource source(std::string_view(reinterpret_cast<const char*>(bytes), size));
    auto prepared = arable::app::read_snapshot(source, 1 << 16);
    if (!prepared) return 0;
    if (prepared->signals) check_signals(*prepared->signals, prepared->timeline.gpus.size());
    // A window of years is lawful, and slow.
    if (prepared->timeline.window.length() > arable::days(40) || prepared->timeline.step < arable::minutes(1)) return 0;
    if (prepared->timeline.gpus.size() + prepared->timeline.pods.size() > 100) return 0;
    arable::app::Progress silent;
    const auto examined = arable::app::examine(std::move(*prepared), arable::app::Settings{}, silent);
    if (examined && examined->audit.capacity.gpu_ms < 0) std::abort();
    return 0;
}
