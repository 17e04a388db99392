#pragma once
// The compressed side of a decompressing source: a buffer that is refilled when it is used up.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "wire/byte_source.h"

namespace arable::wire {

class InputWindow {
  public:
    explicit InputWindow(std::unique_ptr<ByteSource> source) : source_(std::move(source)), buffer_(kBytes) {}

    // True: there is at least one byte in rest(). False: the source has ended.
    Result<bool> fill() {
        if (at_ < size_) return true;
        ARABLE_TRY(n, source_->read(buffer_));
        at_ = 0;
        size_ = n;
        return size_ > 0;
    }
    std::span<char> rest() { return {buffer_.data() + at_, size_ - at_}; }
    void take(std::size_t n) {
        at_ += n;
        taken_ += n;
    }
    std::uint64_t taken() const { return taken_; }

  private:
    static constexpr std::size_t kBytes = 128 * 1024;
    std::unique_ptr<ByteSource> source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    std::uint64_t taken_ = 0;
};

}  // namespace arable::wire
