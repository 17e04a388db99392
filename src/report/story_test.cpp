#include "report/story.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/figures.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Story;
using diagnose::StoryKind;
using diagnose::Trait;

constexpr std::int64_t kHour = 3'600'000;
constexpr Time kBegin{1'793'491'200'000};  // 2026-11-01T00:00:00Z
const Interval kDay{kBegin, kBegin + days(1)};

Story a_workload() {
    Story story;
    story.kind = StoryKind::workload;
    story.name = "ml/chat";
    story.window.window = kDay;
    story.traits = {{Trait::Key::owner, "Deployment ml/chat"}, {Trait::Key::pods, "2"}};
    story.moments = {{diagnose::Moment::Kind::created, "ml/chat-0", kBegin + minutes(5)}};
    story.holdings = {{.pod = "ml/chat-0",
                       .owner = "Deployment ml/chat",
                       .gpu = "gpu-a",
                       .node = "n1",
                       .instance = {},
                       .held = {kBegin, kBegin + hours(24)}}};
    story.gpu_ms = 24 * kHour;
    story.classes[static_cast<std::size_t>(AccountClass::held_empty)] = 18 * kHour;
    story.classes[static_cast<std::size_t>(AccountClass::productive)] = 6 * kHour;
    story.estate_gpu_ms = 240 * kHour;
    story.curable.as_is_ms = 18 * kHour;
    story.money = Money{48'000'000, "USD"};
    story.measures = {{.what = "sm_active",
                       .aggregate = "mean while held",
                       .value = 0.25,
                       .unit = "ratio",
                       .n = 24,
                       .known = hours(24),
                       .window = kDay}};
    return story;
}

std::string words_of(const Story& story, std::size_t width = 100) {
    std::istringstream in(story_text(story, {.width = width}));
    std::string all;
    for (std::string word; in >> word;) all += word + " ";
    return all;
}

void expect_words(const Story& story, const std::string& words) {
    EXPECT_NE(words_of(story).find(words), std::string::npos) << words << "\n" << story_text(story, {});
}

TEST(StoryText, SaysWhatItIsAndWhereItsTimeWent) {
    const Story story = a_workload();
    EXPECT_EQ(story_text(story, {}).substr(0, 17), "workload ml/chat\n");
    expect_words(story, "From 2026-11-01 00:00 to 2026-11-02 00:00 UTC, 1 d.");
    expect_words(story, "owner Deployment ml/chat");
    expect_words(story, "2026-11-01 00:05 ml/chat-0 was created");
    expect_words(story,
                 "ml/chat-0 (Deployment ml/chat) held gpu-a (n1) for 24.0 h, from 2026-11-01 00:00 to "
                 "2026-11-02 00:00 UTC: by its allocation");
    expect_words(story, "Where its 24.0 GPU-hours went");
    expect_words(story, "held.empty 18.0 75.0 %");
    expect_words(story, "That is 10.0 % of the 240.0 GPU-hours of the estate.");
    expect_words(story, "Sharing would cure 18.0 GPU-hours of it with nothing edited.");
    expect_words(story, "It cost 48.00 USD.");
}

TEST(StoryText, SaysHowMuchStandsBehindAMeasure) {
    Story story = a_workload();
    expect_words(story, "sm_active, mean while held: 25.0 % (n = 24, known for 24.0 h)");
    story.measures[0].window.end = kBegin + hours(12);  // other than the story's
    expect_words(story, "(n = 24, known for 24.0 h, 2026-11-01 00:00 to 2026-11-01 12:00 UTC)");
}

TEST(StoryText, SaysThatItWaitedThoughNobodyKnowsForHowMuch) {
    Story story = a_workload();
    story.waits_known = story.waits_seen = true;
    diagnose::Wait wait{.name = "ml/odd"};
    wait.spans.push_back({.span = {kBegin, kBegin + hours(2)}, .cause = diagnose::WaitCause::broken});
    story.waits.push_back(wait);
    expect_words(story, "ml/odd waited, for how many GPUs is not known: what it asks for cannot be read.");
    expect_words(story, "2 h: broken");
}

TEST(StoryText, SaysOfOneMomentWhatKeepsItWaiting) {
    Story story = a_workload();
    story.window.instant = true;
    story.waits_seen = true;
    story.waits = {{.name = "ml/wide",
                    .gpus_milli = 2000,
                    .resource = "nvidia.com/gpu.shared",
                    .count = 8,
                    .members = 1,
                    .said = "Unschedulable: 0/3 nodes are available"}};
    expect_words(story, "Why it waits");
    expect_words(story, "ml/wide asks for 8 nvidia.com/gpu.shared, worth 2 GPUs; the cluster says: Unschedulable: 0/3");
}

TEST(StoryText, SaysNothingWasFoundOnlyWhereNothingIsAroundIt) {
    Story story = a_workload();
    story.findings.clear();
    story.around.clear();
    expect_words(story, "Nothing was found about it.");
    diagnose::Finding near;
    near.id = "never-usable-node/n1";
    near.statement = "Node n1 was paid for.";
    story.around = {near};
    expect_words(story, "Nothing was found about it alone. Around it");
}

TEST(StoryText, SaysWhyItWaitedAndWhatWouldHaveHelped) {
    Story story = a_workload();
    expect_words(story, "No pod or queue history is in the input");
    story.waits_known = story.waits_seen = true;
    expect_words(story, "It did not wait inside the window.");
    diagnose::Wait wait{.name = "ml/chat-1", .gpus_milli = 4000, .gpu_ms = 8 * kHour};
    wait.by_cause[static_cast<std::size_t>(diagnose::WaitCause::fragmented)] = 8 * kHour;
    wait.spans = {{{kBegin, kBegin + hours(2)}, diagnose::WaitCause::fragmented, diagnose::said("7 free on 7 nodes")}};
    wait.spec_known = true;
    wait.fewest_moves = 3;
    story.waits = {wait};
    story.wait_causes = wait.by_cause;
    expect_words(story, "ml/chat-1 asked for 4 GPUs and waited 8.0 GPU-hours.");
    expect_words(story,
                 "2026-11-01 00:00 to 2026-11-01 02:00 UTC, 2 h: fragmented (enough free GPUs, but not enough "
                 "on one node: 7 free on 7 nodes)");
    expect_words(story, "3 moves of running pods would have started it while its 8.0 GPU-hours were fragmented.");
    story.waits[0].fewest_moves = -1;
    expect_words(story, "was not asked");
    story.waits[0].move_search = diagnose::MoveSearch::whole;
    expect_words(story, "No moves of running pods were found");
}

TEST(StoryText, ShowsAFindingWithItsEvidenceRemedyAndCommand) {
    Story story = a_workload();
    diagnose::Finding finding;
    finding.id = "claimed-empty/ml/chat";
    finding.kind = diagnose::FindingKind::claimed_empty;
    finding.gpu_ms[static_cast<std::size_t>(AccountClass::held_empty)] = 18 * kHour;
    finding.confidence = 0.9;
    finding.confidence_reason = "one day is short";
    finding.statement = "It held GPUs with nothing loaded.";
    finding.remedy = {"return the GPUs", "owner of Deployment ml/chat", "kubectl -n ml get deployment/chat"};
    diagnose::Evidence evidence;
    evidence.selector = "wait[gated]{workload=\"ml/chat\"}";
    evidence.window = kDay;
    evidence.aggregate = "sum";
    evidence.value = 12.5;
    evidence.unit = "GPU-h";
    evidence.n = 3;
    evidence.samples = {{kBegin, 4.0}};
    finding.evidence = {evidence};
    story.findings = {finding};
    expect_words(story,
                 "claimed-empty/ml/chat (18.0 GPU-hours, 90 % sure) It held GPUs with nothing loaded. How sure: "
                 "one day is short");
    expect_words(story, "sum of wait[gated]{workload=\"ml/chat\"}: 12.5 GPU-h (3 behind it");
    expect_words(story, "such as 2026-11-01 00:00 4 GPUs");
    expect_words(story, "owner of Deployment ml/chat: return the GPUs $ kubectl -n ml get deployment/chat");
}

TEST(StoryText, OfOneInstantCountsGpusAndSaysNothingOfHours) {
    Story story = a_workload();
    story.window.instant = true;
    story.window.window = {kBegin, kBegin + minutes(1)};
    story.gpu_ms = 2 * 60'000;
    story.classes = {};
    story.classes[static_cast<std::size_t>(AccountClass::held_empty)] = 2 * 60'000;
    story.estate_gpu_ms = 8 * 60'000;
    expect_words(story, "Where its 2.0 GPUs were");
    expect_words(story, "That is 25.0 % of the 8.0 GPUs of the estate.");
    EXPECT_EQ(words_of(story).find("waited"), std::string::npos);
    EXPECT_EQ(words_of(story).find("GPU-hours"), words_of(story).find("GPU-hours of it with nothing edited"));
}

TEST(StoryText, CleansNamesOfControlCharacters) {
    Story story = a_workload();
    story.name = "ml/\x1b[31mred";
    story.holdings[0].pod = "ml/\x07";
    EXPECT_EQ(story_text(story, {}).find('\x1b'), std::string::npos);
    EXPECT_EQ(story_text(story, {}).find('\x07'), std::string::npos);
}

}  // namespace
}  // namespace arable::report
