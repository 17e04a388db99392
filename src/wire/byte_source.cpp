#include "wire/byte_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace arable::wire {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

class FileSource final : public ByteSource {
  public:
    FileSource(int file, bool owned, std::string name) : file_(file), owned_(owned), name_(std::move(name)) {}
    ~FileSource() override {
        if (owned_) ::close(file_);
    }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    Result<std::size_t> read(std::span<char> into) override {
        for (;;) {
            const auto n = ::read(file_, into.data(), into.size());
            if (n >= 0) {
                offset_ += static_cast<std::uint64_t>(n);
                return static_cast<std::size_t>(n);
            }
            if (errno == EINTR) continue;
            return fail(ErrorCode::io, fmt::format("cannot read {} at byte {}: {}", name_, offset_, reason(errno)));
        }
    }

  private:
    int file_;
    bool owned_;
    std::string name_;
    std::uint64_t offset_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        const auto code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::io;
        return fail(code, fmt::format("cannot open '{}': {}", path, reason(errno)));
    }
    return std::make_unique<FileSource>(file, true, fmt::format("'{}'", path));
}

std::unique_ptr<ByteSource> standard_input() {
    return std::make_unique<FileSource>(STDIN_FILENO, false, "standard input");
}

Result<std::size_t> MemorySource::read(std::span<char> into) {
    const std::size_t n = std::min(into.size(), rest_.size());
    if (n > 0) std::memcpy(into.data(), rest_.data(), n);
    rest_.remove_prefix(n);
    return n;
}

Result<std::string> read_all(ByteSource& source, std::size_t limit) {
    constexpr std::size_t kStep = 256 * 1024;
    std::string all;
    for (;;) {
        const std::size_t before = all.size();
        // One byte more than allowed tells an input that is too large from one that just fits.
        all.resize(before + std::min(kStep, limit + 1 - before));
        ARABLE_TRY(n, source.read({all.data() + before, all.size() - before}));
        all.resize(before + n);
        if (n == 0) return all;
        if (all.size() > limit) {
            return fail(ErrorCode::limit, fmt::format("more than {} bytes, the most that is read at once", limit));
        }
    }
}

}  // namespace arable::wire
