#include "diagnose/signatures.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::mean;
using test::TestEstate;

// One workload with `ranks` cards of one pod; hours are added by the test.
struct Ranks : TestEstate {
    model::WorkloadIx owner;
    model::PodIx holder;
    explicit Ranks(int ranks, const std::string& kind = "Job") {
        const model::NodeIx host = node("n1");
        owner = workload("train", kind);
        holder = pod(owner, ranks, host);
        for (int i = 0; i < ranks; ++i) claim(holder, gpu(host));
    }
    void hour(int rank, const HourShare& share) {
        repeat(share, static_cast<std::uint32_t>(rank), model::ClaimIx::of(static_cast<std::size_t>(rank)), 0, 1);
    }
    std::vector<Stall> judged() const { return stalls(timeline, folded, policy); }
};

PodHour busy_host(double throttled) {
    PodHour pod;
    pod.cpu_throttled = mean(throttled);
    pod.cpu_pressure = mean(0.02);
    pod.io_pressure = mean(0.01);
    return pod;
}

TEST(Stalls, AQuietCardBesideAThrottledHostIsStarved) {
    Ranks estate(1);
    estate.hour(0, active_hour(0.30));
    estate.repeat(busy_host(0.40), estate.holder, 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::starvation});
}

TEST(Stalls, AQuietCardBesideAHealthyHostIsNotStarved) {
    Ranks estate(1);
    estate.hour(0, active_hour(0.30));
    estate.repeat(busy_host(0.05), estate.holder, 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

TEST(Stalls, ABusyCardBesideAThrottledHostIsNotStarved) {
    Ranks estate(1);
    estate.hour(0, active_hour(0.80));
    estate.repeat(busy_host(0.40), estate.holder, 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

TEST(Stalls, ASawtoothOfTheEngineIsEnoughWithoutSmActivity) {
    Ranks estate(1);
    HourShare share = active_hour(0.50);
    share.sm = {};
    share.dram = {};
    share.engine_flips = 30;
    estate.hour(0, share);
    estate.repeat(busy_host(0.40), estate.holder, 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::starvation});
}

TEST(Stalls, WithoutAnythingFromTheHostNothingIsSaid) {
    Ranks estate(1);
    estate.hour(0, active_hour(0.30));
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

TEST(Stalls, AServerThatWaitsForRequestsIsNotStarved) {
    Ranks estate(1, "Deployment");
    estate.timeline.workloads[0].serving = true;
    estate.hour(0, active_hour(0.30));
    estate.repeat(busy_host(0.40), estate.holder, 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

TEST(Stalls, ARankThatSpinsWhileAnotherWorksWaitsForIt) {
    Ranks estate(2);
    estate.hour(0, active_hour(0.10, 0.99));
    estate.hour(1, active_hour(0.70, 0.99));
    EXPECT_EQ(estate.judged(), (std::vector{Stall::synchronisation, Stall::synchronisation}));
}

TEST(Stalls, EqualRanksDoNotWaitForEachOther) {
    Ranks estate(2);
    estate.hour(0, active_hour(0.10, 0.99));
    estate.hour(1, active_hour(0.10, 0.99));
    EXPECT_EQ(estate.judged(), (std::vector{Stall::none, Stall::none}));
}

TEST(Stalls, ARankAtALowClockHoldsTheOthersUp) {
    Ranks estate(2);
    HourShare fast = active_hour(0.20, 0.99);
    fast.sm_clock = mean(1.4e9);
    HourShare slow = active_hour(0.35, 0.99);
    slow.sm_clock = mean(0.9e9);
    estate.hour(0, fast);
    estate.hour(1, slow);
    EXPECT_EQ(estate.judged(), (std::vector{Stall::synchronisation, Stall::synchronisation}));
}

TEST(Stalls, ReplicasOfOneServiceAreNotRanks) {
    TestEstate estate;
    const model::NodeIx host = estate.node("n1");
    const model::WorkloadIx owner = estate.workload("chat");
    for (std::uint32_t i = 0; i < 2; ++i) {
        const model::ClaimIx claim = estate.claim(estate.pod(owner, 1, host), estate.gpu(host));
        estate.repeat(active_hour(i == 0 ? 0.10 : 0.70, 0.99), i, claim, 0, 1);
    }
    EXPECT_EQ(stalls(estate.timeline, estate.folded, estate.policy), (std::vector{Stall::none, Stall::none}));
}

TEST(Stalls, RanksThatAllSaturateNvlinkAreBoundByIt) {
    Ranks estate(2);
    HourShare share = active_hour(0.35, 0.99);
    share.nvlink = mean(400e9);  // of 600
    estate.hour(0, share);
    estate.hour(1, share);
    EXPECT_EQ(estate.judged(), (std::vector{Stall::synchronisation, Stall::synchronisation}));
}

TEST(Stalls, TheBridgeOfACardIsItsLimitNotTheSwitchOfItsFamily) {
    EXPECT_EQ(nvlink_bytes_per_s("H100-NVL-94GB"), 600e9);
    EXPECT_EQ(nvlink_bytes_per_s("H100-SXM5-80GB"), 900e9);
    EXPECT_FALSE(nvlink_bytes_per_s("H100-PCIe-80GB"));
    EXPECT_FALSE(nvlink_bytes_per_s("some other card"));
}

TEST(Stalls, ACardThatIsSlowedDownAFifthOfTheTimeIsThrottled) {
    Ranks estate(1);
    HourShare share = active_hour(0.80);
    share.throttled = mean(0.30);
    estate.hour(0, share);
    EXPECT_EQ(estate.judged(), std::vector{Stall::throttle});
}

TEST(Stalls, AShortSlowdownIsNotThrottling) {
    Ranks estate(1);
    HourShare share = active_hour(0.80);
    share.throttled = mean(0.10);
    estate.hour(0, share);
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

TEST(Stalls, EachHourIsJudgedByItself) {
    Ranks estate(1);
    estate.repeat(active_hour(0.30), 0, model::ClaimIx{0}, 0, 3);
    estate.repeat(busy_host(0.40), estate.holder, 1, 1);
    EXPECT_EQ(estate.judged(), (std::vector{Stall::none, Stall::starvation, Stall::none}));
}

TEST(Stalls, HoursWithoutAKnownHolderAreNone) {
    Ranks estate(1);
    estate.repeat(active_hour(0.30), 0, model::ClaimIx::none(), 0, 1);
    EXPECT_EQ(estate.judged(), std::vector{Stall::none});
}

}  // namespace
}  // namespace arable::diagnose
