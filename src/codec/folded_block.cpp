#include "codec/folded_block.h"

#include <fmt/format.h>

#include <algorithm>

#include "codec/check_folded.h"
#include "codec/folded_bounds.h"
#include "codec/folded_rows.h"

namespace arable::codec {
namespace {

using codec::in_order;
using diagnose::Folded;

constexpr std::uint64_t kRows = 16384;            // of a block of hours
constexpr std::uint64_t kMostInMemory = 1 << 25;  // of lanes, runs and profiles: some GB at worst

std::uint64_t blocks_for(std::uint64_t rows) { return (rows + kRows - 1) / kRows; }

template <class Row>
void put_rows(const std::vector<Row>& rows, std::string& out) {
    put_number(out, rows.size());
    RowWriter writer;
    for (Row row : rows) {  // a copy: one function fills rows and reads them (rows.h)
        pass(writer, row);
        writer.end_row();
    }
    writer.finish(out);
}

// One number a row.
template <class T>
struct Single {
    T value{};
};
template <class Columns, class T>
void pass(Columns& c, Single<T>& row) {
    c.number(row.value);
}
template <class T>
bool in_order(const Single<T>&, const Single<T>&) {
    return true;
}

// Stops at the first row that is not in order: as rows differ from one to the next, each takes a byte at least.
template <class Row>
bool take_rows(ByteReader& in, std::uint64_t most, std::vector<Row>& rows) {
    const std::uint64_t count = in.number_up_to(most);
    if (in.failed()) return false;
    RowReader reader(in, count);
    for (std::uint64_t i = 0; i < count && !reader.failed(); ++i) {
        rows.emplace_back();
        pass(reader, rows.back());
        reader.end_row();
        if (i > 0 && !in_order(rows[rows.size() - 2], rows.back())) return false;
    }
    return !reader.failed();
}

template <class List>
void put_list(const List& list, std::string& out) {
    std::vector<Single<typename List::value_type>> rows;
    for (const auto& value : list) rows.push_back({value});
    put_rows(rows, out);
}
template <class T>
bool take_list(ByteReader& in, std::uint64_t most, std::vector<T>& list) {
    std::vector<Single<T>> rows;
    if (!take_rows(in, most, rows)) return false;
    for (const Single<T>& row : rows) list.push_back(row.value);
    return true;
}

void put_span(std::string& out, const Interval& span) {
    put_number(out, zigzag(span.begin.ms));
    put_number(out, zigzag(span.end.ms));
}
Interval take_span(ByteReader& in) {
    const Time begin{in.signed_number()};
    return {begin, Time{in.signed_number()}};
}

std::vector<std::int64_t> bits_of(const std::vector<std::uint64_t>& values) {
    std::vector<std::int64_t> bits;
    for (const std::uint64_t v : values) bits.push_back(static_cast<std::int64_t>(v));
    return bits;
}

std::string encode_head(const Folded& folded) {
    std::string out;
    put_span(out, folded.window);
    put_number(out, folded.hours.size());
    put_number(out, folded.pod_hours.size());
    put_number(out, zigzag(folded.unusable_mig_ms));
    put_number(out, zigzag(folded.presence_ms));
    put_number(out, zigzag(folded.sample_interval.ms));
    put_number(out, folded.sampled ? 1 : 0);
    put_span(out, folded.sampled.value_or(Interval{}));
    put_list(folded.unusable_week_ms, out);
    put_list(folded.gpu_presence_ms, out);
    put_list(folded.gpu_unusable_ms, out);
    put_list(bits_of(folded.gpu_quantities), out);
    put_list(folded.quantity_seen, out);
    put_rows(folded.lanes, out);
    put_rows(folded.runs, out);
    put_rows(folded.claims, out);
    put_rows(folded.stuck, out);
    return out;
}

template <class Row>
std::string encode_rows(const series::RowTable<Row>& table, std::uint64_t block) {
    const std::uint64_t end = std::min<std::uint64_t>(table.size(), (block + 1) * kRows);
    std::string out;
    put_number(out, end - block * kRows);
    RowWriter writer;
    for (std::uint64_t i = block * kRows; i < end; ++i) {
        Row row = table[i];  // a copy, as in put_rows
        pass(writer, row);
        writer.end_row();
    }
    writer.finish(out);
    return out;
}

template <class Row>
Result<Done> add_rows(std::string_view block, std::uint64_t announced, series::RowTable<Row>& table) {
    ByteReader in(block);
    std::vector<Row> rows;
    const std::uint64_t left = std::min(announced - table.size(), kRows);
    const bool whole = take_rows(in, kRows, rows) && in.done() && rows.size() == left;
    if (!whole || (!table.empty() && !in_order(table.back(), rows.front())))
        return fail(ErrorCode::invalid_input, fmt::format("rows {} and after are damaged", table.size() + 1));
    table.append(rows);
    return Done{};
}

}  // namespace

std::uint64_t folded_blocks(const Folded& folded) {
    return 1 + blocks_for(folded.hours.size()) + blocks_for(folded.pod_hours.size());
}

std::string encode_folded(const Folded& folded, std::uint64_t block) {
    if (block == 0) return encode_head(folded);
    const std::uint64_t hours = blocks_for(folded.hours.size());
    return block <= hours ? encode_rows(folded.hours, block - 1) : encode_rows(folded.pod_hours, block - 1 - hours);
}

Result<Done> FoldedReader::add_head(std::string_view block) {
    ByteReader in(block);
    Folded& f = folded_;
    f.window = take_span(in);
    hours_ = in.number_up_to(kMostRows);
    pod_hours_ = in.number_up_to(kMostRows);
    f.unusable_mig_ms = in.signed_number();
    f.presence_ms = in.signed_number();
    f.sample_interval.ms = in.signed_number();
    const bool sampled = in.number_up_to(1) == 1;
    const Interval span = take_span(in);
    if (sampled) f.sampled = span;
    const std::uint64_t gpus = timeline_->gpus.size();
    std::vector<std::int64_t> week, quantities;
    std::vector<bool> seen;
    const std::uint64_t most = std::min<std::uint64_t>(in.left(), kMostInMemory);
    const std::uint64_t lanes = std::min(most_lanes(*timeline_), most);
    const bool whole = take_list(in, f.unusable_week_ms.size(), week) && take_list(in, gpus, f.gpu_presence_ms) &&
                       take_list(in, gpus, f.gpu_unusable_ms) && take_list(in, gpus, quantities) &&
                       take_list(in, f.quantity_seen.size(), seen) && take_rows(in, lanes, f.lanes) &&
                       take_rows(in, most, f.runs) && take_rows(in, most, f.claims) && take_rows(in, gpus, f.stuck);
    if (!whole || !in.done() || week.size() != f.unusable_week_ms.size() || seen.size() != f.quantity_seen.size())
        return fail(ErrorCode::invalid_input, "its first block is damaged");
    if (hours_ > most_hours(f.lanes, *timeline_) || pod_hours_ > most_pod_hours(*timeline_))
        return fail(ErrorCode::limit, "it announces more rows than its cards, claims and pods can have");
    std::ranges::copy(week, f.unusable_week_ms.begin());
    f.quantity_seen = std::move(seen);
    for (const std::int64_t bits : quantities) f.gpu_quantities.push_back(static_cast<std::uint64_t>(bits));
    return Done{};
}

Result<Done> FoldedReader::add(std::string_view block) {
    if (!started_) {
        started_ = true;
        return add_head(block);
    }
    if (folded_.hours.size() < hours_) return add_rows(block, hours_, folded_.hours);
    if (folded_.pod_hours.size() < pod_hours_) return add_rows(block, pod_hours_, folded_.pod_hours);
    return fail(ErrorCode::invalid_input, "there are more blocks than rows");
}

Result<Folded> FoldedReader::take() {
    if (!started_ || folded_.hours.size() != hours_ || folded_.pod_hours.size() != pod_hours_)
        return fail(ErrorCode::truncated, "some of its rows are missing");
    ARABLE_TRY(checked, check_folded(folded_, *timeline_));
    static_cast<void>(checked);
    return std::move(folded_);
}

}  // namespace arable::codec
