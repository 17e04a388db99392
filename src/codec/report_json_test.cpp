#include "codec/report_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace arable::codec {
namespace {

using nlohmann::json;

diagnose::Audit example() {
    diagnose::Audit audit;
    audit.clusters = {"prod"};
    audit.capacity.gpu_ms = 100;
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c) {
        audit.accounting.push_back({static_cast<diagnose::AccountClass>(c), c == 0 ? 40 : c == 15 ? 60 : 0, {}});
    }
    audit.metrics.push_back(
        {.level = "estate", .name = "", .gpu_ms = 100, .sm_mean = std::numeric_limits<double>::quiet_NaN()});
    diagnose::Finding finding;
    finding.id = "claimed-empty/ml/chat";
    finding.statement = "bad \xff byte";
    finding.gpu_ms[10] = 5;
    audit.findings.push_back(finding);
    return audit;
}

TEST(ReportJson, HasTheContractsKeys) {
    const json root = json::parse(report_json(example()));
    EXPECT_EQ(root["schema"], "arable.report/v1");
    for (const char* key : {"window", "capacity", "accounting", "metrics", "waits", "buy", "steps", "findings",
                            "workloads", "gpus", "gaps", "sources"}) {
        EXPECT_TRUE(root.contains(key)) << key;
    }
    EXPECT_EQ(root["accounting"].size(), diagnose::kAccountClasses);
    EXPECT_EQ(root["accounting"][0]["class"], "unavailable");
    EXPECT_DOUBLE_EQ(root["accounting"][0]["share"], 0.4);
    EXPECT_EQ(root["findings"][0]["gpu_ms"]["held.empty"], 5);
}

TEST(ReportJson, WritesTheUnknownAsNull) {
    const json root = json::parse(report_json(example()));
    EXPECT_TRUE(root["metrics"]["estate"][0]["compute"]["sm_mean"].is_null());
    EXPECT_TRUE(root["metrics"]["estate"][0]["compute"]["engine_mean"].is_null());
    EXPECT_TRUE(root["findings"][0]["money"].is_null());
    EXPECT_EQ(root["waits"], json({{"known", false}, {"pending", nullptr}}));
}

TEST(ReportJson, IsTheSameTwice) { EXPECT_EQ(report_json(example()), report_json(example())); }

}  // namespace
}  // namespace arable::codec
