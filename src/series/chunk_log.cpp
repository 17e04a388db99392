#include "series/chunk_log.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/check.h"
#include "series/unnamed_file.h"

namespace arable::series {
namespace {

constexpr std::size_t kHeaderBytes = sizeof(std::uint64_t);  // the packed ref of the record before
constexpr unsigned kLengthBits = 16;

std::string reason(int error) {
    return std::generic_category().message(error);
}

}  // namespace

ChunkLog::ChunkLog(std::string directory, std::size_t segment_bytes)
    : directory_(std::move(directory)), segment_bytes_(segment_bytes) {
    ARABLE_CHECK(segment_bytes_ >= kHeaderBytes + kMaxRecordBytes + 1);
}

ChunkLog::~ChunkLog() {
    if (file_ >= 0) ::close(file_);
}

RecordRef ChunkLog::append(RecordRef previous, std::string_view bytes) {
    ARABLE_CHECK(!bytes.empty() && bytes.size() <= kMaxRecordBytes);
    const std::size_t needed = kHeaderBytes + bytes.size();
    if (segments_.empty() || used_ + needed > segment_bytes_) {
        if (spare_.empty()) spare_.push_back(std::make_unique_for_overwrite<char[]>(segment_bytes_));
        // What stays unused at the end of the segment before is written out with it: no stray memory in the file.
        if (!segments_.empty()) std::memset(segments_.back().get() + used_, 0, segment_bytes_ - used_);
        segments_.push_back(std::move(spare_.back()));
        spare_.pop_back();
        // Position 0 is never used: it means none.
        used_ = segments_.size() == 1 ? 1 : 0;
        if (used_ == 1) segments_.front()[0] = 0;
    }
    char* at = segments_.back().get() + used_;
    std::memcpy(at, &previous.packed, kHeaderBytes);
    std::memcpy(at + kHeaderBytes, bytes.data(), bytes.size());
    const std::uint64_t position = (segments_.size() - 1) * segment_bytes_ + used_;
    used_ += needed;
    return {position << kLengthBits | bytes.size()};
}

Result<Done> ChunkLog::write_oldest() {
    if (file_ < 0) {
        file_ = open_unnamed_file(directory_);
        if (file_ < 0) {
            return fail(ErrorCode::io, fmt::format("cannot make a temporary file in '{}': {}; set TMPDIR to a folder "
                                                   "with room, or allow more memory",
                                                   directory_, reason(errno)));
        }
    }
    const char* from = segments_[spilled_].get();
    for (std::size_t written = 0; written < segment_bytes_;) {
        const auto offset = static_cast<off_t>(spilled_ * segment_bytes_ + written);
        const auto n = ::pwrite(file_, from + written, segment_bytes_ - written, offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            return fail(ErrorCode::io, fmt::format("cannot write to the temporary file in '{}' after {} bytes: {}; set "
                                                   "TMPDIR to a folder with room, or allow more memory",
                                                   directory_, offset, reason(n < 0 ? errno : ENOSPC)));
        }
        written += static_cast<std::size_t>(n);
    }
    if (spare_.empty()) spare_.push_back(std::move(segments_[spilled_]));
    segments_[spilled_].reset();
    ++spilled_;
    return Done{};
}

Result<Done> ChunkLog::shrink(std::size_t bytes) {
    while (spilled_ + 1 < segments_.size() && (segments_.size() - spilled_) * segment_bytes_ > bytes) {
        ARABLE_TRY(done, write_oldest());
        static_cast<void>(done);
    }
    return Done{};
}

Result<RecordRef> ChunkLog::read(RecordRef record, std::string& out) const {
    const std::uint64_t position = record.packed >> kLengthBits;
    const auto length = static_cast<std::size_t>(record.packed & ((1U << kLengthBits) - 1));
    const std::size_t segment = position / segment_bytes_;
    RecordRef previous;
    ARABLE_CHECK(record.known() && segment < segments_.size());
    if (segment >= spilled_) {
        const char* at = segments_[segment].get() + position % segment_bytes_;
        std::memcpy(&previous.packed, at, kHeaderBytes);
        out.append(at + kHeaderBytes, length);
        return previous;
    }
    const std::size_t before = out.size();
    const std::size_t needed = kHeaderBytes + length;
    out.resize(before + needed);
    for (std::size_t got = 0; got < needed;) {
        const auto n = ::pread(file_, out.data() + before + got, needed - got, static_cast<off_t>(position + got));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            out.resize(before);
            return fail(ErrorCode::io, fmt::format("cannot read back from the temporary file in '{}' at {}: {}",
                                                   directory_, position, n < 0 ? reason(errno) : "it ends too early"));
        }
        got += static_cast<std::size_t>(n);
    }
    std::memcpy(&previous.packed, out.data() + before, kHeaderBytes);
    out.erase(before, kHeaderBytes);
    return previous;
}

}  // namespace arable::series
