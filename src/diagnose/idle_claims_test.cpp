#include "diagnose/idle_claims.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::empty_hour;
using test::kHour;
using test::loaded_hour;
using test::of;
using test::OneCard;

TEST(ClaimedEmpty, IsSaidOfAQuarterOfTheTimeWithNothingLoaded) {
    OneCard estate;
    estate.hours(active_hour(0.5), 0, 6);
    estate.hours(empty_hour(), 6, 3);  // 3 of 9
    const auto findings = estate.run(claimed_empty);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "claimed-empty/ml/chat");
    EXPECT_EQ(of(findings[0], AccountClass::held_empty), 3 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 0);
    EXPECT_NE(findings[0].statement.english().find("3.0 GPU-hours"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_EQ(findings[0].remedy.command, "kubectl -n ml scale deployment/chat --replicas=0");
    EXPECT_GT(findings[0].confidence, 0.9);
}

TEST(ClaimedEmpty, IsNotSaidOfLessThanAQuarterOrTwoHours) {
    OneCard mostly_busy;
    mostly_busy.hours(active_hour(0.5), 0, 10);
    mostly_busy.hours(empty_hour(), 10, 3);  // 3 of 13
    EXPECT_TRUE(mostly_busy.run(claimed_empty).empty());
    OneCard brief;
    brief.hours(empty_hour(), 0, 1);
    EXPECT_TRUE(brief.run(claimed_empty).empty());
}

TEST(ClaimedEmpty, UnknownTimeIsNotEmptyTime) {
    OneCard estate;
    estate.hours(test::state_hour(&HourShare::unknown_ms), 0, 20);
    EXPECT_TRUE(estate.run(claimed_empty).empty());
}

TEST(ClaimedEmpty, IsLessSureWhenMuchIsUnknownOrClaimsAreCounted) {
    OneCard estate;
    estate.hours(empty_hour(), 0, 4);
    estate.hours(test::state_hour(&HourShare::unknown_ms), 4, 20);
    estate.timeline.claims[0].source = model::ClaimSource::count;
    const auto findings = estate.run(claimed_empty);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_LT(findings[0].confidence, 0.5);
    EXPECT_NE(findings[0].confidence_reason.english().find("count only"), std::string::npos);
}

TEST(LoadedIdle, IsSaidOfHalfOfTheTimeLoadedButIdle) {
    OneCard estate;
    estate.hours(active_hour(0.5), 0, 4);
    estate.hours(loaded_hour(), 4, 5);  // 5 of 9
    const auto findings = estate.run(loaded_idle);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "loaded-idle/ml/chat");
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 5 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::held_empty), 0);
}

TEST(LoadedIdle, IsNotSaidOfLessThanHalf) {
    OneCard estate;
    estate.hours(active_hour(0.5), 0, 6);
    estate.hours(loaded_hour(), 6, 5);  // 5 of 11
    EXPECT_TRUE(estate.run(loaded_idle).empty());
}

TEST(LoadedIdle, TheLargerOfTwoKindsIsSaidAlone) {
    OneCard estate;
    estate.hours(empty_hour(), 0, 4);
    estate.hours(loaded_hour(), 4, 6);
    EXPECT_TRUE(estate.run(claimed_empty).empty());
    EXPECT_EQ(estate.run(loaded_idle).size(), 1U);
}

TEST(IdleNotebook, TakesBothKindsOfIdleTimeAndLeavesNothingToTheOthers) {
    OneCard estate("pad", "Notebook");
    estate.timeline.workloads[0].notebook = true;
    estate.hours(active_hour(0.5), 0, 1);
    estate.hours(empty_hour(), 1, 5);
    estate.hours(loaded_hour(), 6, 8);  // active 1 of 14
    EXPECT_TRUE(estate.run(claimed_empty).empty());
    EXPECT_TRUE(estate.run(loaded_idle).empty());
    const auto findings = estate.run(idle_notebook);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(of(findings[0], AccountClass::held_empty), 5 * kHour);
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 8 * kHour);
}

TEST(IdleNotebook, ABusyNotebookGetsNoFindingAtAll) {
    OneCard estate("pad", "Notebook");
    estate.timeline.workloads[0].notebook = true;
    estate.hours(active_hour(0.5), 0, 2);
    estate.hours(loaded_hour(), 2, 8);  // active 2 of 10
    EXPECT_TRUE(estate.run(idle_notebook).empty());
    EXPECT_TRUE(estate.run(loaded_idle).empty());
}

TEST(IdleNotebook, IsSaidOfNotebooksOnly) {
    OneCard estate;
    estate.hours(loaded_hour(), 0, 8);
    EXPECT_TRUE(estate.run(idle_notebook).empty());
}

TEST(IdleClaims, NamesThatAShellWouldReadAreQuoted) {
    OneCard estate("x; rm -rf /");
    estate.hours(empty_hour(), 0, 4);
    const auto findings = estate.run(claimed_empty);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].remedy.command, "kubectl -n ml scale 'deployment/x; rm -rf /' --replicas=0");
}

}  // namespace
}  // namespace arable::diagnose
