// A full queue beside an empty cache: no spare capacity, whatever else is slack.

#include <fmt/format.h>

#include "app/audit_fixture.h"

namespace arable::app {
namespace {

using diagnose::FindingKind;

constexpr Time kBegin{1'793'613'600'000};  // 2026-11-02T10:00:00Z

// One replica on one card, twice, ten minutes apart: 20 run, 40 then 340 wait, the cache is 32 % full, 6.0 requests a
// second are done.
std::string metrics() {
    std::string text;
    const auto family = [&](const char* name, const char* type, const char* labels, double first, double second) {
        text += fmt::format("# TYPE {} {}\n", name, type);
        text += fmt::format("{}{{{}}} {} {}\n", name, labels, first, kBegin.ms / 1000);
        text += fmt::format("{}{{{}}} {} {}\n", name, labels, second, kBegin.ms / 1000 + 600);
    };
    const char* card =
        "gpu=\"0\",UUID=\"GPU-00000000-0000-0000-0000-000000000001\",Hostname=\"n1\","
        "modelName=\"NVIDIA A100-SXM4-80GB\",namespace=\"ml\",pod=\"chat-0\",container=\"main\"";
    const char* server = "namespace=\"ml\",pod=\"chat-0\",model_name=\"m\"";
    family("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gauge", card, 0.9, 0.9);
    family("DCGM_FI_PROF_SM_ACTIVE", "gauge", card, 0.6, 0.6);
    family("DCGM_FI_DEV_FB_USED", "gauge", card, 72000, 72000);
    family("DCGM_FI_DEV_FB_FREE", "gauge", card, 9000, 9000);
    family("vllm:num_requests_running", "gauge", server, 20, 20);
    family("vllm:num_requests_waiting", "gauge", server, 40, 340);
    family("vllm:kv_cache_usage_perc", "gauge", server, 0.32, 0.32);
    family("vllm:request_success", "counter", server, 10000, 13600);
    const std::string counter = "\nvllm:request_success{";
    for (std::size_t at = text.find(counter); at != std::string::npos; at = text.find(counter))
        text.replace(at, counter.size(), "\nvllm:request_success_total{");
    return text + "# EOF\n";
}

TEST(FullQueue, DecidesAlone) {
    const Folder folder;
    const Inputs inputs{.metrics = {folder / "metrics.txt"}};
    write_text(inputs.metrics.front(), metrics());
    Settings settings;
    Progress silent;
    const auto audited = audit(inputs, settings, silent);
    ASSERT_TRUE(audited) << audited.error().message;
    const auto kind = [&](FindingKind k) { return std::ranges::find(audited->findings, k, &diagnose::Finding::kind); };
    const auto full = kind(FindingKind::queue_saturated);
    ASSERT_NE(full, audited->findings.end());
    EXPECT_NE(full->statement.english().find("Arrivals were 6.5 requests/s where 6.0 are served: a load of 108 %; at least 2 "
                                   "replicas are needed"),
              std::string::npos)
        << full->statement.english();
    EXPECT_NE(full->statement.english().find("bound by compute, not by memory (KV cache 32 % full)"), std::string::npos)
        << full->statement.english();
    EXPECT_NE(full->statement.english().find("spare capacity is 0"), std::string::npos) << full->statement.english();
    EXPECT_NE(full->remedy.action.english().find("run at least 2 replicas instead of 1"), std::string::npos);
    for (const FindingKind k :
         {FindingKind::kv_over_reserved, FindingKind::small_model_big_card, FindingKind::low_traffic}) {
        EXPECT_EQ(kind(k), audited->findings.end());
    }
    // And sharing is not offered for what it does not compute.
    EXPECT_TRUE(audited->edits.empty());
    for (const auto& amount : audited->accounting) EXPECT_EQ(amount.curable.as_is_ms, 0);
}

}  // namespace
}  // namespace arable::app
