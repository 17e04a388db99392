#include "report/html.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <stack>

#include "report/test_audit.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;

// Every part of the page has something to show.
Audit full() {
    Audit audit = example();
    audit.waits.waits = {
        {.name = "ml/train", .gpus_milli = 8000, .gpu_ms = 100 * kHour, .by_cause = audit.waits.by_cause}};
    diagnose::GpuRow gpu{.node = "n1", .name = "GPU-1", .product = "H100", .index = 0, .gpu_ms = 720 * kHour};
    gpu.classes[static_cast<std::size_t>(AccountClass::held_loaded)] = 720 * kHour;
    audit.gpus.assign(16, gpu);
    for (std::size_t i = 8; i < 16; ++i) audit.gpus[i].node = "n2";
    audit.week.resize(diagnose::kWeekHours);
    for (std::size_t h = 0; h < diagnose::kWeekHours; ++h) {
        audit.week[h][static_cast<std::size_t>(AccountClass::productive)] = static_cast<std::int64_t>(h) * kHour;
        audit.week[h][static_cast<std::size_t>(AccountClass::free_no_demand)] = 200 * kHour;
    }
    diagnose::WorkloadRow row{
        .ns = "ml", .kind = "Deployment", .name = "chat", .gpus_milli = 2500, .gpu_ms = 10 * kHour};
    row.classes[static_cast<std::size_t>(AccountClass::held_loaded)] = 10 * kHour;
    row.curable.forbidden_ms = 10 * kHour;
    row.rule = "multi-GPU";
    audit.workloads = {row};
    diagnose::Finding finding;
    finding.id = "loaded-idle/ml/chat";
    finding.kind = diagnose::FindingKind::loaded_idle;
    finding.gpu_ms[static_cast<std::size_t>(AccountClass::held_loaded)] = 10 * kHour;
    finding.confidence = 0.92;
    finding.statement = "Deployment ml/chat held GPUs loaded but idle.";
    finding.remedy = {
        .action = "scale to zero", .owner = "owner of ml/chat", .command = "kubectl -n ml get deployment"};
    finding.evidence = {{.selector = "engine_active{}", .aggregate = "mean", .value = 0.25, .unit = "ratio", .n = 3}};
    audit.findings = {finding};
    audit.metrics = {{.level = "estate", .gpu_ms = audit.capacity.gpu_ms, .known_ms = 1, .memory_used_share = 0.5}};
    audit.cannot_say = {"What ran before."};
    audit.gaps = {{.kind = model::Gap::Kind::assumption, .subject = "n1", .message = "was guessed"}};
    audit.sources = {{.kind = "metrics", .name = "m.txt", .records = 5, .dropped = 1, .detail = ""}};
    return audit;
}

std::size_t occurrences(const std::string& text, const std::string& word) {
    std::size_t n = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
    return n;
}

// Tags that are open at the end, or the first that closes another one.
std::string unbalanced(const std::string& page) {
    static const std::set<std::string> kVoid{"meta", "link", "rect", "line", "circle", "path"};
    const std::regex tag(R"(<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"]|"[^"]*")*)>)");
    std::stack<std::string> open;
    const std::size_t body = page.find("<body>");
    for (std::sregex_iterator it(page.begin() + static_cast<std::ptrdiff_t>(body), page.end(), tag), end; it != end;
         ++it) {
        const std::string name = (*it)[2];
        const std::string rest = (*it)[3];
        if ((*it)[1].length() == 0) {
            if (!kVoid.contains(name) || !rest.ends_with("/")) open.push(name);
        } else if (name == "html") {
            break;
        } else if (open.empty() || open.top() != name) {
            return "</" + name + ">";
        } else {
            open.pop();
        }
    }
    return open.empty() ? "" : open.top();
}

TEST(Html, HasAllPartsWithHeadingsInOrder) {
    const std::string page = html(full(), {});
    for (const char* id :
         {"short", "accounting", "waits", "buy", "steps", "workloads", "week", "gpus", "metrics", "limits"}) {
        EXPECT_NE(page.find("<section id=\"" + std::string(id) + "\""), std::string::npos) << id;
        EXPECT_NE(page.find("<a href=\"#" + std::string(id) + "\""), std::string::npos) << id;
    }
    EXPECT_EQ(occurrences(page, "<h1"), 1U);
    const std::regex heading("<h([1-6])");
    int level = 0;
    for (std::sregex_iterator it(page.begin(), page.end(), heading), end; it != end; ++it) {
        const int next = std::stoi((*it)[1]);
        EXPECT_LE(next, level + 1);
        level = next;
    }
}

TEST(Html, NeedsNothingElse) {
    const std::string page = html(full(), {});
    for (const char* word : {"<script", "http:", "https:", "@import", "javascript:", " src=", " style=", " onclick"}) {
        EXPECT_EQ(page.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(occurrences(page, "url("), occurrences(page, "url(#"));
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Html, ClosesWhatItOpens) {
    EXPECT_EQ(unbalanced(html(full(), {})), "");
    EXPECT_EQ(unbalanced(html(example(), {})), "");
    EXPECT_EQ(unbalanced(html(Audit{}, {})), "");
}

TEST(Html, NamesItsTablesAndPictures) {
    const std::string page = html(full(), {});
    EXPECT_EQ(occurrences(page, "<table"), occurrences(page, "<caption"));
    EXPECT_EQ(occurrences(page, "<svg"), occurrences(page, "aria-hidden=\"true\"") -
                                             occurrences(page, "<span class=\"sw") +
                                             occurrences(page, "role=\"img\" aria-label=\""));
    std::set<std::string> ids;
    const std::regex id(" id=\"([^\"]*)\"");
    for (std::sregex_iterator it(page.begin(), page.end(), id), end; it != end; ++it) {
        EXPECT_TRUE(ids.insert((*it)[1]).second) << (*it)[1];
    }
}

TEST(Html, IsTheSameTwiceAndInTheLanguageAsked) {
    EXPECT_EQ(html(full(), {}), html(full(), {}));
    EXPECT_NE(html(full(), {}).find("<html lang=\"en\">"), std::string::npos);
    const std::string french = html(full(), {.language = Language::french});
    EXPECT_NE(french.find("<html lang=\"fr\">"), std::string::npos);
    EXPECT_NE(french.find(">33,3\u00A0%<"), std::string::npos);
    EXPECT_EQ(french.find(">33.3"), std::string::npos);
}

TEST(Html, ShowsExactAmountsBesideRoundedOnes) {
    const std::string page = html(full(), {});
    EXPECT_NE(page.find("data-class=\"held.loaded\" data-ms=\"13824000000\""), std::string::npos);
    EXPECT_NE(page.find(">3,840</td><td class=\"n\">33.3\u00A0%</td>"), std::string::npos);
    EXPECT_NE(page.find("data-cause=\"real\" data-ms=\"43200000\""), std::string::npos);
    EXPECT_NE(page.find("data-node=\"n2\" data-gpus=\"8\" data-ms=\"0 0 20736000000 0 0 0 0\""), std::string::npos);
    // Sunday, the last hour: 167 of 367.
    EXPECT_NE(page.find("<td class=\"h5\" data-ms=\"601200000\" data-of=\"1321200000\">46</td>"), std::string::npos);
    EXPECT_NE(page.find("Most on Sunday 23:00 (46\u00A0%), least on Monday 0:00 (0\u00A0%)."), std::string::npos);
}

TEST(Html, EscapesTextsFromOutsideEverywhere) {
    const std::string bad = "<script>\"'&\x1b\xff\u202E";
    Audit audit = full();
    audit.clusters = {bad};
    audit.waits.waits[0].name = bad;
    audit.waits.waits[0].spans = {{.cause = diagnose::WaitCause::fragmented, .detail = diagnose::said(bad)}};
    audit.waits.waits[0].spans[0].span = {Time{0}, Time{kHour}};
    audit.waits.buy[0].product = bad;
    for (diagnose::GpuRow& gpu : audit.gpus) gpu.node = gpu.name = gpu.cluster = gpu.holders = gpu.product = bad;
    audit.workloads[0].ns = audit.workloads[0].name = audit.workloads[0].kind = audit.workloads[0].rule = bad;
    audit.workloads[0].edit = bad;
    diagnose::Finding& finding = audit.findings[0];
    finding.id = bad;
    finding.statement = finding.confidence_reason = bad;
    finding.remedy = {.action = bad, .owner = bad, .command = bad};
    finding.evidence[0].selector = finding.evidence[0].aggregate = finding.evidence[0].unit = bad;
    audit.metrics[0] = {.level = "pool", .name = bad};
    audit.steps[0].verdict = bad;
    audit.cannot_say = {bad};
    audit.gaps[0].subject = bad;
    audit.gaps[0].message = bad;
    audit.sources[0].name = audit.sources[0].kind = audit.sources[0].detail = bad;
    for (const Language language : {Language::english, Language::french}) {
        const std::string page = html(audit, {.language = language});
        EXPECT_EQ(page.find("<script"), std::string::npos);
        EXPECT_EQ(page.find('\x1b'), std::string::npos);
        EXPECT_EQ(page.find('\xff'), std::string::npos);
        EXPECT_EQ(page.find("\u202E"), std::string::npos);
        EXPECT_EQ(unbalanced(page), "");
        EXPECT_GE(occurrences(page, "&lt;script&gt;&quot;&#39;&amp;?\uFFFD\uFFFD"), 25U);
    }
}

TEST(Html, SaysHowMuchMoreTheJsonHolds) {
    Audit audit = full();
    audit.workloads.assign(60, audit.workloads[0]);
    audit.findings.assign(13, audit.findings[0]);
    const std::string page = html(audit, {});
    EXPECT_NE(page.find("10 more in workloads[] of --format json."), std::string::npos);
    EXPECT_NE(page.find("3 more in findings[] of --format json."), std::string::npos);
    EXPECT_EQ(occurrences(page, "data-workload="), 50U);
}

TEST(Html, StaysSmallForAnyNumberOfGpus) {
    Audit audit = full();
    const diagnose::GpuRow gpu = audit.gpus[0];
    const auto with = [&](std::size_t gpus) {
        audit.gpus.assign(gpus, gpu);
        for (std::size_t i = 0; i < gpus; ++i) {
            audit.gpus[i].node = "gpu-node-of-a-long-name-" + std::to_string(i / 8);
            for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c) audit.gpus[i].classes[c] = kHour;
        }
        return html(audit, {}).size();
    };
    EXPECT_LT(with(1'000), 500'000U);
    EXPECT_LT(with(2'000), 800'000U);
    EXPECT_LT(with(50'000), 1'500'000U);
}

TEST(Html, SaysWhatIsNotKnownInsteadOfZero) {
    Audit audit = example();
    audit.waits = {};
    audit.activity_seen = false;
    audit.accounting[static_cast<std::size_t>(AccountClass::unknown)].gpu_ms = audit.capacity.gpu_ms;
    const std::string page = html(audit, {});
    EXPECT_NE(
        page.find("data-tile=\"computing\"><dt><span class=\"sw g-computing\" aria-hidden=\"true\"></span>computing"
                  "</dt><dd class=\"unknown\">not known</dd>"),
        std::string::npos);
    EXPECT_NE(page.find("How long work waited is not known"), std::string::npos);
}

}  // namespace
}  // namespace arable::report
