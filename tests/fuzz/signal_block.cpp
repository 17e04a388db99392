// Blocks of signals: an error, or signals that give the same block's worth when they are written again.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/signal_block.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto signals = arable::codec::decode_signals(std::string_view(reinterpret_cast<const char*>(bytes), size));
    if (!signals) return 0;
    std::size_t samples = 0;
    for (const auto& signal : *signals) samples += signal.samples.size();
    if (samples > 100'000) return 0;
    const auto again = arable::codec::decode_signals(arable::codec::encode_signals(*signals));
    if (!again || again->size() != signals->size()) std::abort();
    for (std::size_t i = 0; i < signals->size(); ++i) {
        if ((*again)[i].samples != (*signals)[i].samples) std::abort();
    }
    return 0;
}
