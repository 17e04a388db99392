#include "report/chart.h"

#include <gtest/gtest.h>

#include "report/figures.h"

namespace arable::report {
namespace {

using diagnose::ChartRow;
using diagnose::PieceState;
using diagnose::WaitCause;

constexpr Time kBegin{1'793'491'200'000};  // 2026-11-01T00:00:00Z

ChartRow half_and_half() {
    return {.label = "GPU 0",
            .spans = {{{kBegin, kBegin + hours(12)}, PieceState::empty, {}},
                      {{kBegin + hours(12), kBegin + hours(24)}, PieceState::active, {}}}};
}

TEST(Chart, ShowsEachStateForItsPartOfTheWindow) {
    const std::vector<ChartRow> rows{half_and_half()};
    const auto lines = chart_lines(rows, {kBegin, kBegin + hours(24)}, {.width = 74});
    // 74 columns less 2 + 5 (label) + 2 + 1 leave 64 cells: 32 of each.
    std::string cells;
    for (int i = 0; i < 32; ++i) cells += "░";
    for (int i = 0; i < 32; ++i) cells += "▄";
    EXPECT_EQ(lines.at(0), "  GPU 0 |" + cells + "|");
    EXPECT_EQ(lines.back(), "  ░ held.empty  ▄ active, computing or not");
}

TEST(Chart, LeavesTimeWithoutAStateBlankAndMarksWaitingByItsCause) {
    const std::vector<ChartRow> rows{
        {.label = "ml/a",
         .spans = {{{kBegin + hours(12), kBegin + hours(18)}, PieceState::unknown, WaitCause::fragmented}}}};
    const auto lines = chart_lines(rows, {kBegin, kBegin + hours(24)}, {.width = 73});
    EXPECT_EQ(lines.at(0), "  ml/a |" + std::string(32, ' ') + std::string(16, 'F') + std::string(16, ' ') + "|");
    EXPECT_EQ(lines.back(), "  F waits: fragmented");
}

TEST(Chart, HasAnAxisOfRoundTimesInUtc) {
    const std::vector<ChartRow> rows{half_and_half()};
    const auto lines = chart_lines(rows, {kBegin, kBegin + hours(24)}, {.width = 74});
    EXPECT_EQ(lines.at(1).find('\''), 9U);
    for (const char* label : {"UTC", "11-01", "03:00", "06:00", "12:00", "21:00"})
        EXPECT_NE(lines.at(2).find(label), std::string::npos) << label << " in " << lines.at(2);
    // 06:00 is a quarter of the way.
    EXPECT_EQ(lines.at(2).find("06:00"), 9U + 16U);
}

TEST(Chart, IsNeverWiderThanAsked) {
    std::vector<ChartRow> rows{half_and_half(), half_and_half()};
    rows[1].label = std::string(200, 'x');
    for (const Duration length : {minutes(1), hours(1), days(1), days(30), days(3000)}) {
        for (const std::size_t width : {60U, 80U, 101U, 200U}) {
            for (const std::string& line : chart_lines(rows, {kBegin, kBegin + length}, {.width = width}))
                EXPECT_LE(columns(line), width) << line;
        }
    }
}

TEST(Chart, ShowsTheFirstRowsOnly) {
    const std::vector<ChartRow> rows(30, half_and_half());
    EXPECT_EQ(chart_lines(rows, {kBegin, kBegin + hours(24)}, {.rows = 3}).size(), 3U + 3U);
}

TEST(Chart, IsNothingWithoutRowsOrTime) {
    EXPECT_TRUE(chart_lines({}, {kBegin, kBegin + hours(1)}, {}).empty());
    const std::vector<ChartRow> rows{half_and_half()};
    EXPECT_TRUE(chart_lines(rows, {kBegin, kBegin}, {}).empty());
}

}  // namespace
}  // namespace arable::report
