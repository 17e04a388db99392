#pragma once
// A text that arrives a few bytes at a time: what is read of it must not depend on how it was cut.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "wire/byte_source.h"

namespace arable::fuzz {

// Gives at most `step` bytes (at least 1) a read; the text must outlive it.
class DrippingSource final : public wire::ByteSource {
  public:
    DrippingSource(std::string_view bytes, std::size_t step) : rest_(bytes), step_(step) {}
    Result<std::size_t> read(std::span<char> into) override {
        const std::size_t n = std::min({into.size(), step_, rest_.size()});
        std::copy_n(rest_.data(), n, into.data());
        rest_.remove_prefix(n);
        return n;
    }

  private:
    std::string_view rest_;
    std::size_t step_;
};

}  // namespace arable::fuzz
