#pragma once
// Lines of text out of a byte source, in memory that does not grow beyond the longest line allowed.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/byte_source.h"

namespace arable::wire {

struct Line {
    std::string_view text;     // without its end (LF or CRLF); valid until the next call; empty when too long
    std::uint64_t number = 0;  // from 1
    std::uint64_t offset = 0;  // of its first byte
    bool terminated = false;   // false only for a last line without a line feed: it may be cut
    bool too_long = false;     // skipped; its bytes were read and forgotten
};

class LineReader {
  public:
    // `max_bytes`: of one line, without its end. A byte order mark at the begin is skipped.
    LineReader(ByteSource& source, std::size_t max_bytes);

    // Absent at the end of the source, or at its error: then error() says which.
    std::optional<Line> next();
    const std::optional<Error>& error() const { return error_; }
    std::uint64_t bytes_read() const { return bytes_read_; }

  private:
    bool refill();
    Line cut(std::size_t length, bool terminated);

    ByteSource& source_;
    std::size_t max_bytes_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;       // begin of the line to come
    std::size_t scanned_ = 0;  // no line feed in [at_, scanned_)
    std::size_t size_ = 0;
    std::uint64_t number_ = 0;
    std::uint64_t offset_ = 0;   // of buffer_[at_]
    std::uint64_t skipped_ = 0;  // bytes of an overlong line that are gone already
    std::uint64_t bytes_read_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

}  // namespace arable::wire
