#pragma once
// A byte source as the stream that rapidjson reads (for query_answer.cpp): a source's error, or a single text too long
// to be held, ends it.

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"
#include "wire/byte_source.h"

namespace arable::prom {

class JsonStream {
  public:
    using Ch = char;
    explicit JsonStream(wire::ByteSource& source) : source_(source), buffer_(std::size_t{64} << 10U) { refill(); }

    Ch Peek() const { return at_ < size_ ? buffer_[at_] : '\0'; }
    Ch Take() {
        if (at_ >= size_) return '\0';
        const Ch c = buffer_[at_++];
        watch(c);
        if (at_ == size_) refill();
        return c;
    }
    std::size_t Tell() const { return before_ + at_; }
    // Of streams that are written to; never called.
    Ch* PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    std::size_t PutEnd(Ch*) { return 0; }

    bool ended() const { return ended_; }
    std::size_t bytes() const { return before_ + size_; }
    // The first that is no blank, taken or about to be; '\0' when there is none.
    char first() const { return first_ != '\0' ? first_ : Peek(); }
    const std::optional<Error>& error() const { return error_; }

  private:
    // rapidjson holds one text at a time: what lies between two quotes, escaped quotes included.
    static constexpr std::size_t kLongestText = std::size_t{4} << 20U;

    void watch(Ch c) {
        if (first_ == '\0' && c != ' ' && c != '\n' && c != '\r' && c != '\t') first_ = c;
        ++run_;
        if (c == '"' && !escaped_) run_ = 0;
        escaped_ = c == '\\' && !escaped_;
        if (run_ > kLongestText && !error_) {
            end(Error{ErrorCode::limit, "a text in the answer is longer than 4 MiB"});
        }
    }
    void end(std::optional<Error> why) {
        ended_ = true;
        if (!error_) error_ = std::move(why);
        before_ += at_;
        at_ = size_ = 0;
    }
    void refill() {
        if (ended_) return;
        before_ += size_;
        at_ = size_ = 0;
        auto n = source_.read(buffer_);
        if (!n) return end(n.error());
        if (*n == 0) return end(std::nullopt);
        size_ = *n;
    }

    wire::ByteSource& source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    std::size_t before_ = 0;  // bytes of earlier fillings
    std::size_t run_ = 0;
    bool escaped_ = false;
    bool ended_ = false;
    char first_ = '\0';
    std::optional<Error> error_;
};

}  // namespace arable::prom
