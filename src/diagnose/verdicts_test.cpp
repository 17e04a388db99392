#include "diagnose/verdicts.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

constexpr std::int64_t kHour = 3'600'000;

Accounts estate() {
    Accounts accounts;
    auto& classes = accounts.estate.classes;
    classes[static_cast<std::size_t>(AccountClass::held_loaded)] = 42'400 * kHour;
    classes[static_cast<std::size_t>(AccountClass::held_empty)] = 9'800 * kHour;
    classes[static_cast<std::size_t>(AccountClass::productive)] = 47'800 * kHour;
    return accounts;
}

Finding finding(std::int64_t hours) {
    Finding found;
    found.id = "loaded-idle/ml/chat";
    found.kind = FindingKind::loaded_idle;
    found.gpu_ms[static_cast<std::size_t>(AccountClass::held_loaded)] = hours * kHour;
    return found;
}

constexpr Judgeable kAll{.activity = true, .holders = true, .waits = true, .instant = false};

TEST(Verdicts, SayTheSharesOfTheTableAndGroupTheirHours) {
    const auto steps = step_verdicts({finding(36'936)}, estate(), kAll);
    ASSERT_EQ(steps.size(), 4U);
    EXPECT_EQ(steps[0].verdict, "9.8 % of the paid time was reserved with nothing loaded; no finding.");
    EXPECT_EQ(
        steps[1].verdict,
        "42.4 % of the paid time was reserved with something loaded in GPU memory, but idle; 1 finding about 36,936 "
        "GPU-hours.");
    EXPECT_EQ(steps[2].verdict, "No GPU was free and out of reach of work that waited; no finding.");
}

TEST(Verdicts, JudgeNothingThatTheInputDoesNotShow) {
    const auto steps = step_verdicts({}, estate(), {});
    for (const StepVerdict& step : steps)
        EXPECT_EQ(step.verdict.english().substr(0, 11), "Not judged:") << step.verdict.english();
}

TEST(Verdicts, ContradictNoFinding) {
    Finding stranded = finding(0);
    stranded.id = "stranding/ml/wide";
    stranded.kind = FindingKind::stranding;
    const auto steps = step_verdicts({stranded}, estate(), kAll);
    EXPECT_EQ(steps[2].verdict,
              "Work waited beside GPUs that it could not use, though none of their free time counts as out of its "
              "reach; 1 finding.");
}

// What is busy does not scale to zero, and what fills its card asks for no smaller one.
TEST(Verdicts, AdviseByWhatWasFoundWhereSharingIsRuledOut) {
    std::vector<WorkloadView> views(1);
    views[0].ns = "ml";
    views[0].name = "chat";
    const auto remedy = [&](FindingKind kind, const std::string& rule) {
        std::vector<Finding> findings{finding(10)};
        findings[0].kind = kind;
        findings[0].subject = {SubjectType::workload, "", "ml/chat"};
        CurableSplit split;
        split.workloads.resize(1);
        split.workloads[0][static_cast<std::size_t>(AccountClass::held_loaded)].forbidden_ms = kHour;
        split.rules.resize(1);
        split.rules[0][rule] = kHour;
        add_curable(findings, views, split);
        return findings[0].remedy.action.english();
    };
    EXPECT_EQ(remedy(FindingKind::small_model_big_card, "multi-GPU"),
              "ask for a smaller card; sharing is ruled out: work on several GPUs at once is never shared");
    EXPECT_EQ(
        remedy(FindingKind::loaded_idle, "gang"),
        "scale to zero, or end it, when idle; sharing is ruled out: pods that only run together are never shared");
    EXPECT_EQ(remedy(FindingKind::loaded_idle, "card already shared"),
              "the card is shared already: replicas that nobody holds could take other pods now; or scale to zero, or "
              "end it, "
              "when idle");
}

TEST(Verdicts, SpeakOfGpusAtOneInstant) {
    Judgeable judgeable = kAll;
    judgeable.instant = true;
    const auto steps = step_verdicts({finding(3)}, estate(), judgeable);
    EXPECT_EQ(steps[1].verdict,
              "42.4 % of the GPUs was reserved with something loaded in GPU memory, but idle; 1 finding.");
}

}  // namespace
}  // namespace arable::diagnose
