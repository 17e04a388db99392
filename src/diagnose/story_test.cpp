#include "diagnose/story.h"

#include <gtest/gtest.h>

#include "diagnose/diagnose.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::kStart;
using test::steady;
using test::then;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t kHour = 3'600'000;

// Two cards of one node for six hours: gpu-0 held by ml/chat-0, empty for three hours, then active at 40 % of its SMs;
// gpu-1 free. ml/late-0 asks for two GPUs an hour after the begin and waits to the end.
class OneStory : public testing::Test {
  protected:
    OneStory() : estate_(hours(6)) {
        const auto node = estate_.node("n1");
        const auto held = estate_.gpu(node);
        const auto free = estate_.gpu(node);
        const auto chat = estate_.pod("chat");
        estate_.timeline.pods[chat.at()].created = kStart - hours(2);
        estate_.timeline.pods[chat.at()].scheduled = kStart - hours(2);
        estate_.timeline.pods[chat.at()].node = node;
        const auto late = estate_.pod("late");
        estate_.timeline.pods[late.at()].created = kStart + hours(1);
        estate_.timeline.pods[late.at()].phase = model::PodPhase::pending;
        estate_.timeline.pods[late.at()].spec.device.count = 2;
        estate_.timeline.pods[late.at()].spec.device.size = MilliGpu{2000};
        estate_.claim(chat, held, estate_.timeline.window);
        const Interval first = estate_.after(hours(0), hours(3));
        const Interval second = estate_.after(hours(3), hours(6));
        estate_.samples(held, Quantity::sm_active, then(steady(0.0, first), steady(0.4, second)));
        estate_.samples(held, Quantity::memory_used, then(steady(0.0, first), steady(20 * kGiB, second)));
        estate_.samples(held, Quantity::memory_total, steady(40 * kGiB, estate_.timeline.window));
        estate_.samples(free, Quantity::sm_active, steady(0.0, estate_.timeline.window));
        estate_.samples(free, Quantity::memory_used, steady(0.0, estate_.timeline.window));
        estate_.timeline.gaps.push_back({.kind = model::Gap::Kind::missing_samples,
                                         .subject = "n1",
                                         .message = "some scrapes were lost",
                                         .count = 1,
                                         .gpu_time = {}});
    }

    Result<Story> ask(StoryKind kind, const std::string& name, const std::string& cluster = "") const {
        const Policy policy;
        auto studied = study(estate_.timeline, estate_.signals, policy);
        if (!studied) return tl::unexpected(studied.error());
        const Audit audit = audit_of(estate_.timeline, *studied, policy);
        return story(estate_.timeline, *studied, audit, {kind, name, cluster}, policy);
    }
    Story tell(StoryKind kind, const std::string& name) const {
        auto told = ask(kind, name);
        EXPECT_TRUE(told.has_value()) << told.error().message;
        return told ? *told : Story{};
    }

    HandEstate estate_;
};

std::int64_t hours_of(const Story& story, AccountClass c) { return story.classes[static_cast<std::size_t>(c)]; }

const Measure* measure(const Story& story, std::string_view what, std::string_view aggregate) {
    for (const Measure& m : story.measures)
        if (m.what == what && m.aggregate == aggregate) return &m;
    return nullptr;
}

TEST_F(OneStory, OfACardSplitsItsTimeAndNamesItsHolder) {
    const Story story = tell(StoryKind::gpu, "gpu-0");
    EXPECT_EQ(story.gpu_ms, 6 * kHour);
    EXPECT_EQ(story.estate_gpu_ms, 12 * kHour);
    EXPECT_EQ(hours_of(story, AccountClass::held_empty), 3 * kHour);
    EXPECT_EQ(hours_of(story, AccountClass::productive), 3 * kHour * 4 / 10);
    EXPECT_EQ(hours_of(story, AccountClass::active_headroom), 3 * kHour * 6 / 10);
    ASSERT_EQ(story.holdings.size(), 1U);
    EXPECT_EQ(story.holdings[0].pod, "ml/chat-0");
    EXPECT_EQ(story.holdings[0].owner, "Deployment ml/chat");
    EXPECT_EQ(story.holdings[0].node, "n1");
    EXPECT_EQ(story.holdings[0].held, estate_.timeline.window);
    ASSERT_EQ(story.gaps.size(), 1U);
    EXPECT_FALSE(story.computing_low_ms.has_value());
}

TEST_F(OneStory, MeasuresOverTheTimeThatWasHeld) {
    const Story story = tell(StoryKind::pod, "ml/chat-0");
    const Measure* sm = measure(story, "sm_active", "mean while held");
    ASSERT_NE(sm, nullptr);
    EXPECT_NEAR(sm->value, 0.2, 1e-6);
    EXPECT_EQ(sm->n, 6);
    EXPECT_EQ(sm->known, hours(6));
    EXPECT_EQ(sm->window, estate_.timeline.window);
    const Measure* most = measure(story, "memory_used", "most on one card");
    ASSERT_NE(most, nullptr);
    EXPECT_DOUBLE_EQ(most->value, 20 * kGiB);
    const Measure* duty = measure(story, "duty cycle", "share of known time");
    ASSERT_NE(duty, nullptr);
    EXPECT_NEAR(duty->value, 0.5, 1e-6);
    EXPECT_EQ(measure(story, "requests", "all pods together"), nullptr);  // not measured: not said
}

TEST_F(OneStory, DrawsStatesOneAfterTheOther) {
    const Story story = tell(StoryKind::gpu, "gpu-0");
    ASSERT_EQ(story.chart.size(), 2U);  // the card, and who held it
    EXPECT_EQ(story.chart[1].label, "ml/chat-0");
    for (const ChartRow& row : story.chart) {
        ASSERT_EQ(row.spans.size(), 2U) << row.label;
        EXPECT_EQ(row.spans[0].state, PieceState::empty);
        EXPECT_EQ(row.spans[0].span, estate_.after(hours(0), hours(3)));
        EXPECT_EQ(row.spans[1].state, PieceState::active);
        EXPECT_EQ(row.spans[1].span, estate_.after(hours(3), hours(6)));
    }
}

TEST_F(OneStory, OfANodeIsThatOfItsCards) {
    const Story story = tell(StoryKind::node, "n1");
    EXPECT_EQ(story.gpu_ms, 12 * kHour);
    EXPECT_EQ(story.chart.size(), 2U);
    ASSERT_EQ(story.stays.size(), 1U);
    EXPECT_EQ(story.stays[0].kind, Stay::Kind::present);
    EXPECT_EQ(story.stays[0].span.length(), hours(6));
    // The free card was of no use to a pod that asks for two.
    EXPECT_EQ(hours_of(story, AccountClass::free_no_demand) + hours_of(story, AccountClass::free_fragmented),
              6 * kHour);
}

TEST_F(OneStory, OfAWaitHasItsCausesAndItsRow) {
    const Story story = tell(StoryKind::wait, "late-0");
    EXPECT_EQ(story.name, "ml/late-0");
    ASSERT_EQ(story.waits.size(), 1U);
    EXPECT_EQ(story.waits[0].gpu_ms, 2 * 5 * kHour);
    std::int64_t all = 0;
    for (const std::int64_t ms : story.wait_causes) all += ms;
    EXPECT_EQ(all, 10 * kHour);
    EXPECT_EQ(story.gpu_ms, 0);
    ASSERT_EQ(story.chart.size(), 1U);
    EXPECT_EQ(story.chart[0].spans.front().span.begin, kStart + hours(1));
    EXPECT_TRUE(story.chart[0].spans.front().waits.has_value());
    EXPECT_EQ(tell(StoryKind::wait, "ml/late").waits.size(), 1U);  // by its workload
    EXPECT_EQ(tell(StoryKind::pod, "ml/late-0").waits.size(), 1U);
    EXPECT_EQ(tell(StoryKind::workload, "ml/late").waits.size(), 1U);
}

TEST_F(OneStory, OfAWorkloadIsThatOfItsRow) {
    const Story story = tell(StoryKind::workload, "Deployment/ml/chat");
    EXPECT_EQ(story.name, "ml/chat");
    EXPECT_EQ(story.gpu_ms, 6 * kHour);
    EXPECT_EQ(story.chart.size(), 1U);
    ASSERT_FALSE(story.traits.empty());
    EXPECT_EQ(story.traits.front().value, "Deployment ml/chat");
}

TEST_F(OneStory, OfAFindingIsItsExtentAndNothingElse) {
    const Story node = tell(StoryKind::workload, "ml/chat");
    ASSERT_FALSE(node.findings.empty());
    const Finding& first = node.findings.front();
    const Story story = tell(StoryKind::finding, first.id);
    ASSERT_EQ(story.findings.size(), 1U);
    EXPECT_EQ(story.findings.front().id, first.id);
    EXPECT_EQ(story.classes, first.gpu_ms);
}

TEST_F(OneStory, FailsOnANameThatIsNotThere) {
    EXPECT_EQ(ask(StoryKind::pod, "ml/chat-9").error().code, ErrorCode::not_found);
    EXPECT_NE(ask(StoryKind::pod, "ml/chat-9").error().message.find("did you mean ml/chat-0"), std::string::npos);
    EXPECT_NE(ask(StoryKind::gpu, "gpu-").error().message.find("gpu-0, gpu-1"), std::string::npos);
    EXPECT_EQ(ask(StoryKind::node, "n1", "elsewhere").error().message, "there is no node in cluster 'elsewhere'");
}

}  // namespace
}  // namespace arable::diagnose
