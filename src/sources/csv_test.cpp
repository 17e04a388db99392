#include "sources/csv.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

TEST(Csv, ReadsQuotesBlanksAndLineEnds) {
    const auto table = parse_csv("\xEF\xBB\xBFname, count\r\n\"a, \"\"b\"\"\",2\r\n\r\nc,3");
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->column("count"), 1U);
    EXPECT_FALSE(table->column("Count").has_value());
    ASSERT_EQ(table->rows.size(), 2U);
    EXPECT_EQ(table->rows[0].cells[0], "a, \"b\"");
    EXPECT_EQ(table->rows[1].line, 4);
}

TEST(Csv, CountsLinesOfTheWrongShape) {
    const auto table = parse_csv("a,b\n1\n1,2,3\n\"x,2\n1,2\n");
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->bad, 3);
    EXPECT_EQ(table->bad_lines[0], "line 2: 1 cells, the header has 2");
    EXPECT_EQ(table->rows.size(), 1U);
}

TEST(Csv, HandsOverRowByRowAndStopsWhereTheVisitorFails) {
    std::vector<std::string> seen;
    const auto visit = [&](const CsvTable& head, CsvRow& row) -> Result<Done> {
        EXPECT_EQ(head.header.size(), 2U);
        seen.push_back(row.cells[0] + "|" + row.cells[1]);
        if (seen.size() == 3) return fail(ErrorCode::invalid_input, "enough");
        return Done{};
    };
    EXPECT_TRUE(each_csv_row("a,b\n long one ,2\n1,2,3\n\"x,\",\n", visit).has_value());
    EXPECT_EQ(seen, (std::vector<std::string>{"long one|2", "x,|"}));
    EXPECT_FALSE(each_csv_row("a,b\n1,2\n3,4\n", visit).has_value());
    EXPECT_EQ(seen.size(), 3U);
}

TEST(Csv, NumbersAreWholeCells) {
    EXPECT_EQ(integer("-7"), -7);
    EXPECT_FALSE(integer("7 ").has_value());
    EXPECT_FALSE(integer("99999999999999999999").has_value());
    EXPECT_EQ(number("0.25"), 0.25);
    for (const char* text : {"", "nan", "inf", "0,25", "0.25x"}) EXPECT_FALSE(number(text).has_value()) << text;
}

}  // namespace
}  // namespace arable::sources
