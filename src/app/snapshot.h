#pragma once
// `arable snapshot`: what an audit needs, as one small file, and back.
//
// The file is one zstd frame: lines of JSON (codec/snapshot_lines.h), then blocks, each after its length: what the fold
// leaves of all samples (codec/folded_block.h), or with `raw` the signals (codec/signal_block.h) of each GPU and each
// pod, in order; then gaps that are known only at the end, and "end".

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
    bool raw = false;  // all samples, of all quantities; not possible from a snapshot without them
    std::string version;
};

// Memory: the Timeline twice, and what the fold takes or the signals of one subject. Finishes `sink`.
Result<Done> write_snapshot(Prepared prepared, const Settings& settings, const SnapshotOptions& options,
                            std::unique_ptr<wire::ByteSink> sink, Progress& progress);

// Into a file; "-" is standard output.
Result<Done> write_snapshot(Prepared prepared, const Settings& settings, const SnapshotOptions& options,
                            const std::string& file, Progress& progress);

// `source` gives the decompressed bytes. Blocks above `memory_limit` go to a nameless temporary file. Nothing of the
// file is trusted: errors say what is wrong and where; what it may take is bounded by the 16 GiB that are read at most.
Result<Prepared> read_snapshot(wire::ByteSource& source, std::size_t memory_limit);

}  // namespace arable::app
