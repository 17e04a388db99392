#include "report/comparison.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/comparison_rows.h"
#include "report/figures.h"
#include "report/language.h"
#include "report/test_audit.h"

namespace arable::report {
namespace {

const Tongue& words() { return tongue(Language::english); }

std::string shown(const diagnose::Comparison& c, std::size_t width = 100) {
    return comparison(c, {"a.json", "b.json"}, {.width = width, .color = false});
}

diagnose::Audit later() {
    diagnose::Audit audit = example();
    audit.window.window = {Time{0} + days(30), Time{0} + days(60)};
    auto& loaded = audit.accounting[static_cast<std::size_t>(diagnose::AccountClass::held_loaded)];
    auto& productive = audit.accounting[static_cast<std::size_t>(diagnose::AccountClass::productive)];
    productive.gpu_ms += loaded.gpu_ms / 2;
    loaded.gpu_ms -= loaded.gpu_ms / 2;
    return audit;
}

TEST(ComparisonText, ShowsBothSidesAndTheChange) {
    const std::string text = shown(diagnose::compare(example(), later()));
    EXPECT_NE(text.find("before  a.json: 1970-01-01T00:00:00Z to 1970-01-31T00:00:00Z, 16 GPUs of 11,520 GPU-hours"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("The first audit said that sharing could cure 16.7 % of the capacity as it is"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("became smaller by 16.7 % of the capacity"), std::string::npos) << text;
    EXPECT_EQ(text.find("Before comparing"), std::string::npos) << "two alike audits need no caution";
}

// Columns are rounded together: thirds of 100.0 are not three times 33.3.
TEST(ComparisonText, ShowsSharesThatAddUp) {
    const std::vector<ComparedRow> rows{{"a", 1000, 0}, {"b", 1000, 2000}, {"c", 1000, 1000}, {"none", 0, 0}};
    const auto lines = compared_lines(rows, 100, words());
    ASSERT_EQ(lines.size(), 5U);
    double before = 0.0, after = 0.0, points = 0.0;
    for (std::size_t i = 1; i < 4; ++i) {
        std::istringstream in(lines[i]);
        std::string name, ha, hb, percent;
        double a = 0.0, b = 0.0, change = 0.0;
        if (lines[i].find(" < ") != std::string::npos) continue;
        in >> name >> ha >> hb >> a >> percent >> b >> percent >> change;
        before += a;
        after += b;
        points += change;
    }
    EXPECT_NEAR(before, 100.0, 1e-9);
    EXPECT_NEAR(after, 100.0, 1e-9);
    EXPECT_NEAR(points, 0.0, 1e-9);
}

TEST(ComparisonText, ListsWorkloadsThatChangedAlone) {
    diagnose::Audit a = example();
    diagnose::Audit b = later();
    diagnose::WorkloadRow row;
    row.ns = "ml";
    row.kind = "Job";
    row.name = "same";
    row.gpu_ms = 720 * kHour;
    a.workloads = b.workloads = {row};
    EXPECT_NE(shown(diagnose::compare(a, b)).find("Nothing changed."), std::string::npos);
    b.workloads.push_back(row);
    b.workloads.back().name = "grown";
    const std::string text = shown(diagnose::compare(a, b));
    EXPECT_NE(text.find("Job ml/grown (new)"), std::string::npos) << text;
    EXPECT_EQ(text.find("ml/same"), std::string::npos) << text;
    EXPECT_NE(text.find("change\n"), std::string::npos) << "columns have heads\n" << text;
}

TEST(ComparisonText, IsFrenchThroughout) {
    const std::string text = comparison(diagnose::compare(example(), later()), {"a.json", "b.json"},
                                        {.width = 100, .color = false, .language = Language::french});
    EXPECT_NE(text.find("11\u202f520"), std::string::npos) << text;
    EXPECT_EQ(text.find("11,520"), std::string::npos) << text;
    EXPECT_EQ(text.find("33.3"), std::string::npos) << text;
    EXPECT_EQ(text.find("GPU-hours"), std::string::npos) << text;
}

TEST(ComparisonText, FitsItsWidth) {
    for (const std::size_t width : {60U, 80U, 100U, 160U}) {
        std::istringstream in(shown(diagnose::compare(example(), later()), width));
        for (std::string line; std::getline(in, line);) EXPECT_LE(columns(line), width) << line;
    }
}

TEST(ComparisonText, KeepsControlCharactersOfNamesAway) {
    diagnose::Audit a = example();
    diagnose::WorkloadRow row;
    row.ns = "ml";
    row.kind = "Job";
    row.name = "\x1b[31mred";
    row.gpu_ms = 1000;
    a.workloads = {row};
    EXPECT_EQ(shown(diagnose::compare(a, later())).find('\x1b'), std::string::npos);
}

TEST(ComparisonText, SignsChanges) {
    EXPECT_EQ(signed_text(1.24, words()), "+1.2");
    EXPECT_EQ(signed_text(-0.26, words()), "-0.3");
    EXPECT_EQ(signed_text(-0.04, words()), "0.0");
}

}  // namespace
}  // namespace arable::report
