#include "report/terminal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "report/bars.h"
#include "report/figures.h"
#include "report/headline.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;

constexpr std::int64_t kHour = 3'600'000;

diagnose::Audit example() {
    diagnose::Audit audit;
    audit.clusters = {"prod"};
    audit.window.window = {Time{0}, Time{0} + days(30)};
    audit.window.asked = audit.window.found = days(30);
    audit.window.sample_interval = minutes(5);
    audit.activity_seen = true;
    audit.capacity = {.clusters = 1, .nodes = 2, .gpus = 16, .gpu_ms = 16 * 720 * kHour, .by_product = {}};
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c)
        audit.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    const auto put = [&](AccountClass c, std::int64_t ms) {
        audit.accounting[static_cast<std::size_t>(c)].gpu_ms = ms;
    };
    put(AccountClass::held_loaded, 16 * 720 * kHour / 3);
    put(AccountClass::productive, 16 * 720 * kHour / 3);
    put(AccountClass::free_no_demand, 16 * 720 * kHour - 2 * (16 * 720 * kHour / 3));
    audit.accounting[static_cast<std::size_t>(AccountClass::held_loaded)].curable.as_is_ms = 16 * 720 * kHour / 6;
    audit.waits.known = true;
    audit.waits.gpu_ms = 100 * kHour;
    audit.waits.by_cause[static_cast<std::size_t>(diagnose::WaitCause::real)] = 12 * kHour;
    audit.waits.by_cause[static_cast<std::size_t>(diagnose::WaitCause::fragmented)] = 88 * kHour;
    audit.waits.buy = {{"", 1, kHour}, {"", 8, 9 * kHour}, {"", 16, 12 * kHour}};
    for (std::size_t s = 0; s < 4; ++s)
        audit.steps.push_back({static_cast<diagnose::Step>(s), "nothing to report.", 0, {}});
    return audit;
}

TEST(Headline, SaysTheFiveThingsWithTheirEvidence) {
    const std::vector<Sentence> lines = headline(example());
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(
        lines[0].text,
        "Of 11,520 GPU-hours (16 GPUs × 30 d, cluster prod, raw samples every 5 min) 33.3 % computed, 0 % was active "
        "without computing, 33.3 % reserved but idle, 33.4 % free, 0 % unavailable, unclaimed or unknown.");
    EXPECT_NE(lines[1].text.find("Of 100.0 waited GPU-hours 12.0 % was a real shortage"), std::string::npos);
    EXPECT_NE(lines[1].text.find("+8 GPUs would remove at most 9.0 % of it."), std::string::npos);
    EXPECT_NE(lines[2].text.find("16.7 % of all GPU-hours with nothing edited"), std::string::npos);
    EXPECT_NE(lines[3].text.find("no price for any of 2 nodes"), std::string::npos);
    EXPECT_NE(lines[4].text.find("Nothing was changed"), std::string::npos);
    for (const Sentence& line : lines) EXPECT_FALSE(line.evidence.empty());
}

TEST(Headline, ShowsARangeWhenSmActivityIsMissing) {
    diagnose::Audit audit = example();
    audit.computing_is_range = true;
    audit.computing_low_ms = 16 * 72 * kHour;
    EXPECT_NE(headline(audit)[0].text.find("10.0 % to 33.3 % computed"), std::string::npos);
}

TEST(Headline, SaysThatActivityIsNotKnownInsteadOfZero) {
    diagnose::Audit audit = example();
    auto& held = audit.accounting[static_cast<std::size_t>(AccountClass::held_loaded)];
    auto& productive = audit.accounting[static_cast<std::size_t>(AccountClass::productive)];
    audit.accounting[static_cast<std::size_t>(AccountClass::unknown)].gpu_ms = held.gpu_ms + productive.gpu_ms;
    held.gpu_ms = productive.gpu_ms = 0;
    audit.activity_seen = false;
    EXPECT_NE(headline(audit)[0].text.find("an unknown part computed"), std::string::npos);
    EXPECT_NE(headline(audit)[2].text.find("is not known"), std::string::npos);
    EXPECT_NE(headline(audit)[4].text.find("--metrics"), std::string::npos);
}

TEST(Terminal, ShowsFindingsOfEveryStep) {
    diagnose::Audit audit = example();
    for (int i = 0; i < 9; ++i) {
        diagnose::Finding finding;
        finding.kind = i < 8 ? diagnose::FindingKind::claimed_empty : diagnose::FindingKind::throttling;
        finding.statement = "found";
        audit.findings.push_back(finding);
    }
    const std::string text = terminal(audit, {});
    EXPECT_NE(text.find("throttling"), std::string::npos);
    EXPECT_NE(text.find("5 more in findings[]"), std::string::npos);
}

TEST(Headline, SaysWhatCannotBeSaid) {
    diagnose::Audit audit = example();
    audit.waits = {};
    EXPECT_NE(headline(audit)[1].text.find("not known"), std::string::npos);
    audit.capacity = {};
    EXPECT_NE(headline(audit)[0].text.find("No paid GPU time"), std::string::npos);
    EXPECT_FALSE(terminal(audit, {}).empty());
}

// Every table: the hours and the percents shown above a total add up to it.
TEST(Terminal, TablesAddUpAsShown) {
    std::vector<BarPart> parts;
    for (std::int64_t i = 1; i <= 7; ++i) parts.push_back({"part", "", i * 1'234'567, {"x", "0"}});
    const std::vector<std::string> lines = bar_with_table(parts, "all", 90, false);
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
