#include "diagnose/accounting.h"

#include <gtest/gtest.h>

#include "diagnose/fold.h"
#include "diagnose/test_signals.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using test::HandEstate;
using test::steady;

std::int64_t amount(const Account& account, AccountClass c) { return account.classes[static_cast<std::size_t>(c)]; }

struct Accounted {
    Folded folded;
    Accounts accounts;

    Accounted(const HandEstate& estate, const std::vector<FreeMark>& marks, Stall stall = Stall::none)
        : folded(*fold(estate.timeline, estate.signals, {})) {
        const std::vector<Stall> stalled(folded.hours.size(), stall);
        accounts = account(estate.timeline, folded, stalled, marks, workload_views(estate.timeline, folded), {});
    }
};

TEST(Accounting, FreeTimeThatWaitingPodsMarkedLeavesNoDemand) {
    HandEstate estate(hours(4));
    estate.gpu(estate.node("n1"));
    estate.timeline.pods.push_back({.cluster = estate.timeline.gpus[0].cluster, .ns = "a", .name = "elsewhere"});
    const std::vector<FreeMark> marks{
        {.lane = 0, .span = estate.after(minutes(30), minutes(90)), .cause = WaitCause::fragmented},
        {.lane = 0, .span = estate.after(minutes(80), hours(2)), .cause = WaitCause::stranded},
        {.lane = 0, .span = estate.after(hours(3), hours(9)), .cause = WaitCause::constrained}};
    const Accounted a(estate, marks);
    // The second mark loses the ten minutes that the first one has; the third ends with the window.
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::free_fragmented), minutes(60).ms);
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::free_stranded), minutes(30).ms);
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::free_constrained), minutes(60).ms);
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::free_no_demand), minutes(90).ms);
}

TEST(Accounting, AMarkOnTimeThatIsHeldCountsForNothing) {
    HandEstate estate(hours(2));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("p"), gpu, estate.after(hours(1), hours(2)));
    const Accounted a(estate, {{.lane = 0, .span = estate.timeline.window, .cause = WaitCause::stranded}});
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::free_stranded), hours(1).ms);
    EXPECT_EQ(amount(a.accounts.estate, AccountClass::unknown), hours(1).ms);
}

TEST(Accounting, WhatDoesNotComputeIsStalledBandwidthOrHeadroom) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(estate.pod("p"), gpu, estate.timeline.window);
    estate.samples(gpu, Quantity::sm_active, steady(0.25, estate.timeline.window));
    // DRAM is the limit in the second half.
    estate.samples(
        gpu, Quantity::dram_active,
        test::then(steady(0.1, estate.after({}, minutes(30))), steady(0.6, estate.after(minutes(30), hours(1)))));
    const Accounted calm(estate, {});
    EXPECT_EQ(amount(calm.accounts.estate, AccountClass::productive), minutes(15).ms);
    EXPECT_EQ(amount(calm.accounts.estate, AccountClass::active_bandwidth), minutes(45).ms / 2);
    EXPECT_EQ(amount(calm.accounts.estate, AccountClass::active_headroom), minutes(45).ms / 2);
    const Accounted stalled(estate, {}, Stall::starvation);
    EXPECT_EQ(amount(stalled.accounts.estate, AccountClass::active_stalled), minutes(45).ms);
    EXPECT_EQ(amount(stalled.accounts.estate, AccountClass::active_bandwidth), 0);
}

TEST(Accounting, AHolderWithoutANameIsItsOwnWorkload) {
    HandEstate estate(hours(1));
    const auto gpu = estate.gpu(estate.node("n1"));
    estate.claim(model::PodIx::none(), gpu, estate.timeline.window).holder = model::HolderState::unknown;
    estate.samples(gpu, Quantity::engine_active, steady(0.0, estate.timeline.window));
    estate.samples(gpu, Quantity::memory_used, steady(5e9, estate.timeline.window));
    const Accounted a(estate, {});
    ASSERT_EQ(a.accounts.workloads.size(), 1U);
    EXPECT_EQ(amount(a.accounts.workloads.back(), AccountClass::held_loaded), hours(1).ms);
}

}  // namespace
}  // namespace arable::diagnose
