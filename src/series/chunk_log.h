#pragma once
// A log of small byte records, each of which names the one before it in its own chain. The newest part is in memory;
// shrink() moves the oldest part into a temporary file that has no name and vanishes with the process.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arable::series {

// Where a record is and how long it is (position in the log << 16 | bytes); 0: none.
struct RecordRef {
    std::uint64_t packed = 0;
    bool known() const { return packed != 0; }
};

class ChunkLog {
  public:
    static constexpr std::size_t kMaxRecordBytes = 16 * 1024;

    // `directory`: where the file goes, when one is needed. Segments are the unit of memory and of writing.
    ChunkLog(std::string directory, std::size_t segment_bytes);
    ~ChunkLog();
    ChunkLog(const ChunkLog&) = delete;
    ChunkLog& operator=(const ChunkLog&) = delete;

    // At most kMaxRecordBytes. `previous` is given back by read().
    RecordRef append(RecordRef previous, std::string_view bytes);
    // Writes the oldest full segments out until at most `bytes` are in memory (or only the open segment is).
    // After an error the segments stay in memory.
    Result<Done> shrink(std::size_t bytes);

    // Appends the record's bytes to `out`, returns the one before it. Several threads may read at once as long as none
    // appends.
    Result<RecordRef> read(RecordRef record, std::string& out) const;

    std::size_t bytes_in_memory() const { return (segments_.size() - spilled_ + spare_.size()) * segment_bytes_; }
    std::uint64_t bytes_spilled() const { return spilled_ * segment_bytes_; }

  private:
    using Segment = std::unique_ptr<char[]>;
    Result<Done> write_oldest();

    std::string directory_;
    std::size_t segment_bytes_;
    std::vector<Segment> segments_;  // null once spilled
    std::vector<Segment> spare_;     // at most one, to be used again
    std::size_t spilled_ = 0;        // the first so many segments are in the file, at the same offsets
    std::size_t used_ = 0;           // bytes of the last segment
    int file_ = -1;
};

}  // namespace arable::series
