#pragma once
// Packs the samples of one series into bytes, a few bits of state at a time. Exact for every finite or infinite
// double and every time; times may go backwards. What costs what:
//   a run of samples with the same step and the same value      1 to 6 bytes for the whole run
//   same step, a value of at most 6 decimals (or an integer)    1 to 4 bytes, by how far it moved
//   another step (jitter, a missing scrape)                     2 to 5 bytes more
//   any other value                                             9 bytes
// A chunk is self-contained: its first sample carries the whole time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "series/sample.h"

namespace arable::series {

// No call of encode() or finish_run() writes more.
inline constexpr std::size_t kMaxEncodedBytes = 48;

// What the last sample of a chunk leaves behind. A fresh state begins a new chunk.
struct CodecState {
    std::int64_t time = 0;
    std::int64_t step = 0;
    double value = 0.0;
    std::int64_t mantissa = 0;  // of the last value that was a decimal: mantissa / 10^scale
    std::uint32_t run = 0;      // samples like the last one that are not written yet
    std::uint8_t scale = 0;
    bool started = false;
};

// Writes `sample` after what `state` has seen; returns the number of bytes written to `out`. The sample may stay in
// state.run for now.
std::size_t encode(CodecState& state, Sample sample, std::span<char, kMaxEncodedBytes> out);
// Writes what is still in state.run.
std::size_t finish_run(CodecState& state, std::span<char, kMaxEncodedBytes> out);

// Appends the samples of one chunk in the order of encoding. False when the bytes are not what encode() wrote; `out`
// then holds the samples before the fault.
bool decode(std::string_view chunk, std::vector<Sample>& out);

}  // namespace arable::series
