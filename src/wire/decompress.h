#pragma once
// Decompression chosen by what the first bytes are, not by a name: gzip (RFC 1952, several members too),
// zstd (RFC 8878, several frames too), and anything else as it is.

#include <memory>

#include "wire/byte_source.h"

namespace arable::wire {

// Memory is bounded: input is held in 128 KiB, and zstd frames that need a window above 128 MiB are refused.
// A stream that ends early or is damaged gives all good bytes first, then an error that says where.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source);

// The two parts of it, for input that is known to be of that kind.
std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> source);
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> source);

}  // namespace arable::wire
