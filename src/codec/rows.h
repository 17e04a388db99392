#pragma once
// Rows of numbers as columns of bytes that compress well (zstd), and back. One function says which fields a row has,
// `pass(columns, row)`, for both directions:
//
//   template <class Columns> void pass(Columns& c, Row& row) { c.number(row.hour); c.real(row.power); }
//
// A prediction is what the fields before it lead one to expect; only the difference is kept. As the same function also
// fills rows, it may change the one that it is given: whoever writes gives it a copy. Inside `codec` only.

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "codec/bytes.h"
#include "model/ids.h"

namespace arable::codec {

// One column: as many bytes of each number as the widest has, the lowest bytes of all first.
void put_planes(const std::vector<std::uint64_t>& column, std::string& out);
// False when there are not so many bytes. A column of nothing but 0 stays empty.
bool take_planes(ByteReader& in, std::size_t rows, std::vector<std::uint64_t>& column);

class RowWriter {
  public:
    template <class T>
    void number(const T& field, std::int64_t predicted = 0) {
        Column& c = next();
        const std::int64_t value = minus(static_cast<std::int64_t>(field), predicted);
        c.values.push_back(zigzag(minus(value, c.last)));
        c.last = value;
    }
    void real(const float& field) {
        Column& c = next();
        const auto bits = std::bit_cast<std::uint32_t>(field);
        c.values.push_back(bits ^ static_cast<std::uint32_t>(c.last));
        c.last = bits;
    }
    void real(const float& field, float predicted) {
        next().values.push_back(std::bit_cast<std::uint32_t>(field) ^ std::bit_cast<std::uint32_t>(predicted));
    }
    void must(bool) {}
    void end_row() { at_ = 0; }
    void finish(std::string& out) const {
        for (const Column& c : columns_) put_planes(c.values, out);
    }

  private:
    struct Column {
        std::vector<std::uint64_t> values;
        std::int64_t last = 0;
    };
    Column& next() {
        if (at_ == columns_.size()) columns_.emplace_back();
        return columns_[at_++];
    }
    std::vector<Column> columns_;
    std::size_t at_ = 0;
};

// Not trusted: a number that its field cannot hold, or bytes that are missing, make it `failed`.
class RowReader {
  public:
    RowReader(ByteReader& in, std::size_t rows) : in_(in), rows_(rows) {}

    template <class T>
    void number(T& field, std::int64_t predicted = 0) {
        Column& c = next();
        c.last = plus(c.last, unzigzag(value(c)));
        set(field, plus(c.last, predicted));
    }
    void real(float& field) {
        Column& c = next();
        c.last = static_cast<std::int64_t>(bits(c) ^ static_cast<std::uint32_t>(c.last));
        field = std::bit_cast<float>(static_cast<std::uint32_t>(c.last));
    }
    void real(float& field, float predicted) {
        field = std::bit_cast<float>(bits(next()) ^ std::bit_cast<std::uint32_t>(predicted));
    }
    // What no row breaks that was written.
    void must(bool holds) { failed_ = failed_ || !holds; }
    void end_row() {
        at_ = 0;
        ++row_;
    }
    bool failed() const { return failed_ || in_.failed(); }

  private:
    struct Column {
        std::vector<std::uint64_t> values;
        std::int64_t last = 0;
    };
    Column& next() {
        if (at_ == columns_.size()) {
            columns_.emplace_back();
            if (!take_planes(in_, rows_, columns_.back().values)) failed_ = true;
        }
        return columns_[at_++];
    }
    std::uint64_t value(const Column& c) const { return row_ < c.values.size() ? c.values[row_] : 0; }
    std::uint32_t bits(const Column& c) {
        const std::uint64_t v = value(c);
        failed_ = failed_ || v > UINT32_MAX;
        return static_cast<std::uint32_t>(v);
    }
    template <class T>
    void set(T& field, std::int64_t v) {
        if constexpr (std::is_same_v<T, bool>) {
            failed_ = failed_ || v < 0 || v > 1;
            field = v == 1;
        } else if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> raw{};
            set(raw, v);
            field = static_cast<T>(raw);
        } else {
            using Limits = std::numeric_limits<T>;
            const bool fits = std::is_unsigned_v<T> ? v >= 0 && static_cast<std::uint64_t>(v) <= Limits::max()
                                                    : v >= static_cast<std::int64_t>(Limits::min()) &&
                                                          v <= static_cast<std::int64_t>(Limits::max());
            failed_ = failed_ || !fits;
            field = fits ? static_cast<T>(v) : T{};
        }
    }
    ByteReader& in_;
    std::size_t rows_;
    std::size_t row_ = 0;
    std::vector<Column> columns_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace arable::codec
