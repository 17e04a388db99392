#pragma once
// Comma-separated tables with a header line (RFC 4180: quotes, "" inside quotes, CRLF). For pool tables, openb lists,
// prices.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arable::sources {

struct CsvRow {
    std::int64_t line = 0;  // 1-based line in the file
    std::vector<std::string> cells;
};

class CsvTable {
  public:
    // Column position by name (exact, after trimming blanks); absent when the header lacks it.
    std::optional<std::size_t> column(std::string_view name) const;
    // The first of several names that is there.
    std::optional<std::size_t> any_column(std::initializer_list<std::string_view> names) const;

    std::vector<std::string> header;
    std::vector<CsvRow> rows;            // each with exactly header.size() cells
    std::vector<std::string> bad_lines;  // "line 7: 3 cells, the header has 9", the first 5
    std::int64_t bad = 0;                // lines left out
};

// Fails without a header line, and when a line is longer than 1 MiB or a file has more than 20 million rows.
Result<CsvTable> parse_csv(std::string_view text);

// The same row by row, for tables of millions of rows: the cells of `row` are written over by the next one. The table
// comes back without rows; an error ends the reading after rows that were already handed over.
using CsvVisitor = std::function<Result<Done>(const CsvTable& header, CsvRow& row)>;
Result<CsvTable> each_csv_row(std::string_view text, const CsvVisitor& visit);

// The whole cell, or absent: no blanks inside, no trailing text, finite.
std::optional<std::int64_t> integer(std::string_view cell);
std::optional<double> number(std::string_view cell);

}  // namespace arable::sources
