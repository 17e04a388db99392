#pragma once
// `arable snapshot`: what an audit needs, as one small file, and back.
//
// The file is one zstd frame: lines of JSON (codec/snapshot_lines.h), then a block of signals (codec/signal_block.h)
// for each GPU and each pod, in order, each after its length; then gaps that are known only at the end, and "end".

#include <memory>
#include <string>
#include <string_view>

#include "app/prepare.h"
#include "app/progress.h"
#include "base/result.h"
#include "wire/byte_sink.h"
#include "wire/byte_source.h"

namespace arable::app {

inline constexpr int kSnapshotLevel = 12;  // of zstd: bench/README.md
inline constexpr std::string_view kSnapshotEnd = "end\n";

struct SnapshotOptions {
    bool redact = false;
    bool raw = false;  // all samples, and of all quantities
    std::string version;
};

// Memory: the Timeline twice and the signals of one subject. Finishes `sink`.
Result<Done> write_snapshot(Prepared prepared, const SnapshotOptions& options, std::unique_ptr<wire::ByteSink> sink,
                            Progress& progress);

// Into a file; "-" is standard output.
Result<Done> write_snapshot(Prepared prepared, const SnapshotOptions& options, const std::string& file,
                            Progress& progress);

// `source` gives the decompressed bytes. Blocks above `memory_limit` go to a nameless temporary file. Nothing of the
// file is trusted: errors say what is wrong and where; what it may take is bounded by the 16 GiB that are read at most.
Result<Prepared> read_snapshot(wire::ByteSource& source, std::size_t memory_limit);

}  // namespace arable::app
