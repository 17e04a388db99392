#include "series/track_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "series/unnamed_file.h"

namespace arable::series {
namespace {

constexpr std::size_t kSmallestRoom = 24;  // one allocation of the smallest useful size
constexpr std::size_t kSmallestChunk = 128;
constexpr std::size_t kLargestChunk = 8 * 1024;
constexpr std::size_t kSmallestSegment = 64 * 1024;
constexpr std::size_t kLargestSegment = 1024 * 1024;
constexpr std::size_t kSmallestLimit = 4 * kSmallestSegment;
constexpr std::size_t kOpenBytesPerTrack = 64;  // below this, chunks would be closed with next to nothing in them

// By time, then by value, -0 before +0: a total order, so that sorting forgets the order of arrival.
bool earlier(const Sample& a, const Sample& b) {
    if (a.time != b.time) return a.time < b.time;
    return std::strong_order(a.value, b.value) < 0;
}

}  // namespace

TrackStore::TrackStore(TrackStoreOptions options)
    : options_(std::move(options)),
      log_(folder_or_default(options_.spill_directory),
           std::clamp(options_.memory_limit / 16, kSmallestSegment, kLargestSegment)) {}

TrackRef TrackStore::add_track() {
    ARABLE_CHECK(!sealed_ && tracks_.size() < UINT32_MAX);
    tracks_.emplace_back();
    return TrackRef::of(tracks_.size() - 1);
}

std::size_t TrackStore::limit() const {
    return std::max({options_.memory_limit, kSmallestLimit, kOpenBytesPerTrack * tracks_.size()});
}

// Chunks are large when tracks are few (reading is one access to the file for each) and small when they are many.
std::size_t TrackStore::chunk_bytes() const {
    return std::clamp(limit() / 4 / std::max<std::size_t>(tracks_.size(), 1), kSmallestChunk, kLargestChunk);
}

void TrackStore::append(TrackRef track, Sample sample) {
    ARABLE_CHECK(!sealed_);
    if (std::isnan(sample.value)) {
        ++nan_dropped_;
        return;
    }
    if (failure_) return;
    ++samples_;
    Track& to = tracks_[track.at()];
    std::array<char, kMaxEncodedBytes> bytes;
    const std::size_t n = encode(to.codec, sample, bytes);
    if (n > 0) write(to, {bytes.data(), n});
}

void TrackStore::write(Track& track, std::string_view bytes) {
    const std::size_t needed = track.used + bytes.size();
    if (needed > track.room) {
        const std::size_t room = std::max(needed, track.room == 0 ? kSmallestRoom : track.room * std::size_t{2} + 8);
        auto wider = std::make_unique_for_overwrite<char[]>(room);
        if (track.used > 0) std::memcpy(wider.get(), track.open.get(), track.used);
        open_bytes_ += room - track.room;
        track.open = std::move(wider);
        track.room = static_cast<std::uint16_t>(room);
    }
    std::memcpy(track.open.get() + track.used, bytes.data(), bytes.size());
    track.used = static_cast<std::uint16_t>(needed);
    if (needed >= chunk_bytes()) seal_chunk(track);
    if (open_bytes_ + log_.bytes_in_memory() > limit()) make_room();
}

void TrackStore::seal_chunk(Track& track) {
    std::array<char, kMaxEncodedBytes> rest;
    const std::size_t n = finish_run(track.codec, rest);
    std::string chunk(track.open.get(), track.used);
    chunk.append(rest.data(), n);
    track.sealed = log_.append(track.sealed, chunk);
    open_bytes_ -= track.room;
    track.open.reset();
    track.used = track.room = 0;
    track.codec = CodecState{};
}

void TrackStore::make_room() {
    const auto shrink = [this] {
        const auto done = log_.shrink(limit() - std::min(open_bytes_, limit()));
        if (!done) failure_ = done.error();
    };
    // When the chunks still open are most of it, close them all: rare, since they must first grow again to half the
    // limit.
    if (open_bytes_ > limit() / 2) {
        for (Track& track : tracks_) {
            if (track.used > 0) seal_chunk(track);
            if (open_bytes_ + log_.bytes_in_memory() > limit()) shrink();
            if (failure_) return;
        }
    }
    shrink();
}

Result<Done> TrackStore::seal() {
    if (failure_) return tl::unexpected(*failure_);
    std::array<char, kMaxEncodedBytes> rest;
    for (Track& track : tracks_) {
        const std::size_t n = finish_run(track.codec, rest);
        if (n > 0) write(track, {rest.data(), n});
        if (failure_) return tl::unexpected(*failure_);
    }
    sealed_ = true;
    return Done{};
}

Result<std::vector<Sample>> TrackStore::decode_all(const Track& track) const {
    std::vector<std::string> chunks;
    for (RecordRef at = track.sealed; at.known();) {
        chunks.emplace_back();
        ARABLE_TRY(previous, log_.read(at, chunks.back()));
        at = previous;
    }
    std::vector<Sample> samples;
    bool whole = true;
    for (auto chunk = chunks.rbegin(); chunk != chunks.rend(); ++chunk) whole = whole && decode(*chunk, samples);
    if (track.used > 0) whole = whole && decode({track.open.get(), track.used}, samples);
    if (!whole) return fail(ErrorCode::internal, "a chunk of samples read back from the temporary file is damaged");
    return samples;
}

Result<std::vector<Sample>> TrackStore::read(TrackRef track) const {
    ARABLE_CHECK(sealed_);
    const Track& from = tracks_[track.at()];
    ARABLE_TRY(samples, decode_all(from));
    if (keep_) {
        std::erase_if(samples, [&](const Sample& s) { return s.time < keep_->begin || s.time >= keep_->end; });
    }
    if (!std::ranges::is_sorted(samples, earlier)) std::ranges::sort(samples, earlier);
    // Of equal times the last one, which is the largest, stays.
    std::size_t kept = 0;
    std::uint64_t conflicts = 0;
    Time first;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i + 1 < samples.size() && samples[i + 1].time == samples[i].time) {
            if (samples[i + 1].value != samples[i].value && conflicts++ == 0) first = samples[i].time;
            continue;
        }
        samples[kept++] = samples[i];
    }
    const std::size_t dropped = samples.size() - kept;
    samples.resize(kept);
    if (!from.counted.exchange(true)) {
        duplicates_ += dropped;
        if (conflicts > 0) note_conflicts(track, conflicts, first);
    }
    // Decoding grew it by doubling, and whoever folds a card holds all its tracks at once.
    if (samples.capacity() / 4 * 3 > kept) samples.shrink_to_fit();
    return std::move(samples);
}

void TrackStore::note_conflicts(TrackRef track, std::uint64_t count, Time first) const {
    const std::lock_guard lock(conflict_guard_);
    conflicts_ += count;
    if (!first_conflict_ || first < first_conflict_->first) first_conflict_.emplace(first, std::vector<TrackRef>{});
    if (first == first_conflict_->first) first_conflict_->second.push_back(track);
}

TrackStoreStats TrackStore::stats() const {
    return {.tracks = tracks_.size(),
            .samples = samples_,
            .duplicates_dropped = duplicates_,
            .conflicts = conflicts_,
            .first_conflict = first_conflict_,
            .nan_dropped = nan_dropped_,
            .bytes_in_memory = open_bytes_ + log_.bytes_in_memory() + tracks_.size() * sizeof(Track),
            .bytes_spilled = log_.bytes_spilled()};
}

}  // namespace arable::series
