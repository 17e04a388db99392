#include "report/terminal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "report/bars.h"
#include "report/figures.h"
#include "report/headline.h"
#include "report/test_audit.h"

namespace arable::report {
namespace {

diagnose::Finding a_finding() {
    diagnose::Finding finding;
    finding.kind = diagnose::FindingKind::loaded_idle;
    finding.id = "loaded-idle/ml/chat";
    finding.gpu_ms[static_cast<std::size_t>(diagnose::AccountClass::held_loaded)] = 2878 * kHour;
    finding.confidence = 0.92;
    finding.statement =
        "Deployment ml/chat held GPUs loaded but without activity for 2,878 GPU-hours: 100 % of its claimed time. It "
        "was "
        "active 0 % of that time.";
    finding.remedy = {"share the card (time-slicing, MPS or a MIG slice)", "owner of Deployment ml/chat", ""};
    return finding;
}

std::string words_of(const std::string& text) {
    std::istringstream in(text);
    std::string all;
    for (std::string word; in >> word;) all += word + " ";
    return all;
}

TEST(Terminal, NamesTheRemedyAndItsOwnerAndCutsNoStatement) {
    diagnose::Audit audit = example();
    audit.findings.push_back(a_finding());
    for (const std::size_t width : {60U, 80U, 100U, 120U, 200U}) {
        const std::string text = words_of(terminal(audit, {.width = width}));
        EXPECT_NE(text.find("loaded-idle/ml/chat (2,878 GPU-hours, 92 % sure)"), std::string::npos) << text;
        EXPECT_NE(text.find(words_of(audit.findings[0].statement.english())), std::string::npos) << text;
        EXPECT_NE(text.find("→ owner of Deployment ml/chat: share the card (time-slicing, MPS or a MIG slice)"),
                  std::string::npos);
        EXPECT_EQ(text.find("…m"), std::string::npos);
    }
}

TEST(Terminal, KeepsEveryWordOfMeaningsAtEveryWidth) {
    for (const std::size_t width : {60U, 80U, 100U, 120U, 200U}) {
        const std::string text = words_of(terminal(example(), {.width = width}));
        for (const diagnose::AccountClass c : {diagnose::AccountClass::held_loaded, diagnose::AccountClass::productive})
            EXPECT_NE(text.find(words_of(meaning(c, true, false).english())), std::string::npos) << width;
    }
}

TEST(Terminal, FitsNarrowPagesWithWorkloadsToo) {
    diagnose::Audit audit = example();
    audit.findings.push_back(a_finding());
    diagnose::WorkloadRow row;
    row.ns = "a-namespace-with-a-long-name";
    row.name = "a-deployment-with-a-name-that-is-longer-than-any-terminal-is-wide";
    row.gpu_ms = row.classes[static_cast<std::size_t>(diagnose::AccountClass::held_loaded)] = 2000 * kHour;
    audit.workloads.push_back(row);
    audit.gaps.push_back(
        {.kind = model::Gap::Kind::missing_samples, .subject = "n1", .message = "silent", .gpu_time = {}});
    for (const std::size_t width : {60U, 80U, 100U, 120U, 200U}) {
        std::istringstream text(terminal(audit, {.width = width}));
        for (std::string line; std::getline(text, line);) EXPECT_LE(columns(line), width) << line;
    }
}

TEST(Terminal, SaysAGapOfManySubjectsOnce) {
    diagnose::Audit audit = example();
    for (const char* node : {"n1", "n2", "n3", "n4"})
        audit.gaps.push_back(
            {.kind = model::Gap::Kind::missing_samples, .subject = node, .message = "silent", .gpu_time = {}});
    EXPECT_NE(terminal(audit, {}).find("n1, n2 and 2 more: silent\n"), std::string::npos);
}

TEST(Terminal, ShowsOneInstantInGpus) {
    diagnose::Audit audit = example();
    audit.window.window.end = audit.window.window.begin + minutes(1);
    audit.window.instant = true;
    audit.capacity.gpu_ms = 16 * 60'000;
    for (auto& amount : audit.accounting) amount = {amount.cls, 0, {}};
    audit.accounting[static_cast<std::size_t>(diagnose::AccountClass::productive)].gpu_ms = 16 * 60'000;
    const std::string text = terminal(audit, {});
    EXPECT_NE(text.find("Where the GPUs were (GPUs)"), std::string::npos);
    EXPECT_NE(text.find("16.0  100.0 %  computing"), std::string::npos) << text;
    EXPECT_EQ(text.find("GPU-hours"), std::string::npos) << text;
}

// Every part of the page says where it stands in the JSON.
TEST(Terminal, EveryHeadingNamesItsKey) {
    diagnose::Audit audit = example();
    audit.findings.push_back(a_finding());
    audit.cannot_say = {"x"};
    const std::string text = terminal(audit, {});
    for (const char* heading :
         {"Where the GPU-hours went [accounting]", "Why work waited (GPU-hours) [waits.by_cause]",
          "Diagnosis in four steps, in the order to act [steps]", "[findings, by id]", "cannot say [cannot_say]"})
        EXPECT_NE(text.find(heading), std::string::npos) << heading;
}

TEST(Terminal, ShowsFindingsOfEveryStep) {
    diagnose::Audit audit = example();
    for (int i = 0; i < 9; ++i) {
        diagnose::Finding finding;
        finding.kind = i < 8 ? diagnose::FindingKind::claimed_empty : diagnose::FindingKind::throttling;
        finding.id = name(finding.kind);
        finding.statement = "found";
        audit.findings.push_back(finding);
    }
    const std::string text = terminal(audit, {});
    EXPECT_NE(text.find("throttling"), std::string::npos);
    EXPECT_NE(text.find("6 more in findings[]"), std::string::npos);
}

// Every table: the hours and the percents shown above a total add up to it.
TEST(Terminal, TablesAddUpAsShown) {
    std::vector<BarPart> parts;
    for (std::int64_t i = 1; i <= 7; ++i) parts.push_back({"part", "", i * 1'234'567, {"x", "0"}});
    const std::vector<std::string> lines = bar_with_table(parts, "all", {.width = 90});
    std::int64_t tenths = 0;
    std::int64_t percents = 0;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        std::istringstream words(lines[i]);
        std::string mark;
        std::string name;
        double hours = 0.0;
        double share = 0.0;
        words >> mark >> name >> hours >> share;
        tenths += std::lround(hours * 10.0);
        percents += std::lround(share * 10.0);
    }
    EXPECT_EQ(percents, 1000);
    EXPECT_NE(lines.back().find(gpu_hours_text(28 * 1'234'567)), std::string::npos);
    EXPECT_EQ(tenths, std::lround(28 * 1'234'567 / 360'000.0));
}

TEST(Terminal, FitsTheWidthAndUsesNoColourUnlessAsked) {
    for (const std::size_t width : {60U, 80U, 120U}) {
        std::istringstream text(terminal(example(), {.width = width}));
        std::string line;
        while (std::getline(text, line)) EXPECT_LE(columns(line), width) << line;
    }
    EXPECT_EQ(terminal(example(), {}).find('\x1b'), std::string::npos);
    EXPECT_NE(terminal(example(), {.color = true}).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace arable::report
