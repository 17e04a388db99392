#include "sources/prometheus_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "sources/dialect.h"

namespace arable::sources {
namespace {

TEST(PrometheusNames, OneSelectorFindsEveryNameThatIsRead) {
    const std::string selector = names_selector("a=\"b\"");
    ASSERT_TRUE(selector.starts_with("{__name__=~\"")) << selector;
    ASSERT_TRUE(selector.ends_with("\",a=\"b\"}")) << selector;
    EXPECT_LT(selector.size(), 1500U);  // it stands in a URL
    const std::regex pattern(selector.substr(12, selector.size() - 12 - std::string("\",a=\"b\"}").size()));
    for (const auto part : {dcgm_rows(), other_gpu_rows(), serving_rows(), cluster_rows()}) {
        for (const DialectRow& row : part) {
            if (row.of == RowOf::unused) continue;
            EXPECT_TRUE(std::regex_match(std::string(row.name), pattern)) << row.name;
        }
    }
    EXPECT_TRUE(std::regex_match("ray_vllm_num_requests_running", pattern));
    EXPECT_FALSE(std::regex_match("apiserver_request_total", pattern));
}

TEST(PrometheusNames, AsksForWhatTheTableReadsAndNothingElse) {
    const std::vector<std::string> names{"kube_pod_info",
                                         "up",
                                         "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
                                         "kube_pod_info",
                                         "my_own",
                                         "DCGM_FI_DEV_ENC_UTIL",
                                         "vllm_num_requests_running"};
    const auto loads = wanted_loads(names, "cluster=\"a\"");
    ASSERT_EQ(loads.size(), 3U);
    EXPECT_EQ(loads[0].metric, "DCGM_FI_PROF_GR_ENGINE_ACTIVE");
    EXPECT_EQ(loads[0].matchers, "cluster=\"a\"");
    EXPECT_EQ(loads[0].shard_label, "UUID");
    EXPECT_EQ(loads[1].metric, "kube_pod_info");
    EXPECT_EQ(loads[2].metric, "vllm_num_requests_running");
    EXPECT_TRUE(measures_gpus("DCGM_FI_PROF_GR_ENGINE_ACTIVE"));
    EXPECT_FALSE(measures_gpus("kube_pod_info"));
}

TEST(PrometheusNames, LeavesOutOnServerSideOnlyWhatTheIngestLeavesOut) {
    const auto matchers = [](const std::string& name) { return wanted_loads(std::vector{name}, "").at(0).matchers; };
    EXPECT_EQ(matchers("container_cpu_usage_seconds_total"), "container!=\"\",container!=\"POD\"");
    EXPECT_EQ(matchers("gpu_gfx_activity"), "gpu_id!=\"\"");
    EXPECT_EQ(matchers("nv_trt_llm_request_metrics"), "request_type=~\"active|waiting\"");
    EXPECT_EQ(matchers("vllm:request_success_total"), "");  // one row takes any reason
    EXPECT_EQ(matchers("vllm:cache_config_info"), "");
}

TEST(PrometheusNames, ReadsMatchersWithAndWithoutBraces) {
    const auto all = parse_matchers(std::vector<std::string>{"{a=\"b, c\", d!~\"x\\\"y\"}", "e=\"f\","});
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(*all, "a=\"b, c\", d!~\"x\\\"y\",e=\"f\"");
    EXPECT_EQ(*parse_matchers(std::vector<std::string>{}), "");
    for (const char* text : {"a", "a=b", "=\"b\"", "a=\"b", "a=\"b\"} or up{c=\"d\"", "up{a=\"b\"}"}) {
        EXPECT_FALSE(parse_matchers(std::vector<std::string>{text})) << text;
    }
}

}  // namespace
}  // namespace arable::sources
