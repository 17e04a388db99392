#include "sources/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace arable::sources {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
constexpr std::size_t kMostRows = 20'000'000;
constexpr std::size_t kShownBadLines = 5;

std::string trimmed(std::string_view cell) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r')) cell.remove_suffix(1);
    return std::string(cell);
}

// Cells of one line; absent when a quote does not close.
std::optional<std::vector<std::string>> split(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted) {
            if (c != '"') {
                cell.push_back(c);
            } else if (i + 1 < line.size() && line[i + 1] == '"') {
                cell.push_back('"');
                ++i;
            } else {
                quoted = false;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            cells.push_back(trimmed(cell));
            cell.clear();
        } else {
            cell.push_back(c);
        }
    }
    if (quoted) return std::nullopt;
    cells.push_back(trimmed(cell));
    return cells;
}

void add_row(CsvTable& table, std::string_view line, std::int64_t number) {
    auto cells = split(line);
    std::string reason;
    if (!cells) {
        reason = "a quote does not close";
    } else if (cells->size() != table.header.size()) {
        reason = fmt::format("{} cells, the header has {}", cells->size(), table.header.size());
    }
    if (reason.empty()) {
        table.rows.push_back({number, std::move(*cells)});
        return;
    }
    ++table.bad;
    if (table.bad_lines.size() < kShownBadLines) table.bad_lines.push_back(fmt::format("line {}: {}", number, reason));
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header.begin());
}

std::optional<std::size_t> CsvTable::any_column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        if (const auto at = column(name)) return at;
    }
    return std::nullopt;
}

Result<CsvTable> parse_csv(std::string_view text) {
    CsvTable table;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::int64_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.size() > kLongestLine)
            return fail(ErrorCode::limit, fmt::format("line {} is longer than 1 MiB", number));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (table.header.empty()) {
            auto header = split(line);
            if (!header) return fail(ErrorCode::invalid_input, fmt::format("line {}: a quote does not close", number));
            table.header = std::move(*header);
            continue;
        }
        if (table.rows.size() == kMostRows) return fail(ErrorCode::limit, "more than 20 million rows");
        add_row(table, line, number);
    }
    if (table.header.empty()) return fail(ErrorCode::invalid_input, "the table is empty: no header line");
    return table;
}

std::optional<std::int64_t> integer(std::string_view cell) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
    return value;
}

std::optional<double> number(std::string_view cell) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace arable::sources
