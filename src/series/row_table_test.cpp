#include "series/row_table.h"

#include <cstdint>
#include <fstream>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

namespace arable::series {
namespace {

struct Row {
    std::uint64_t number = 0;
    std::uint64_t square = 0;
    char rest[48] = {};
};

constexpr std::size_t kInBlock = RowBlocks::kBlockBytes / sizeof(Row);

RowTable<Row> filled(std::size_t rows, RowTableOptions options) {
    RowTable<Row> table(std::move(options));
    for (std::uint64_t i = 0; i < rows; ++i) table.push_back({.number = i, .square = i * i, .rest = {}});
    return table;
}

// Of the mappings of this process that are files without a name: bytes that are in memory now.
std::uint64_t resident_of_unnamed() {
    std::ifstream maps("/proc/self/smaps");
    std::string line;
    bool ours = false;
    std::uint64_t kib = 0;
    while (std::getline(maps, line)) {
        if (line.find('-') < line.find(' ')) ours = line.find("(deleted)") != std::string::npos;
        if (ours && line.starts_with("Rss:")) kib += std::stoull(line.substr(4));
    }
    return kib * 1024;
}

TEST(RowTableTest, GivesBackWhatWasPutInWhereverItLies) {
    const auto table = filled(20 * kInBlock + 7, {.memory_limit = 2 * RowBlocks::kBlockBytes,
                                                  .mapped_limit = 3 * RowBlocks::kBlockBytes,
                                                  .spill_directory = {}});
    ASSERT_EQ(table.size(), 20 * kInBlock + 7);
    EXPECT_EQ(table.bytes_spilled(), 19 * RowBlocks::kBlockBytes);  // 21 blocks, of which 2 are on the heap
    for (std::size_t i = 0; i < table.size(); i += 13) ASSERT_EQ(table[i].square, i * i) << i;
    // Backwards and far apart, so that each look needs another block.
    for (std::size_t i = table.size(); i > 5000; i -= 4999) ASSERT_EQ(table[i - 1].number, i - 1);
    std::uint64_t expected = 0;
    for (const Row& row : table) ASSERT_EQ(row.number, expected++);
}

TEST(RowTableTest, KeepsReferencesValidWhileOtherRowsAreRead) {
    auto table =
        filled(30 * kInBlock, {.memory_limit = 0, .mapped_limit = RowBlocks::kBlockBytes, .spill_directory = {}});
    const Row& first = table.front();
    Row& last = table.back();
    last.square = 5;
    for (std::size_t i = 0; i < table.size(); i += kInBlock) ASSERT_EQ(table[i].number, i);
    EXPECT_EQ(first.number, 0U);
    EXPECT_EQ(last.square, 5U);
    EXPECT_EQ(table[table.size() - 1].square, 5U);
}

TEST(RowTableTest, HoldsNoMoreOfTheFileInMemoryThanAsked) {
    const std::size_t limit = 4 * RowBlocks::kBlockBytes;
    const auto table = filled(100 * kInBlock, {.memory_limit = 0, .mapped_limit = limit, .spill_directory = {}});
    EXPECT_LE(resident_of_unnamed(), limit);
    std::uint64_t sum = 0;
    for (const Row& row : table) sum += row.number;
    EXPECT_EQ(sum, 100 * kInBlock * (100 * kInBlock - 1) / 2);
    const std::uint64_t resident = resident_of_unnamed();
    EXPECT_LE(resident, limit);
    EXPECT_GT(resident, 0U);
}

TEST(RowTableTest, StaysInMemoryWhereNoFileCanBeMade) {
    const auto table = filled(5 * kInBlock, {.memory_limit = RowBlocks::kBlockBytes,
                                             .mapped_limit = RowBlocks::kBlockBytes,
                                             .spill_directory = "/nowhere/at/all"});
    EXPECT_EQ(table.bytes_spilled(), 0U);
    EXPECT_EQ(table[5 * kInBlock - 1].number, 5 * kInBlock - 1);
}

TEST(RowTableTest, CopiesMovesAndResizesLikeAVector) {
    auto table = filled(3 * kInBlock, {.memory_limit = 0, .mapped_limit = 0, .spill_directory = {}});
    const RowTable<Row> copy(table);
    RowTable<Row> moved(std::move(table));
    moved.resize(10);
    EXPECT_EQ(moved.size(), 10U);
    moved.resize(12);
    EXPECT_EQ(moved[9].number, 9U);
    EXPECT_EQ(moved[11].number, 0U);
    ASSERT_EQ(copy.size(), 3 * kInBlock);
    EXPECT_EQ(copy.back().number, 3 * kInBlock - 1);
    moved = copy;
    EXPECT_EQ(moved.back().number, 3 * kInBlock - 1);
    EXPECT_TRUE(RowTable<Row>().empty());
}

}  // namespace
}  // namespace arable::series
