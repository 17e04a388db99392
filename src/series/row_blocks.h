#pragma once
// Memory for tables of rows that may be larger than memory should be: see row_table.h.

#include <cstddef>
#include <string>
#include <vector>

namespace arable::series {

struct RowTableOptions {
    std::size_t memory_limit = std::size_t{4} << 20U;  // of blocks on the heap; later ones lie in the file
    std::size_t mapped_limit = std::size_t{4} << 20U;  // of blocks of the file that are in memory at a time
    std::string spill_directory;                       // "": the system's folder for temporary files (TMPDIR)
};

// Blocks of equal size. The first ones are on the heap; those after memory_limit are parts of a nameless temporary
// file, mapped, and handed back to the kernel when more than mapped_limit of them were touched. A block never moves:
// pointers stay valid as long as this lives. A file that cannot be made or grow (no room) costs no rows: blocks then
// stay on the heap.
class RowBlocks {
  public:
    static constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

    explicit RowBlocks(RowTableOptions options) : options_(std::move(options)) {}
    ~RowBlocks();
    RowBlocks(RowBlocks&& other) noexcept;
    RowBlocks& operator=(RowBlocks&& other) noexcept;
    RowBlocks(const RowBlocks&) = delete;
    RowBlocks& operator=(const RowBlocks&) = delete;

    void add();
    std::size_t size() const { return blocks_.size(); }
    std::byte* at(std::size_t block) const {
        Block& found = blocks_[block];
        if (!found.resident) touch(block);
        return found.bytes;
    }
    std::size_t mapped() const { return file_blocks_; }
    const RowTableOptions& options() const { return options_; }

  private:
    struct Block {
        std::byte* bytes = nullptr;
        bool in_file = false;
        bool resident = true;  // nothing is to be done before it is used
    };
    bool add_mapped();
    void touch(std::size_t block) const;
    void clear();

    RowTableOptions options_;
    mutable std::vector<Block> blocks_;
    mutable std::vector<std::size_t> touched_;  // of the file, resident
    std::size_t file_blocks_ = 0;
    int file_ = -1;
    bool file_failed_ = false;
};

}  // namespace arable::series
