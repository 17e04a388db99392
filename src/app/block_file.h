#pragma once
// Blocks of bytes, written once and read in any order: in memory up to a limit, after that in a nameless temporary
// file.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arable::app {

class BlockFile {
  public:
    explicit BlockFile(std::size_t memory_limit) : memory_limit_(memory_limit) {}
    ~BlockFile();
    BlockFile(const BlockFile&) = delete;
    BlockFile& operator=(const BlockFile&) = delete;

    Result<Done> append(std::string block);
    std::size_t size() const { return blocks_.size(); }
    // From any thread, once nothing is appended any more.
    Result<std::string> read(std::size_t block) const;

  private:
    struct Block {
        std::string bytes;  // when in memory
        std::uint64_t offset = 0, length = 0;
        bool in_file = false;
    };
    std::size_t memory_limit_;
    std::size_t in_memory_ = 0;
    std::uint64_t in_file_ = 0;
    int file_ = -1;
    std::vector<Block> blocks_;
};

}  // namespace arable::app
