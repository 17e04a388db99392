#pragma once
// A vector of plain rows whose memory stays bounded however many there are: what does not fit lies in a nameless
// temporary file and is mapped back when it is read. Reads in any order; those near each other are cheap.
//
//   RowTable<HourShare> hours;
//   hours.push_back(share);
//   for (const HourShare& share : hours) …
//
// References stay valid as long as the table lives and is not resized. One thread at a time, for reading, too.

#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

#include "series/row_blocks.h"

namespace arable::series {

template <class Row>
class RowTable {
    static_assert(std::is_trivially_copyable_v<Row> && std::is_trivially_destructible_v<Row>);
    static constexpr std::size_t kRows = RowBlocks::kBlockBytes / sizeof(Row);  // in a block

  public:
    template <class Table, class Value>
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::remove_const_t<Value>;
        using difference_type = std::ptrdiff_t;
        using pointer = Value*;
        using reference = Value&;

        Iterator() = default;
        Iterator(Table* table, std::size_t at) : table_(table), at_(at) {}
        Value& operator*() const { return (*table_)[at_]; }
        Value* operator->() const { return &(*table_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++at_;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

      private:
        Table* table_ = nullptr;
        std::size_t at_ = 0;
    };
    using iterator = Iterator<RowTable, Row>;
    using const_iterator = Iterator<const RowTable, const Row>;
    using value_type = Row;

    explicit RowTable(RowTableOptions options = {}) : blocks_(std::move(options)) {}
    RowTable(RowTable&& other) noexcept : blocks_(std::move(other.blocks_)), size_(std::exchange(other.size_, 0)) {}
    RowTable& operator=(RowTable&& other) noexcept {
        blocks_ = std::move(other.blocks_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    RowTable(const RowTable& other) : blocks_(other.blocks_.options()) { append(other); }
    RowTable& operator=(const RowTable& other) { return *this = RowTable(other); }
    ~RowTable() = default;

    // O(1).
    void push_back(const Row& row) {
        if (size_ == blocks_.size() * kRows) blocks_.add();
        new (address(size_)) Row(row);
        ++size_;
    }
    template <class Rows>
    void append(const Rows& rows) {
        for (const Row& row : rows) push_back(row);
    }
    // Rows that are new are default ones.
    void resize(std::size_t size) {
        while (size_ < size) push_back(Row{});
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Row& operator[](std::size_t i) { return *std::launder(reinterpret_cast<Row*>(address(i))); }
    const Row& operator[](std::size_t i) const { return *std::launder(reinterpret_cast<const Row*>(address(i))); }
    Row& front() { return (*this)[0]; }
    Row& back() { return (*this)[size_ - 1]; }
    const Row& front() const { return (*this)[0]; }
    const Row& back() const { return (*this)[size_ - 1]; }
    iterator begin() { return {this, 0}; }
    iterator end() { return {this, size_}; }
    const_iterator begin() const { return {this, 0}; }
    const_iterator end() const { return {this, size_}; }
    // How much of it lies in the file.
    std::size_t bytes_spilled() const { return blocks_.mapped() * RowBlocks::kBlockBytes; }

  private:
    std::byte* address(std::size_t i) const { return blocks_.at(i / kRows) + (i % kRows) * sizeof(Row); }

    RowBlocks blocks_;
    std::size_t size_ = 0;
};

}  // namespace arable::series
