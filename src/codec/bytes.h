#pragma once
// Whole numbers as bytes: seven bits a byte, the low ones first. Signed ones zigzag, so that small ones are short.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arable::codec {

inline std::uint64_t zigzag(std::int64_t v) {
    return (static_cast<std::uint64_t>(v) << 1U) ^ static_cast<std::uint64_t>(v >> 63);
}
inline std::int64_t unzigzag(std::uint64_t v) {
    return static_cast<std::int64_t>(v >> 1U) ^ -static_cast<std::int64_t>(v & 1U);
}
// Wrapping: differences of hostile numbers are defined, too.
inline std::int64_t plus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

inline void put_number(std::string& out, std::uint64_t v) {
    for (; v >= 0x80; v >>= 7U) out.push_back(static_cast<char>((v & 0x7fU) | 0x80U));
    out.push_back(static_cast<char>(v));
}

// Takes numbers and bytes from the front; once something is missing, `failed` stays true and all numbers are 0.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t number() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 70 && !rest_.empty(); shift += 7) {
            const auto b = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            if (shift == 63 && b > 1) break;
            v |= static_cast<std::uint64_t>(b & 0x7fU) << shift;
            if (b < 0x80) return v;
        }
        failed_ = true;
        rest_ = {};
        return 0;
    }
    std::int64_t signed_number() { return unzigzag(number()); }
    // At most `most`, else failed.
    std::uint64_t number_up_to(std::uint64_t most) {
        const std::uint64_t v = number();
        if (v <= most) return v;
        failed_ = true;
        return 0;
    }
    std::string_view bytes(std::uint64_t count) {
        if (count > rest_.size()) {
            failed_ = true;
            rest_ = {};
            return {};
        }
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    bool failed() const { return failed_; }
    bool done() const { return rest_.empty(); }
    std::size_t left() const { return rest_.size(); }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace arable::codec
