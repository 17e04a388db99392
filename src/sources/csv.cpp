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

std::string_view trimmed(std::string_view cell) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r')) cell.remove_suffix(1);
    return cell;
}

// Writes into cells that are there already, so that a table of millions of rows costs no allocation a cell.
class Cells {
  public:
    explicit Cells(std::vector<std::string>& cells) : cells_(cells) {}
    ~Cells() { cells_.resize(used_); }
    void add(std::string_view cell) {
        if (used_ == cells_.size()) cells_.emplace_back();
        cells_[used_++].assign(trimmed(cell));
    }

  private:
    std::vector<std::string>& cells_;
    std::size_t used_ = 0;
};

// Cells of one line with quotes; false when a quote does not close.
bool split_quoted(std::string_view line, Cells& cells) {
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
            cells.add(cell);
            cell.clear();
        } else {
            cell.push_back(c);
        }
    }
    if (!quoted) cells.add(cell);
    return !quoted;
}

bool split(std::string_view line, std::vector<std::string>& out) {
    Cells cells(out);
    if (line.find('"') != std::string_view::npos) return split_quoted(line, cells);
    for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
        cells.add(line.substr(0, comma));
        line.remove_prefix(comma + 1);
    }
    cells.add(line);
    return true;
}

// Whether the line is a row of the table.
bool read_row(CsvTable& table, std::string_view line, CsvRow& row) {
    std::string reason;
    if (!split(line, row.cells)) {
        reason = "a quote does not close";
    } else if (row.cells.size() != table.header.size()) {
        reason = fmt::format("{} cells, the header has {}", row.cells.size(), table.header.size());
    }
    if (reason.empty()) return true;
    ++table.bad;
    if (table.bad_lines.size() < kShownBadLines)
        table.bad_lines.push_back(fmt::format("line {}: {}", row.line, reason));
    return false;
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

Result<CsvTable> each_csv_row(std::string_view text, const CsvVisitor& visit) {
    CsvTable table;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    CsvRow row;
    std::size_t rows = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++row.line;
        if (line.size() > kLongestLine)
            return fail(ErrorCode::limit, fmt::format("line {} is longer than 1 MiB", row.line));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (table.header.empty()) {
            if (!split(line, table.header))
                return fail(ErrorCode::invalid_input, fmt::format("line {}: a quote does not close", row.line));
            continue;
        }
        if (rows == kMostRows) return fail(ErrorCode::limit, "more than 20 million rows");
        if (!read_row(table, line, row)) continue;
        ++rows;
        ARABLE_TRY(visited, visit(table, row));
        static_cast<void>(visited);
    }
    if (table.header.empty()) return fail(ErrorCode::invalid_input, "the table is empty: no header line");
    return table;
}

Result<CsvTable> parse_csv(std::string_view text) {
    std::vector<CsvRow> rows;
    ARABLE_TRY(table, each_csv_row(text, [&](const CsvTable&, CsvRow& row) -> Result<Done> {
                   rows.push_back(row);
                   return Done{};
               }));
    table.rows = std::move(rows);
    return std::move(table);
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
