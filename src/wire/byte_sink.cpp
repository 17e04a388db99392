#include "wire/byte_sink.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"

namespace arable::wire {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

class FileSink final : public ByteSink {
  public:
    FileSink(int file, bool owned, std::string name) : file_(file), owned_(owned), name_(std::move(name)) {}
    ~FileSink() override {
        if (owned_ && file_ >= 0) ::close(file_);
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    Result<Done> write(std::string_view bytes) override {
        while (!bytes.empty()) {
            const auto n = ::write(file_, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return fail(ErrorCode::io, fmt::format("cannot write {}: {}", name_, reason(errno)));
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return Done{};
    }
    Result<Done> finish() override {
        if (!owned_ || file_ < 0) return Done{};
        if (::close(std::exchange(file_, -1)) != 0) {
            return fail(ErrorCode::io, fmt::format("cannot write {} to its end: {}", name_, reason(errno)));
        }
        return Done{};
    }

  private:
    int file_;
    bool owned_;
    std::string name_;
};

class ZstdSink final : public ByteSink {
  public:
    ZstdSink(std::unique_ptr<ByteSink> sink, int level)
        : sink_(std::move(sink)), stream_(ZSTD_createCStream()), buffer_(ZSTD_CStreamOutSize()) {
        ARABLE_CHECK(stream_ != nullptr);
        ZSTD_CCtx_setParameter(stream_, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
    }
    ~ZstdSink() override { ZSTD_freeCStream(stream_); }
    ZstdSink(const ZstdSink&) = delete;
    ZstdSink& operator=(const ZstdSink&) = delete;

    Result<Done> write(std::string_view bytes) override { return push(bytes, ZSTD_e_continue); }
    Result<Done> finish() override {
        ARABLE_TRY(done, push({}, ZSTD_e_end));
        static_cast<void>(done);
        return sink_->finish();
    }

  private:
    Result<Done> push(std::string_view bytes, ZSTD_EndDirective end) {
        ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
        for (;;) {
            ZSTD_outBuffer output{buffer_.data(), buffer_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(stream_, &output, &input, end);
            if (ZSTD_isError(left) != 0) {
                return fail(ErrorCode::internal, fmt::format("zstd: {}", ZSTD_getErrorName(left)));
            }
            ARABLE_TRY(done, sink_->write({buffer_.data(), output.pos}));
            static_cast<void>(done);
            if (end == ZSTD_e_end ? left == 0 : input.pos == input.size) return Done{};
        }
    }

    std::unique_ptr<ByteSink> sink_;
    ZSTD_CStream* stream_;
    std::vector<char> buffer_;
};

}  // namespace

Result<std::unique_ptr<ByteSink>> create_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return fail(ErrorCode::io, fmt::format("cannot write '{}': {}", path, reason(errno)));
    return std::make_unique<FileSink>(file, true, fmt::format("'{}'", path));
}

std::unique_ptr<ByteSink> standard_output() {
    return std::make_unique<FileSink>(STDOUT_FILENO, false, "standard output");
}

std::unique_ptr<ByteSink> zstd_compressed(std::unique_ptr<ByteSink> sink, int level) {
    return std::make_unique<ZstdSink>(std::move(sink), level);
}

}  // namespace arable::wire
