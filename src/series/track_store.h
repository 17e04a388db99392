#pragma once
// Holds the samples of many series ("tracks") while they arrive in whatever order, in little memory.
//
//   TrackStore store({.memory_limit = 256u << 20});
//   const TrackRef power = store.add_track();
//   store.append(power, {t, 68.244});
//   ARABLE_TRY(sealed, store.seal());                 // nothing is appended after this
//   ARABLE_TRY(samples, store.read(power));           // from any thread
//
// Costs about 100 bytes a track and 1 to 4 bytes a sample (series/sample_codec.h); a value that stays costs nothing.
// Bytes above `memory_limit` go to a nameless temporary file, so memory grows with the number of tracks alone.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/result.h"
#include "series/chunk_log.h"
#include "series/sample.h"
#include "series/sample_codec.h"

namespace arable::series {

using TrackRef = Index<struct TrackTag>;

struct TrackStoreOptions {
    std::size_t memory_limit = std::size_t{256} << 20U;  // of compressed samples (at least 64 bytes a track)
    std::string spill_directory;                         // "": the system's folder for temporary files (TMPDIR)
};

struct TrackStoreStats {
    std::uint64_t tracks = 0;
    std::uint64_t samples = 0;  // appended
    std::uint64_t duplicates_dropped =
        0;                        // known for the tracks that were read: samples at a time that another one has
    std::uint64_t conflicts = 0;  // of those: with another value
    // The earliest of them, and every track that has one at that time.
    std::optional<std::pair<Time, std::vector<TrackRef>>> first_conflict;
    std::uint64_t nan_dropped = 0;
    std::uint64_t bytes_in_memory = 0;  // tracks included
    std::uint64_t bytes_spilled = 0;
};

class TrackStore {
  public:
    explicit TrackStore(TrackStoreOptions options = {});

    TrackRef add_track();
    // Any order of times is legal. NaN says nothing and is dropped and counted. When the temporary file cannot be
    // written, this and all later samples are dropped: seal() tells. O(1).
    void append(TrackRef track, Sample sample);
    // Must be called before the first read(); the error is that of spilling, and then the store is of no use.
    Result<Done> seal();

    // From now on read() gives the samples within `interval` alone. Before reading from several threads.
    void keep(const Interval& interval) { keep_ = interval; }

    // Ascending times, no time twice: of samples at one time the largest value stays, so that the answer does not
    // depend on the order of appending. Thread safe. O(n), or O(n log n) when the times were not in order.
    Result<std::vector<Sample>> read(TrackRef track) const;

    std::size_t size() const { return tracks_.size(); }
    TrackStoreStats stats() const;

  private:
    struct Track {
        CodecState codec;
        std::uint16_t used = 0;
        std::uint16_t room = 0;
        mutable std::atomic<bool> counted = false;
        std::unique_ptr<char[]> open;  // the chunk that still grows
        RecordRef sealed;              // the last one before it
    };
    void write(Track& track, std::string_view bytes);
    void seal_chunk(Track& track);
    void make_room();
    std::size_t limit() const;
    std::size_t chunk_bytes() const;
    Result<std::vector<Sample>> decode_all(const Track& track) const;
    void note_conflicts(TrackRef track, std::uint64_t count, Time first) const;

    TrackStoreOptions options_;
    ChunkLog log_;
    std::deque<Track> tracks_;
    std::size_t open_bytes_ = 0;
    std::uint64_t samples_ = 0;
    std::uint64_t nan_dropped_ = 0;
    mutable std::atomic<std::uint64_t> duplicates_ = 0;
    mutable std::mutex conflict_guard_;
    mutable std::uint64_t conflicts_ = 0;
    mutable std::optional<std::pair<Time, std::vector<TrackRef>>> first_conflict_;
    std::optional<Error> failure_;
    std::optional<Interval> keep_;
    bool sealed_ = false;
};

}  // namespace arable::series
