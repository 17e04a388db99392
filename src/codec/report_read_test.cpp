#include "codec/report_read.h"

#include <gtest/gtest.h>

#include "codec/report_json.h"

namespace arable::codec {
namespace {

constexpr std::int64_t kHour = 3'600'000;

diagnose::Audit an_audit() {
    diagnose::Audit audit;
    audit.clusters = {"prod"};
    audit.window.window = {Time{0}, Time{0} + days(1)};
    audit.window.asked = audit.window.found = days(1);
    audit.window.sample_interval = seconds(30);
    audit.capacity = {.clusters = 1, .nodes = 1, .gpus = 8, .gpu_ms = 192 * kHour, .by_product = {}};
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c)
        audit.accounting.push_back({static_cast<diagnose::AccountClass>(c), 12 * kHour, {1, 2, 3}});
    audit.waits.known = true;
    audit.waits.gpu_ms = 24 * kHour;
    audit.waits.by_cause.fill(2 * kHour);
    audit.waits.buy = {{"", 1, kHour}};
    diagnose::Finding finding;
    finding.id = "claimed-empty/ml/chat";
    finding.kind = diagnose::FindingKind::claimed_empty;
    finding.gpu_ms[10] = 5 * kHour;
    audit.findings = {finding};
    diagnose::WorkloadRow row;
    row.ns = "ml";
    row.kind = "Deployment";
    row.name = "chat";
    row.gpu_ms = 7;
    row.classes[10] = 7;
    audit.workloads = {row};
    audit.worth.paid = {{5'000'000, "USD"}};
    audit.sources = {{.kind = "metrics", .name = "m"}};
    for (std::size_t s = 0; s < 4; ++s) audit.steps.push_back({static_cast<diagnose::Step>(s), "nothing.", 0, {}});
    audit.gap_gpu_ms = 9;
    return audit;
}

TEST(ReportRead, GivesBackWhatIsCompared) {
    const diagnose::Audit audit = an_audit();
    const auto read = read_report(report_json(audit));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->clusters, audit.clusters);
    EXPECT_EQ(read->window.window, audit.window.window);
    EXPECT_EQ(read->window.sample_interval, seconds(30));
    EXPECT_EQ(read->capacity.gpus, 8);
    ASSERT_EQ(read->accounting.size(), diagnose::kAccountClasses);
    EXPECT_EQ(read->accounting[3].gpu_ms, 12 * kHour);
    EXPECT_EQ(read->accounting[3].curable, (diagnose::Curable{1, 2, 3}));
    EXPECT_EQ(read->waits.by_cause, audit.waits.by_cause);
    EXPECT_EQ(read->waits.buy.size(), 1U);
    EXPECT_EQ(read->findings[0].id, "claimed-empty/ml/chat");
    EXPECT_EQ(read->findings[0].gpu_ms, audit.findings[0].gpu_ms);
    EXPECT_EQ(read->workloads[0].classes, audit.workloads[0].classes);
    EXPECT_EQ(read->worth.paid, audit.worth.paid);
    EXPECT_EQ(read->sources[0].kind, "metrics");
    EXPECT_EQ(read->gap_gpu_ms, 9);
}

std::string error_of(const std::string& json) {
    const auto read = read_report(json);
    return read ? "no error" : read.error().message;
}

TEST(ReportRead, NamesWhatIsWrong) {
    const std::string good = report_json(an_audit());
    struct Spoiled {
        std::string from, to, says;
    };
    for (const Spoiled& s :
         {Spoiled{"report/v1", "report/v2",
                  "its schema is 'arable.report/v2'; what can be compared is 'arable.report/v1' or a snapshot"},
          Spoiled{"\"gpu_ms\": 43200000", "\"gpu_ms\": 43200001",
                  "'accounting' is missing, of the wrong type, or does not add up"},
          Spoiled{"\"gpu_ms\": 7200000", "\"gpu_ms\": -7200000",
                  "'gpu_ms' is missing, of the wrong type, or does not add up"},
          Spoiled{"\"class\": \"unavailable\"", "\"class\": \"idle\"",
                  "'class' is missing, of the wrong type, or does not add up"},
          Spoiled{"\"instant\": false", "\"instant\": 0",
                  "'instant' is missing, of the wrong type, or does not add up"},
          Spoiled{"1970-01-01T00:00:00Z", "yesterday", "'start' is missing, of the wrong type, or does not add up"}}) {
        std::string wrong = good;
        ASSERT_NE(wrong.find(s.from), std::string::npos) << s.from;
        wrong.replace(wrong.find(s.from), s.from.size(), s.to);
        EXPECT_EQ(error_of(wrong), s.says);
    }
    EXPECT_EQ(error_of(""), "it is no JSON document");
    EXPECT_EQ(error_of(std::string(1'000'000, '[')), "it is no JSON document");
    for (std::size_t n = 0; n < 200; ++n) EXPECT_NE(error_of(good.substr(0, good.size() * n / 201)), "no error") << n;
}

}  // namespace
}  // namespace arable::codec
