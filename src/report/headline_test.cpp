#include "report/headline.h"

#include <gtest/gtest.h>

#include "report/terminal.h"
#include "report/test_audit.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;

std::string sentence(const diagnose::Audit& audit, char letter) {
    return headline(audit)[static_cast<std::size_t>(letter - 'a')].text.english();
}

diagnose::ClassAmount& at(diagnose::Audit& audit, AccountClass c) {
    return audit.accounting[static_cast<std::size_t>(c)];
}

TEST(Headline, SaysTheFiveThingsWithTheirEvidence) {
    const std::vector<Sentence> lines = headline(example());
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0].text,
              "Of 11,520 GPU-hours (16 GPUs × 30 d, cluster prod, raw samples every 5 min) 33.3 % computed, 33.3 % was "
              "reserved but idle, 33.4 % was free.");
    EXPECT_EQ(
        lines[1].text,
        "Of 100.0 GPU-hours that work waited for, 12.0 % was a real shortage of GPUs, 88.0 % could have run on the "
        "GPUs you have. Buying 8 more GPUs would remove at most 9.0 % of the waiting.");
    EXPECT_EQ(
        lines[2].text,
        "Sharing GPUs between workloads can cure 16.7 % of all GPU-hours with nothing edited; no edit would add to "
        "that. It does nothing for the other 83.3 %: free already or computing.");
    EXPECT_EQ(lines[3].text,
              "What that is worth is not known: the price is unknown for all 2 nodes; give one with --prices FILE.");
    EXPECT_EQ(lines[4].text,
              "Not known: 0 % of the GPU-hours. Arable only read: nothing was changed. Next: the same command with "
              "--prices FILE.");
    for (const Sentence& line : lines) EXPECT_FALSE(line.evidence.empty());
}

TEST(Headline, SaysWhichInputsAreLost) {
    diagnose::Audit audit = example();
    EXPECT_TRUE(lost_inputs_text(audit).empty());
    audit.inputs_named = 3;
    audit.gaps = {{.kind = model::Gap::Kind::lost_input, .subject = "a.json", .message = "ends too early"}};
    EXPECT_EQ(lost_inputs_text(audit), "1 of 3 inputs could not be read: a.json: ends too early");
    EXPECT_TRUE(terminal(audit, {}).starts_with("!  1 of 3 inputs could not be read"));
}

TEST(Headline, SaysWhatWaitedAtOneInstant) {
    diagnose::Audit audit = example();
    audit.window.instant = true;
    audit.waits = {};
    EXPECT_EQ(sentence(audit, 'b'), "Whether any work waits is not known: no input lists pods or queues.");
    EXPECT_NE(terminal(audit, {}).find("whether anybody waited is not known"), std::string::npos);
    audit.waits.seen = true;
    EXPECT_TRUE(sentence(audit, 'b').starts_with("Nothing waited for a GPU at that moment"));
    audit.waits.waits = {{.name = "ml/wide",
                          .gpus_milli = 2000,
                          .resource = "nvidia.com/gpu.shared",
                          .count = 8,
                          .members = 1,
                          .said = "Unschedulable: 0/3 nodes are available"}};
    EXPECT_EQ(sentence(audit, 'b'),
              "At that moment 1 pod or gang waited for 2 GPUs (ml/wide); how long work waits cannot be said from one "
              "moment.");
    const std::string text = terminal(audit, {.width = 200});
    EXPECT_NE(
        text.find("ml/wide asks for 8 nvidia.com/gpu.shared, worth 2 GPUs; the cluster says: Unschedulable: 0/3 "),
        std::string::npos)
        << text;
}

// Fewer inputs must not promise more.
TEST(Headline, SaysThatRequestsAreNotKnownBesideWhatIsCurable) {
    diagnose::Audit audit = example();
    audit.holders = audit.holders_unspecified = 4;
    EXPECT_NE(sentence(audit, 'c').find("What pods ask for beside GPUs is not in the input"), std::string::npos);
    audit.holders_unspecified = 1;
    EXPECT_NE(sentence(audit, 'c').find("What 1 of 4 pods ask for beside GPUs is not in the input"), std::string::npos);
}

TEST(Headline, AsksForNoPricesThatWereGiven) {
    diagnose::Audit audit = example();
    audit.sources = {{.kind = "prices", .name = "prices.csv"}};
    EXPECT_NE(sentence(audit, 'd').find("the prices given fit no machine type"), std::string::npos);
    EXPECT_EQ(sentence(audit, 'e').find("--prices"), std::string::npos);
    EXPECT_NE(sentence(audit, 'e').find("--objects nodes.json"), std::string::npos);
}

TEST(Headline, NamesNoKindOfGpuWhereAllHelpAlike) {
    diagnose::Audit audit = example();
    audit.waits.buy = {{"A100", 8, kHour}, {"T4", 8, kHour}};
    EXPECT_NE(sentence(audit, 'b').find("Buying 8 more GPUs would"), std::string::npos);
}

TEST(Headline, NamesEditsTheirOwnersAndTheRulesThatForbidSharing) {
    diagnose::Audit audit = example();
    const std::int64_t third = at(audit, AccountClass::held_loaded).gpu_ms;
    at(audit, AccountClass::held_loaded).curable = {third / 3, third / 3, third - 2 * (third / 3)};
    audit.edits = {{"Deployment ml/chat", "lower --gpu-memory-utilization from 0.90 to 0.35", 1200 * kHour},
                   {"Deployment ml/code", "lower the CPU request from 8 to 4 cores", 79 * kHour},
                   {"Deployment ml/code", "lower the memory request from 64 GiB to 16 GiB", kHour}};
    audit.forbidden = {{"multi-GPU", 1000 * kHour}, {"gang", 280 * kHour}};
    EXPECT_EQ(
        sentence(audit, 'c'),
        "Sharing GPUs between workloads can cure 11.1 % of all GPU-hours with nothing edited; 11.1 % more after 3 "
        "edits by 2 owners, first of all Deployment ml/chat: lower --gpu-memory-utilization from 0.90 to 0.35 (1,200 "
        "GPU-hours); Deployment ml/code: lower the CPU request from 8 to 4 cores (79.0 GPU-hours). Sharing is ruled "
        "out for 11.1 %: work on several GPUs at once is never shared (8.7 %); pods that only run together are never "
        "shared (2.4 %). It does nothing for the other 66.7 %: free already or computing.");
    audit.edits.resize(1);
    EXPECT_NE(sentence(audit, 'c').find("after 1 edit by 1 owner: Deployment ml/chat: lower"), std::string::npos);
}

TEST(Headline, ShowsARangeWhenSmActivityIsMissing) {
    diagnose::Audit audit = example();
    audit.computing_is_range = true;
    audit.computing_low_ms = 16 * 72 * kHour;
    EXPECT_NE(sentence(audit, 'a').find("10.0 % to 33.3 % computed"), std::string::npos);
}

TEST(Headline, SaysThatActivityIsNotKnownInsteadOfZero) {
    diagnose::Audit audit = example();
    at(audit, AccountClass::unknown).gpu_ms =
        at(audit, AccountClass::held_loaded).gpu_ms + at(audit, AccountClass::productive).gpu_ms;
    at(audit, AccountClass::held_loaded) = {AccountClass::held_loaded, 0, {}};
    at(audit, AccountClass::productive).gpu_ms = 0;
    audit.activity_seen = false;
    EXPECT_EQ(sentence(audit, 'a').find(" computed"), std::string::npos) << sentence(audit, 'a');
    EXPECT_EQ(sentence(audit, 'a').find("reserved but idle"), std::string::npos);
    EXPECT_NE(sentence(audit, 'a').find("66.7 % did what no input tells"), std::string::npos) << sentence(audit, 'a');
    EXPECT_NE(sentence(audit, 'c').find("is not known: what reserved GPUs did"), std::string::npos);
    EXPECT_NE(sentence(audit, 'e').find("--metrics"), std::string::npos);
    audit.pools_only = true;
    EXPECT_NE(sentence(audit, 'a').find("was running jobs (how much those computed is not known)"), std::string::npos);
    EXPECT_NE(sentence(audit, 'd').find("a pool table names no nodes"), std::string::npos);
    EXPECT_EQ(sentence(audit, 'a').find("less up to"), std::string::npos);
    audit.pools_silent = {10 * 24 * kHour};
    EXPECT_NE(sentence(audit, 'a').find("less up to 10 d for which a pool table says nothing"), std::string::npos);
}

TEST(Headline, AsksWhoHeldTheGpusBeforeAnythingThatRestsOnIt) {
    diagnose::Audit audit = example();
    audit.holders_seen = false;
    audit.waits.known = false;
    at(audit, AccountClass::used_unclaimed).gpu_ms = at(audit, AccountClass::held_loaded).gpu_ms;
    at(audit, AccountClass::held_loaded) = {AccountClass::held_loaded, 0, {}};
    EXPECT_NE(sentence(audit, 'a').find("33.4 % was in use by nobody known"), std::string::npos);
    EXPECT_NE(sentence(audit, 'c').find("who used the GPUs is not in the input"), std::string::npos);
    EXPECT_NE(sentence(audit, 'e').find("DCGM_EXPORTER_KUBERNETES=true"), std::string::npos);
    EXPECT_NE(sentence(audit, 'e').find("--objects pods.json"), std::string::npos);
}

TEST(Headline, SaysOneInSingular) {
    diagnose::Audit audit = example();
    audit.capacity.gpus = audit.capacity.nodes = 1;
    audit.clusters = {""};
    EXPECT_NE(sentence(audit, 'a').find("(1 GPU within 30 d, not all the time, 1 cluster,"), std::string::npos)
        << sentence(audit, 'a');
    EXPECT_NE(sentence(audit, 'd').find("unknown for the only node;"), std::string::npos);
}

TEST(Headline, SaysWhatCannotBeSaid) {
    diagnose::Audit audit = example();
    audit.waits = {};
    EXPECT_NE(sentence(audit, 'b').find("not known"), std::string::npos);
    audit.capacity = {};
    EXPECT_NE(sentence(audit, 'a').find("No GPU was found"), std::string::npos);
    EXPECT_EQ(sentence(audit, 'e').find("- of"), std::string::npos);
    EXPECT_FALSE(terminal(audit, {}).empty());
}

}  // namespace
}  // namespace arable::report
