#include "wire/decompress.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace arable::wire {
namespace {

constexpr std::size_t kMagicBytes = 4;

bool is_gzip(std::string_view head) { return head.starts_with("\x1f\x8b"); }

// A frame, or one of the 16 kinds of skippable frames.
bool is_zstd(std::string_view head) {
    if (head.size() < kMagicBytes) return false;
    if (head == "\x28\xb5\x2f\xfd") return true;
    return (static_cast<unsigned char>(head[0]) & 0xf0U) == 0x50 && head.substr(1) == "\x2a\x4d\x18";
}

// Gives the bytes that were looked at, then the rest.
class PrefixedSource final : public ByteSource {
  public:
    PrefixedSource(std::string head, std::unique_ptr<ByteSource> rest)
        : head_(std::move(head)), rest_(std::move(rest)) {}

    Result<std::size_t> read(std::span<char> into) override {
        if (at_ == head_.size()) return rest_->read(into);
        const std::size_t n = std::min(into.size(), head_.size() - at_);
        std::memcpy(into.data(), head_.data() + at_, n);
        at_ += n;
        return n;
    }

  private:
    std::string head_;
    std::size_t at_ = 0;
    std::unique_ptr<ByteSource> rest_;
};

// Looks at the first bytes when the first byte is asked for, not before.
class DecompressedSource final : public ByteSource {
  public:
    explicit DecompressedSource(std::unique_ptr<ByteSource> raw) : raw_(std::move(raw)) {}

    Result<std::size_t> read(std::span<char> into) override {
        if (chosen_ == nullptr) choose();
        return chosen_->read(into);
    }

  private:
    void choose() {
        std::string head(kMagicBytes, '\0');
        std::size_t size = 0;
        while (size < head.size()) {
            const auto n = raw_->read({head.data() + size, head.size() - size});
            if (!n || *n == 0) break;  // the chosen source meets the same end or error again
            size += *n;
        }
        head.resize(size);
        const bool gzip = is_gzip(head);
        const bool zstd = is_zstd(head);
        auto whole = std::make_unique<PrefixedSource>(std::move(head), std::move(raw_));
        if (gzip) {
            chosen_ = gunzipped(std::move(whole));
        } else if (zstd) {
            chosen_ = unzstd(std::move(whole));
        } else {
            chosen_ = std::move(whole);
        }
    }

    std::unique_ptr<ByteSource> raw_;
    std::unique_ptr<ByteSource> chosen_;
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source) {
    return std::make_unique<DecompressedSource>(std::move(source));
}

}  // namespace arable::wire
