#include "series/row_blocks.h"

#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "series/unnamed_file.h"

namespace arable::series {

RowBlocks::~RowBlocks() { clear(); }

RowBlocks::RowBlocks(RowBlocks&& other) noexcept
    : options_(std::move(other.options_)),
      blocks_(std::exchange(other.blocks_, {})),
      touched_(std::exchange(other.touched_, {})),
      file_blocks_(std::exchange(other.file_blocks_, 0)),
      file_(std::exchange(other.file_, -1)),
      file_failed_(std::exchange(other.file_failed_, false)) {}

RowBlocks& RowBlocks::operator=(RowBlocks&& other) noexcept {
    if (this == &other) return *this;
    clear();
    options_ = std::move(other.options_);
    blocks_ = std::exchange(other.blocks_, {});
    touched_ = std::exchange(other.touched_, {});
    file_blocks_ = std::exchange(other.file_blocks_, 0);
    file_ = std::exchange(other.file_, -1);
    file_failed_ = std::exchange(other.file_failed_, false);
    return *this;
}

void RowBlocks::clear() {
    for (const Block& block : blocks_) {
        if (block.in_file) {
            ::munmap(block.bytes, kBlockBytes);
        } else {
            ::operator delete(block.bytes);
        }
    }
    blocks_.clear();
    touched_.clear();
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    file_blocks_ = 0;
}

void RowBlocks::add() {
    const bool on_heap = (blocks_.size() - file_blocks_ + 1) * kBlockBytes <= options_.memory_limit;
    if (!on_heap && !file_failed_ && add_mapped()) return;
    blocks_.push_back({.bytes = static_cast<std::byte*>(::operator new(kBlockBytes))});
}

bool RowBlocks::add_mapped() {
    if (file_ < 0) file_ = open_unnamed_file(options_.spill_directory);
    const auto offset = static_cast<off_t>(file_blocks_ * kBlockBytes);
    // With its room on the disk, so that a write to the mapping cannot fail for lack of it.
    file_failed_ = file_ < 0 || ::posix_fallocate(file_, offset, static_cast<off_t>(kBlockBytes)) != 0;
    if (file_failed_) return false;
    void* bytes = ::mmap(nullptr, kBlockBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
    file_failed_ = bytes == MAP_FAILED;
    if (file_failed_) return false;
    ++file_blocks_;
    blocks_.push_back({.bytes = static_cast<std::byte*>(bytes), .in_file = true, .resident = false});
    touch(blocks_.size() - 1);
    return true;
}

void RowBlocks::touch(std::size_t block) const {
    if ((touched_.size() + 1) * kBlockBytes > options_.mapped_limit) {
        for (const std::size_t other : touched_) {
            // Of a shared mapping: the kernel keeps what was written, the next look brings it back.
            ::madvise(blocks_[other].bytes, kBlockBytes, MADV_DONTNEED);
            blocks_[other].resident = false;
        }
        touched_.clear();
    }
    blocks_[block].resident = true;
    touched_.push_back(block);
}

}  // namespace arable::series
