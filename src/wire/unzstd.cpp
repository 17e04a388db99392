#include <zstd.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/check.h"
#include "wire/decompress.h"
#include "wire/input_window.h"

namespace arable::wire {
namespace {

constexpr int kLargestWindowLog = 27;  // 128 MiB
constexpr std::size_t kBlockHeader = 3;

class UnzstdSource final : public ByteSource {
  public:
    explicit UnzstdSource(std::unique_ptr<ByteSource> source) : in_(std::move(source)), stream_(ZSTD_createDStream()) {
        ARABLE_CHECK(stream_ != nullptr);
        ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kLargestWindowLog);
    }
    ~UnzstdSource() override { ZSTD_freeDStream(stream_); }
    UnzstdSource(const UnzstdSource&) = delete;
    UnzstdSource& operator=(const UnzstdSource&) = delete;

    Result<std::size_t> read(std::span<char> into) override {
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
            code, fmt::format("zstd: {} (after {} compressed bytes, {} bytes of content)", what, in_.taken(), given_)};
    }

    std::size_t step(std::span<char> into) {
        const auto more = in_.fill();
        if (!more) {
            failure_ = more.error();
            return 0;
        }
        // Without new input there may still be output that had no room.
        const auto rest = in_.rest();
        ZSTD_inBuffer input{rest.data(), flushing_ ? 0 : std::min(rest.size(), wanted_), 0};
        ZSTD_outBuffer output{into.data(), into.size(), 0};
        const std::size_t hint = within_frame_ || *more ? ZSTD_decompressStream(stream_, &output, &input) : 0;
        in_.take(input.pos);
        if (ZSTD_isError(hint) != 0) {
            stop(ErrorCode::invalid_input, ZSTD_getErrorName(hint));
            return output.pos;
        }
        within_frame_ = hint != 0;
        flushing_ = hint != 0 && output.pos == output.size;
        wanted_ = hint > kBlockHeader ? hint - kBlockHeader : kBlockHeader;
        if (!*more && output.pos == 0) {
            done_ = true;
            if (within_frame_) stop(ErrorCode::truncated, "the stream ends too early");
        }
        return output.pos;
    }

    InputWindow in_;
    ZSTD_DStream* stream_;
    // One block a call at most, without the header of the next, and none while earlier output may wait for room: zstd
    // forgets what a call has put out when that same call ends with an error.
    std::size_t wanted_ = kBlockHeader;
    bool flushing_ = false;
    std::uint64_t given_ = 0;
    bool within_frame_ = false;
    bool done_ = false;
    std::optional<Error> failure_;
};

}  // namespace

std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> source) {
    return std::make_unique<UnzstdSource>(std::move(source));
}

}  // namespace arable::wire
