#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/check.h"
#include "wire/decompress.h"
#include "wire/input_window.h"

namespace arable::wire {
namespace {

class GunzipSource final : public ByteSource {
  public:
    explicit GunzipSource(std::unique_ptr<ByteSource> source) : in_(std::move(source)) {
        // 16: the gzip format alone, with its checksum.
        ARABLE_CHECK(inflateInit2(&stream_, MAX_WBITS + 16) == Z_OK);
    }
    ~GunzipSource() override { inflateEnd(&stream_); }
    GunzipSource(const GunzipSource&) = delete;
    GunzipSource& operator=(const GunzipSource&) = delete;

    Result<std::size_t> read(std::span<char> into) override {
        into = into.first(std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max()));
        while (!done_ && !failure_) {
            const std::size_t n = step(into);
            given_ += n;
            if (n > 0) return n;
        }
        if (failure_) return tl::unexpected(*failure_);
        return 0;
    }

  private:
    void stop(ErrorCode code, std::string_view what) {
        failure_ = Error{
            code, fmt::format("gzip: {} (after {} compressed bytes, {} bytes of content)", what, in_.taken(), given_)};
    }

    std::size_t step(std::span<char> into) {
        const auto more = in_.fill();
        if (!more) {
            failure_ = more.error();
            return 0;
        }
        if (!*more) {
            // What inflate still holds of the bytes before the end had no room yet.
            const std::size_t n = within_member_ ? inflate_some(into) : 0;
            if (n > 0) return n;
            done_ = true;
            if (within_member_ && !failure_) stop(ErrorCode::truncated, "the stream ends too early");
            return 0;
        }
        return within_member_ ? inflate_some(into) : between_members();
    }

    std::size_t inflate_some(std::span<char> into) {
        const auto rest = in_.rest();
        stream_.next_in = reinterpret_cast<Bytef*>(rest.data());
        stream_.avail_in = static_cast<uInt>(rest.size());
        stream_.next_out = reinterpret_cast<Bytef*>(into.data());
        stream_.avail_out = static_cast<uInt>(into.size());
        const int result = inflate(&stream_, Z_NO_FLUSH);
        in_.take(rest.size() - stream_.avail_in);
        const std::size_t n = into.size() - stream_.avail_out;
        if (result == Z_STREAM_END) {
            within_member_ = false;
            first_ = false;
            ARABLE_CHECK(inflateReset(&stream_) == Z_OK);
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            stop(ErrorCode::invalid_input, stream_.msg != nullptr ? stream_.msg : "the stream is damaged");
        }
        return n;
    }

    // Zeros between and after members are padding; anything but a further member is not ours.
    std::size_t between_members() {
        const auto rest = in_.rest();
        if (first_ || rest.front() == '\x1f') {
            within_member_ = true;
        } else if (rest.front() == '\0') {
            in_.take(1);
        } else {
            stop(ErrorCode::invalid_input, "bytes of something else follow the last member");
        }
        return 0;
    }

    InputWindow in_;
    z_stream stream_{};
    std::uint64_t given_ = 0;
    bool within_member_ = false;
    bool first_ = true;
    bool done_ = false;
    std::optional<Error> failure_;
};

}  // namespace

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> source) {
    return std::make_unique<GunzipSource>(std::move(source));
}

}  // namespace arable::wire
