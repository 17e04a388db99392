#include "app/block_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "series/unnamed_file.h"

namespace arable::app {
namespace {

tl::unexpected<Error> refused(const char* what) {
    return fail(ErrorCode::io, fmt::format("cannot {} a temporary file in '{}': {}", what,
                                           series::folder_or_default(""), std::generic_category().message(errno)));
}

}  // namespace

BlockFile::~BlockFile() {
    if (file_ >= 0) ::close(file_);
}

Result<Done> BlockFile::append(std::string block) {
    if (in_memory_ + block.size() <= memory_limit_) {
        in_memory_ += block.size();
        blocks_.push_back({.bytes = std::move(block), .offset = 0, .length = 0, .in_file = false});
        return Done{};
    }
    if (file_ < 0) file_ = series::open_unnamed_file("");
    if (file_ < 0) return refused("make");
    for (std::size_t at = 0; at < block.size();) {
        const auto n = ::pwrite(file_, block.data() + at, block.size() - at, static_cast<off_t>(in_file_ + at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return refused("write");
        at += static_cast<std::size_t>(n);
    }
    blocks_.push_back({.bytes = {}, .offset = in_file_, .length = block.size(), .in_file = true});
    in_file_ += block.size();
    return Done{};
}

Result<std::string> BlockFile::read(std::size_t block) const {
    const Block& wanted = blocks_[block];
    if (!wanted.in_file) return wanted.bytes;
    std::string bytes(wanted.length, '\0');
    for (std::size_t at = 0; at < bytes.size();) {
        const auto n = ::pread(file_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(wanted.offset + at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return refused("read");
        at += static_cast<std::size_t>(n);
    }
    return bytes;
}

}  // namespace arable::app
