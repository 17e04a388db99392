#include "diagnose/checkup.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "diagnose/diagnose.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::steady;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kHour = 3'600'000;

// A card of `node` held for the whole window with these quantities at 0.5 (memory at 20 GiB).
model::GpuIx held_card(HandEstate& estate, model::NodeIx node, const std::string& name,
                       std::initializer_list<Quantity> quantities) {
    const auto gpu = estate.gpu(node);
    estate.claim(estate.pod(name), gpu, estate.timeline.window);
    for (const Quantity q : quantities)
        estate.samples(gpu, q, steady(q == Quantity::memory_used ? 20 * kGiB : 0.5, estate.timeline.window));
    return gpu;
}

Checkup check_up_of(const HandEstate& estate) {
    const Policy policy;
    const auto studied = study(estate.timeline, estate.signals, policy);
    EXPECT_TRUE(studied.has_value());
    return check_up(estate.timeline, *studied, audit_of(estate.timeline, *studied, policy));
}

const Check& check_of(const Checkup& checkup, std::string_view id) {
    const auto found = std::ranges::find(checkup.checks, id, &Check::id);
    EXPECT_NE(found, checkup.checks.end()) << id;
    return *found;
}

TEST(Checkup, SaysNothingAgainstWhatIsThere) {
    HandEstate estate(hours(4));
    held_card(estate, estate.node("n1"), "chat",
              {Quantity::engine_active, Quantity::sm_active, Quantity::dram_active, Quantity::memory_used});
    const Checkup checkup = check_up_of(estate);
    for (const char* id : {"gpu-activity", "sm-activity", "dram-activity", "gpu-memory", "owners"}) {
        const Check& check = check_of(checkup, id);
        EXPECT_EQ(check.state, CheckState::there) << id;
        EXPECT_TRUE(check.setting.empty() && check.effect.empty() && check.classes.empty()) << id;
        EXPECT_EQ(check.gpu_ms, 0) << id;
    }
}

TEST(Checkup, CountsTheWidthOfComputingAsInDoubtWithoutSmActivity) {
    HandEstate estate(hours(4));
    held_card(estate, estate.node("n1"), "a", {Quantity::engine_active, Quantity::memory_used});
    held_card(estate, estate.node("n2"), "b", {Quantity::engine_active, Quantity::sm_active, Quantity::memory_used});
    const Checkup checkup = check_up_of(estate);
    const Check& sm = check_of(checkup, "sm-activity");
    EXPECT_EQ(sm.state, CheckState::partly);
    EXPECT_EQ(sm.covered, 1);
    EXPECT_EQ(sm.of, 2);
    EXPECT_EQ(sm.without, std::vector<std::string>{"n1"});
    // Four hours at half the engine: 2 GPU-hours at most, 0.3 of them at least.
    EXPECT_NEAR(static_cast<double>(sm.gpu_ms), 2 * kHour * 0.7, 1.0);
    EXPECT_EQ(sm.setting.substr(0, 22), "DCGM_FI_PROF_SM_ACTIVE");
}

TEST(Checkup, CountsUnknownTimeWithoutActivity) {
    HandEstate estate(hours(4));
    held_card(estate, estate.node("n1"), "a", {Quantity::memory_used});
    const Check activity = check_of(check_up_of(estate), "gpu-activity");
    EXPECT_EQ(activity.state, CheckState::missing);
    EXPECT_NEAR(static_cast<double>(activity.gpu_ms), 4 * kHour, 1.0);
    EXPECT_FALSE(activity.findings.empty());
}

TEST(Checkup, PutsWhatCostsMostFirst) {
    HandEstate estate(hours(4));
    held_card(estate, estate.node("n1"), "a", {Quantity::engine_active, Quantity::memory_used});
    const Checkup checkup = check_up_of(estate);
    ASSERT_FALSE(checkup.checks.empty());
    std::int64_t last = INT64_MAX;
    int order = 0;
    for (const Check& check : checkup.checks) {
        const int state = check.state == CheckState::missing ? 0 : check.state == CheckState::partly ? 1 : 2;
        EXPECT_GE(state, order) << check.id;
        if (state > order) last = INT64_MAX;
        EXPECT_LE(check.gpu_ms, last) << check.id;
        order = state;
        last = check.gpu_ms;
    }
}

TEST(Checkup, NamesNobodyKnownAsMissingOwners) {
    HandEstate estate(hours(4));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.samples(gpu, Quantity::sm_active, steady(0.5, estate.timeline.window));
    const Check owners = check_of(check_up_of(estate), "owners");
    EXPECT_EQ(owners.state, CheckState::missing);
    EXPECT_EQ(owners.setting, "DCGM_EXPORTER_KUBERNETES=true");
}

TEST(Checkup, TellsHowFarApartSamplesAre) {
    HandEstate estate(hours(4));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.samples(gpu, Quantity::sm_active, steady(0.5, estate.timeline.window, minutes(2)));
    const Check density = check_of(check_up_of(estate), "scrape-interval");
    EXPECT_EQ(density.state, CheckState::partly);
    EXPECT_NE(density.effect.english().find("2 min apart"), std::string::npos) << density.effect.english();
}

}  // namespace
}  // namespace arable::diagnose
