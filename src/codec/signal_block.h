#pragma once
// All signals of one subject as one block of bytes, exact to the bit, made to be compressed further (zstd):
//   times       once for all signals that share them, as runs of equal steps
//   values      whole numbers m with value = m x unit / 10^e where every sample of the signal is one (readings are
//               decimals, memory is counted in MiB), else the bits of the doubles; differences of neighbours, runs of
//               equal values counted; the lowest bytes of all differences together, then the next ones, …
// What a quantity's number means: model/quantity.h, in the order of the schema's version.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "series/reader.h"

namespace arable::codec {

// More samples are an error when read: some half a year of one signal at one a second.
inline constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 24U;

std::string encode_signals(std::span<const series::Signal> signals);

// Not trusted: every fault of the bytes is an error, and no signal that breaks the promises of series::Signal (order
// of times and of signals, no NaN) comes out. Takes at most 64 MiB of times and 16 bytes a sample.
Result<std::vector<series::Signal>> decode_signals(std::string_view block);

}  // namespace arable::codec
