// One lost GPU takes its neighbours down: from files to findings. "Could a pod start here?" comes before "does anyone
// want it?", and demand is what an owner wants, not how often it tried.

#include <fmt/format.h>

#include "app/audit_fixture.h"

namespace arable::app {
namespace {

using diagnose::AccountClass;
using diagnose::FindingKind;
using diagnose::WaitCause;

constexpr Time kBegin{1'793'577'600'000};  // 2026-11-02T00:00:00Z; the window is six hours, the loss after three
constexpr Time kLoss = kBegin + hours(3);
constexpr Time kEnd = kBegin + hours(6);

struct Story {
    std::int64_t allocatable = 3;
    int refused = 37;
    bool restarted = false;  // the plugin, an hour after the loss: a pod of somebody else starts then
};

// Four cards with nothing on them; samples of the last end at the loss.
std::string metrics() {
    std::string text = "# TYPE DCGM_FI_PROF_GR_ENGINE_ACTIVE gauge\n";
    const auto family = [&](const char* name) {
        for (int gpu = 0; gpu < 4; ++gpu) {
            for (Time t = kBegin; t < (gpu == 3 ? kLoss : kEnd); t = t + minutes(1)) {
                text += fmt::format(
                    "{}{{gpu=\"{}\",UUID=\"GPU-00000000-0000-0000-0000-00000000000{}\",Hostname=\"n1\","
                    "modelName=\"NVIDIA A100-SXM4-80GB\"}} 0 {}\n",
                    name, gpu, gpu, t.ms / 1000);
            }
        }
    };
    family("DCGM_FI_PROF_GR_ENGINE_ACTIVE");
    text += "# TYPE DCGM_FI_DEV_FB_USED gauge\n";
    family("DCGM_FI_DEV_FB_USED");
    return text + "# EOF\n";
}

std::string pod(const std::string& name, const std::string& owner, Time created, const std::string& status) {
    return fmt::format(R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{}","namespace":"ml","uid":"uid-{}",
      "creationTimestamp":"{}","ownerReferences":[{{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"{}-1","uid":"rs-{}","controller":true}}]}},
      "spec":{{"nodeName":"n1","containers":[{{"name":"main","resources":{{"requests":{{"nvidia.com/gpu":"1"}},"limits":{{"nvidia.com/gpu":"1"}}}}}}]}},
      "status":{}}})",
                       name, name, format_rfc3339(created), owner, owner, status);
}

std::string owner(const std::string& name) {
    return fmt::format(
        R"({{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"{0}","namespace":"ml","uid":"d-{0}"}},"spec":{{"replicas":1}}}},
      {{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"name":"{0}-1","namespace":"ml","uid":"rs-{0}",
       "ownerReferences":[{{"apiVersion":"apps/v1","kind":"Deployment","name":"{0}","uid":"d-{0}","controller":true}}]}},"spec":{{"replicas":1}}}})",
        name);
}

std::string objects(const Story& story) {
    std::string items = fmt::format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"n1","uid":"n1","creationTimestamp":"2026-10-01T00:00:00Z"}},
          "status":{{"capacity":{{"cpu":"64","memory":"512Gi","pods":"110","nvidia.com/gpu":"4"}},
          "allocatable":{{"cpu":"64","memory":"512Gi","pods":"110","nvidia.com/gpu":"{}"}},
          "conditions":[{{"type":"Ready","status":"True","lastTransitionTime":"2026-10-01T00:00:00Z","lastHeartbeatTime":"{}"}}]}}}})",
        story.allocatable, format_rfc3339(kEnd - minutes(1)));
    items += R"(,{"apiVersion":"v1","kind":"Pod","metadata":{"name":"dns","namespace":"kube-system","uid":"dns",
      "creationTimestamp":"2026-10-01T00:00:00Z"},"spec":{"nodeName":"n1","containers":[{"name":"dns"}]},
      "status":{"phase":"Running","startTime":"2026-10-01T00:00:00Z"}})";
    items += "," + owner("chat");
    for (int i = 0; i < story.refused; ++i) {
        items += "," + pod("chat-1-" + std::to_string(i), "chat", kLoss + minutes(1) + minutes(4) * i,
                           R"({"phase":"Failed","reason":"UnexpectedAdmissionError",
               "message":"Allocate failed due to rpc error: the plugin cannot list devices, which is unexpected"})");
    }
    if (story.restarted) {
        const std::string at = format_rfc3339(kLoss + hours(1));
        items += "," + owner("other") + "," +
                 pod("other-1-a", "other", kLoss + hours(1),
                     fmt::format(R"({{"phase":"Running","startTime":"{0}",
                   "conditions":[{{"type":"PodScheduled","status":"True","lastTransitionTime":"{0}"}}],
                   "containerStatuses":[{{"name":"main","state":{{"running":{{"startedAt":"{0}"}}}}}}]}})",
                                 at));
    }
    return R"({"apiVersion":"v1","kind":"List","items":[)" + items + "]}";
}

diagnose::Audit audited(const Story& story) {
    const Folder folder;
    Inputs inputs{.metrics = {folder / "metrics.txt"}, .objects = {folder / "objects.json"}};
    write_text(inputs.metrics.front(), metrics());
    write_text(inputs.objects.front(), objects(story));
    Settings settings;
    settings.window = hours(6);
    settings.end = kEnd;
    Progress silent;
    auto result = audit(inputs, settings, silent);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? *result : diagnose::Audit{};
}

std::int64_t amount(const diagnose::Audit& audit, AccountClass c) {
    return audit.accounting.at(static_cast<std::size_t>(c)).gpu_ms;
}

const diagnose::Finding* found(const diagnose::Audit& audit, FindingKind kind) {
    const auto at = std::ranges::find(audit.findings, kind, &diagnose::Finding::kind);
    return at == audit.findings.end() ? nullptr : &*at;
}

TEST(LostGpu, TakesItsNeighboursDown) {
    const diagnose::Audit a = audited({});
    EXPECT_EQ(a.capacity.gpus, 4);
    EXPECT_EQ(amount(a, AccountClass::unavailable), hours(12).ms);
    EXPECT_EQ(amount(a, AccountClass::free_no_demand), hours(12).ms);
    const auto* finding = found(a, FindingKind::never_usable_node);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->subject.name, "n1");
    EXPECT_EQ(finding->gpu_ms[static_cast<std::size_t>(AccountClass::unavailable)], hours(12).ms);
    EXPECT_NE(finding->statement.english().find("1 GPU is broken and 3 more were unavailable because of it: usable 0 of 4"),
              std::string::npos)
        << finding->statement.english();
    EXPECT_NE(finding->statement.english().find("12.0 GPU-hours, 9.0 GPU-hours of them collateral"), std::string::npos)
        << finding->statement.english();
    EXPECT_NE(finding->statement.english().find("37 pods"), std::string::npos) << finding->statement.english();
    EXPECT_NE(finding->statement.english().find("demand is 1 GPU"), std::string::npos) << finding->statement.english();
    EXPECT_NE(finding->remedy.action.english().find("cordon"), std::string::npos);
    EXPECT_NE(finding->remedy.action.english().find("restart"), std::string::npos);
    EXPECT_EQ(finding->remedy.command, "kubectl cordon node/n1");
}

TEST(LostGpu, IsNoReasonToBuy) {
    const diagnose::Audit a = audited({});
    ASSERT_EQ(a.waits.waits.size(), 1U);
    EXPECT_EQ(a.waits.waits.front().gpus_milli, 1000);
    EXPECT_EQ(a.waits.by_cause[static_cast<std::size_t>(WaitCause::broken)], (hours(3) - minutes(1)).ms);
    EXPECT_EQ(a.waits.gpu_ms, (hours(3) - minutes(1)).ms);
    EXPECT_TRUE(a.waits.buy.empty());
}

// What cannot start is no longer said of a node on which a pod did start.
TEST(LostGpu, NeighboursAreFreeAgainOnceAPodStarts) {
    const diagnose::Audit a = audited({.refused = 12, .restarted = true});
    // The lost card three hours; its three neighbours for one.
    EXPECT_EQ(amount(a, AccountClass::unavailable), hours(6).ms);
}

TEST(LostGpu, WithoutRefusedPodsOnlyTheLostOneIsUnavailable) {
    const diagnose::Audit a = audited({.refused = 0});
    EXPECT_EQ(amount(a, AccountClass::unavailable), hours(3).ms);
    EXPECT_EQ(amount(a, AccountClass::free_no_demand), hours(21).ms);
}

TEST(LostGpu, OneRefusalOnANodeThatOffersAllItsCardsIsAnAccident) {
    const diagnose::Audit a = audited({.allocatable = 4, .refused = 1});
    EXPECT_EQ(amount(a, AccountClass::unavailable), 0);
    EXPECT_EQ(found(a, FindingKind::never_usable_node), nullptr);
}

TEST(LostGpu, ANodeThatCanGiveAwayNothingIsNotFree) {
    const diagnose::Audit a = audited({.allocatable = 0, .refused = 0});
    EXPECT_EQ(amount(a, AccountClass::free_no_demand), 0);
    EXPECT_EQ(amount(a, AccountClass::unavailable), hours(24).ms);
}

}  // namespace
}  // namespace arable::app
