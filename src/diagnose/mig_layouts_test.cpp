#include "diagnose/mig_layouts.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"
#include "model/product.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::of;
using test::TestEstate;

constexpr float kGib = 1024.0F * 1024.0F * 1024.0F;

// An A100-80 with two instances of 3g.40gb (ids 1 and 2; lanes 1 and 2). A pod holds the first.
struct MigCard : TestEstate {
    model::ClaimIx held;
    explicit MigCard(std::int64_t window_hours = 48) : TestEstate(window_hours) {
        const model::NodeIx host = node("n1");
        const model::GpuIx card = gpu(host);
        model::Layout layout{.kind = model::LayoutKind::mig, .replicas = 1, .instances = {}};
        for (const int id : {1, 2}) {
            layout.instances.push_back({.id = id,
                                        .profile = "3g.40gb",
                                        .printed = "3g.40gb",
                                        .compute_slices = 3,
                                        .memory_slices = 4,
                                        .start = {}});
            lane({.gpu = card, .instance = id, .uncovered = false, .slices = 3, .during = timeline.window});
        }
        timeline.gpus[0].layouts = {{timeline.window, layout}};
        const model::PodIx pod = this->pod(workload("chat"), 1, host);
        timeline.pods[0].spec.device.kind = model::DeviceKind::mig;
        held = claim(pod, card);
        timeline.claims[0].instance = 1;
    }
    void hours(int count, std::int64_t HourShare::*second) {
        HourShare busy;
        busy.other_rest_ms = 3 * kHour / 7;
        repeat(busy, 1, held, 0, count);
        HourShare other;
        other.*second = 3 * kHour / 7;
        repeat(other, 2, model::ClaimIx::none(), 0, count);
    }
    void profile(double memory_gib, double sm_p95) {
        ClaimProfile profile;
        profile.claim = held;
        profile.lane = 1;
        profile.memory_most = static_cast<float>(memory_gib) * kGib;
        profile.sm_p95 = static_cast<float>(sm_p95);
        folded.claims = {profile};
    }
};

TEST(MigLeftover, IsAnInstanceThatNobodyTakesBesideOneThatIsHeld) {
    MigCard estate;
    estate.hours(48, &HourShare::free_ms);
    const auto findings = estate.run(mig_leftover);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "mig-leftover/gpu-0#2");
    EXPECT_EQ(of(findings[0], AccountClass::free_no_demand), 48 * (3 * kHour / 7));
}

TEST(MigLeftover, SplitsItsFreeTimeByWhoMarkedIt) {
    MigCard estate;
    estate.hours(48, &HourShare::free_ms);
    estate.folded.runs.push_back({2, estate.timeline.window, PieceState::free, model::ClaimIx::none()});
    estate.marks.push_back({2, {Time{0}, Time{24 * kHour}}, WaitCause::constrained, model::PodIx{0}});
    const auto findings = estate.run(mig_leftover);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(of(findings[0], AccountClass::free_constrained), 24 * (3 * kHour / 7));
    EXPECT_EQ(of(findings[0], AccountClass::free_no_demand), 24 * (3 * kHour / 7));
}

TEST(MigLeftover, IsNotSaidOfUseYoungLayoutsOrCardsThatNobodyHolds) {
    MigCard used;
    used.hours(48, &HourShare::used_unclaimed_ms);
    EXPECT_TRUE(used.run(mig_leftover).empty());
    MigCard young(20);
    young.hours(20, &HourShare::free_ms);
    EXPECT_TRUE(young.run(mig_leftover).empty());
    MigCard nobody;
    nobody.hours(48, &HourShare::free_ms);
    for (HourShare& share : nobody.folded.hours) share.free_ms += std::exchange(share.other_rest_ms, 0);
    EXPECT_TRUE(nobody.run(mig_leftover).empty());
}

TEST(MigWrongProfile, ASmallerProfileThatFitsIsNamed) {
    MigCard estate;
    estate.hours(48, &HourShare::free_ms);
    estate.profile(10.0, 0.40);  // 11.5 GiB needed; 1.2 of 3 slices
    const auto findings = estate.run(mig_wrong_profile);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "mig-wrong-profile/ml/chat");
    EXPECT_NE(findings[0].statement.english().find("holds 3g.40gb and fits 2g.20gb"), std::string::npos)
        << findings[0].statement.english();
}

TEST(MigWrongProfile, MemoryOrComputeThatDoesNotFitKeepsTheProfile) {
    MigCard estate;
    estate.hours(48, &HourShare::free_ms);
    estate.profile(19.0, 0.40);  // 21.4 GiB needed
    EXPECT_TRUE(estate.run(mig_wrong_profile).empty());
    estate.profile(10.0, 0.80);  // 2.4 slices needed, 2 there
    EXPECT_TRUE(estate.run(mig_wrong_profile).empty());
    estate.profile(10.0, -1.0);  // SM activity not known
    EXPECT_TRUE(estate.run(mig_wrong_profile).empty());
}

TEST(MigWrongProfile, IsNotSaidInTheFirstHours) {
    MigCard estate(10);
    estate.hours(10, &HourShare::free_ms);
    estate.profile(10.0, 0.40);
    EXPECT_TRUE(estate.run(mig_wrong_profile).empty());
}

TEST(MigWrongProfile, TwoInstancesInOnePodAreOneForAProcess) {
    MigCard estate;
    estate.hours(48, &HourShare::free_ms);
    estate.timeline.pods[0].spec.device.count = 2;
    const auto findings = estate.run(mig_wrong_profile);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("asks for 2 MIG instances"), std::string::npos);
}

TEST(NextSmaller, TakesMostComputeAmongEqualMemory) {
    const model::Product* product = model::find_product("A100-SXM4-40GB");
    ASSERT_NE(product, nullptr);
    ASSERT_TRUE(product->mig);
    const model::MigProfile* three = product->mig->find(*model::parse_mig_profile("3g.20gb"));
    ASSERT_NE(three, nullptr);
    EXPECT_EQ(next_smaller(*product->mig, *three)->name, "2g.10gb");
    const model::MigProfile* one = product->mig->find(*model::parse_mig_profile("1g.5gb"));
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(next_smaller(*product->mig, *one), nullptr);
}

}  // namespace
}  // namespace arable::diagnose
