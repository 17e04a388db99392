#include "diagnose/gang_partial.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::empty_hour;
using test::kHour;
using test::of;
using test::TestEstate;

// Two members; the first holds a card from the start, the second gets a node `late` later (or never).
struct Pair : TestEstate {
    explicit Pair(std::optional<Duration> late) : TestEstate(10) {
        const model::NodeIx host = node("n1");
        const model::WorkloadIx owner = workload("train", "Job");
        model::Gang gang;
        gang.cluster = "c1";
        gang.ns = "ml";
        gang.kind = "PodGroup";
        gang.name = "train";
        for (int i = 0; i < 2; ++i) {
            gang.pods.push_back(pod(owner, 1, host));
            timeline.pods[gang.pods.back().at()].gang = model::GangIx{0};
        }
        timeline.gangs.push_back(gang);
        model::Pod& second = timeline.pods[1];
        second.started.reset();
        second.scheduled = late ? std::optional(timeline.window.begin + *late) : std::nullopt;
        if (!late) second.phase = model::PodPhase::pending;
        const model::ClaimIx held = claim(gang.pods[0], gpu(host));
        folded.runs.push_back({0, {Time{0}, Time{4 * kHour}}, PieceState::empty, held});
        folded.runs.push_back({0, {Time{4 * kHour}, Time{10 * kHour}}, PieceState::active, held});
        repeat(empty_hour(), 0, held, 0, 4);
        repeat(active_hour(0.5), 0, held, 4, 6);
    }
};

TEST(GangPartial, CountsWhatTheHoldingMemberHeldUntilTheOtherCame) {
    const Pair estate(hours(3));
    const auto findings = estate.run(gang_partial);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "gang-partial/ml/train");
    EXPECT_EQ(of(findings[0], AccountClass::held_empty), 3 * kHour);
}

TEST(GangPartial, ActiveTimeIsNeverPartOfIt) {
    const Pair estate(std::nullopt);
    const auto findings = estate.run(gang_partial);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(extent_of(findings[0]), 4 * kHour);
}

TEST(GangPartial, AShortWaitIsNotSaid) {
    const Pair estate(minutes(20));
    EXPECT_TRUE(estate.run(gang_partial).empty());
}

TEST(GangPartial, AGangThatNeedsOneMemberOnlyIsNeverPartial) {
    Pair estate(hours(3));
    estate.timeline.gangs[0].min_members = 1;
    EXPECT_TRUE(estate.run(gang_partial).empty());
}

}  // namespace
}  // namespace arable::diagnose
