// Samples in any order and of any value come back sorted, each time once, none invented and none lost.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>

#include "series/track_store.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using arable::series::Sample;
    arable::series::TrackStore store({.memory_limit = 4096});
    const auto track = store.add_track();
    std::map<std::int64_t, double> expected;
    constexpr std::size_t kRecord = 2 * sizeof(std::int64_t);
    std::int64_t time = 0;
    for (std::size_t at = 0; at + kRecord <= size; at += kRecord) {
        std::int64_t number = 0;
        Sample sample;
        std::memcpy(&number, bytes + at, sizeof number);
        std::memcpy(&sample.value, bytes + at + sizeof number, sizeof sample.value);
        // Half of the times are far apart, half are near the one before, as real ones are.
        time = (number & 1) == 0 ? number / 4 : time + number % 100'000;
        sample.time = {time};
        store.append(track, sample);
        if (std::isnan(sample.value)) continue;
        const auto [place, is_new] = expected.emplace(time, sample.value);
        if (!is_new && place->second < sample.value) place->second = sample.value;
    }
    if (!store.seal()) std::abort();
    const auto samples = store.read(track);
    if (!samples || samples->size() != expected.size()) std::abort();
    auto want = expected.begin();
    for (const Sample& sample : *samples) {
        if (sample.time.ms != want->first || !(sample.value == want->second)) std::abort();
        ++want;
    }
    return 0;
}
