#include "wire/line_reader.h"

#include <algorithm>
#include <cstring>

namespace arable::wire {
namespace {
constexpr std::size_t kFirstBuffer = 256 * 1024;
}

LineReader::LineReader(ByteSource& source, std::size_t max_bytes)
    : source_(source), max_bytes_(max_bytes), buffer_(kFirstBuffer) {}

std::optional<Line> LineReader::next() {
    for (;;) {
        const char* from = buffer_.data() + scanned_;
        if (const void* end = size_ > scanned_ ? std::memchr(from, '\n', size_ - scanned_) : nullptr) {
            return cut(static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) - at_, true);
        }
        scanned_ = size_;
        if (!refill()) break;
    }
    if (at_ == size_ && skipped_ == 0) return std::nullopt;
    return cut(size_ - at_, false);
}

Line LineReader::cut(std::size_t length, bool terminated) {
    Line line{.text = {buffer_.data() + at_, length},
              .number = ++number_,
              .offset = offset_ - skipped_,
              .terminated = terminated};
    const std::size_t taken = length + (terminated ? 1 : 0);
    at_ += taken;
    scanned_ = at_;
    offset_ += taken;
    if (!line.text.empty() && line.text.back() == '\r') line.text.remove_suffix(1);
    if (line.number == 1 && line.text.starts_with("\xef\xbb\xbf")) line.text.remove_prefix(3);
    line.too_long = skipped_ > 0 || line.text.size() > max_bytes_;
    if (line.too_long) line.text = {};
    skipped_ = 0;
    return line;
}

// Makes room, then reads more behind what is there. False at the end.
bool LineReader::refill() {
    if (ended_) return false;
    if (size_ - at_ > max_bytes_ + 1 || skipped_ > 0) {
        skipped_ += size_ - at_;
        offset_ += size_ - at_;
        at_ = size_ = 0;
    } else if (at_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
        size_ -= at_;
        at_ = 0;
    }
    if (size_ == buffer_.size()) buffer_.resize(std::min(2 * buffer_.size(), max_bytes_ + kFirstBuffer));
    const auto n = source_.read({buffer_.data() + size_, buffer_.size() - size_});
    if (!n) error_ = n.error();
    ended_ = !n || *n == 0;
    scanned_ = size_;
    size_ += n.value_or(0);
    bytes_read_ += n.value_or(0);
    return !ended_;
}

}  // namespace arable::wire
