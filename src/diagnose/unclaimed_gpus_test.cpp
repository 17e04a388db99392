#include "diagnose/unclaimed_gpus.h"

#include <gtest/gtest.h>

#include "diagnose/never_usable_node.h"
#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::free_hour;
using test::kHour;
using test::of;
using test::OneCard;
using test::state_hour;
using test::TestEstate;

TEST(GhostClaim, NamesTheHolderThatIsGone) {
    OneCard estate;
    estate.timeline.claims[0].holder = model::HolderState::gone;
    estate.hours(state_hour(&HourShare::ghost_ms), 0, 26);
    const auto findings = estate.run(ghost_claim);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "ghost-claim/gpu-0");
    EXPECT_EQ(of(findings[0], AccountClass::free_ghost), 26 * kHour);
    EXPECT_NE(findings[0].statement.english().find("ml/pod-0"), std::string::npos);
}

TEST(GhostClaim, IsNotSaidOfAFewMinutes) {
    OneCard estate;
    HourShare share = free_hour();
    share.free_ms = kHour - 540'000;
    share.ghost_ms = 540'000;  // nine minutes
    estate.hours(share, 0, 1);
    EXPECT_TRUE(estate.run(ghost_claim).empty());
}

TEST(UsedUnclaimed, IsSaidFromOneGpuHourOn) {
    OneCard estate;
    HourShare share = free_hour();
    share.free_ms = kHour / 4;
    share.used_unclaimed_ms = 3 * kHour / 4;
    estate.repeat(share, 0, model::ClaimIx::none(), 0, 1);
    EXPECT_TRUE(estate.run(used_unclaimed).empty());
    estate.repeat(share, 0, model::ClaimIx::none(), 1, 1);
    const auto findings = estate.run(used_unclaimed);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(of(findings[0], AccountClass::used_unclaimed), 3 * kHour / 2);
    EXPECT_EQ(findings[0].remedy.command, "kubectl get pods -A --field-selector spec.nodeName=n1");
}

TEST(NeverUsableNode, IsSaidWhenNineTenthsOfTheTimeWereLost) {
    TestEstate estate(10);
    const model::NodeIx host = estate.node("n1");
    estate.gpu(host);
    estate.gpu(host);
    for (std::uint32_t lane = 0; lane < 2; ++lane) {
        estate.repeat(state_hour(&HourShare::unavailable_ms), lane, model::ClaimIx::none(), 0, 9);
        estate.repeat(free_hour(), lane, model::ClaimIx::none(), 9, 1);
    }
    const auto findings = estate.run(never_usable_node);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].subject.name, "n1");
    EXPECT_EQ(of(findings[0], AccountClass::unavailable), 18 * kHour);
}

TEST(NeverUsableNode, IsNotSaidOfANodeThatWasUsableAFifthOfTheTime) {
    TestEstate estate(10);
    estate.gpu(estate.node("n1"));
    estate.repeat(state_hour(&HourShare::unavailable_ms), 0, model::ClaimIx::none(), 0, 8);
    estate.repeat(free_hour(), 0, model::ClaimIx::none(), 8, 2);
    EXPECT_TRUE(estate.run(never_usable_node).empty());
}

TEST(NeverUsableNode, IsNotSaidOfANodeThatJustCame) {
    TestEstate estate(1);
    estate.gpu(estate.node("n1"));
    estate.repeat(state_hour(&HourShare::unavailable_ms), 0, model::ClaimIx::none(), 0, 1);
    EXPECT_TRUE(estate.run(never_usable_node).empty());
}

}  // namespace
}  // namespace arable::diagnose
