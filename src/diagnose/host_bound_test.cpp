#include "diagnose/host_bound.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::loaded_hour;
using test::mean;
using test::of;
using test::OneCard;

PodHour host_hour(double cores, double throttled = 0.0, double io = 0.0) {
    PodHour pod;
    pod.cpu_cores = mean(cores);
    pod.cpu_throttled = mean(throttled);
    pod.cpu_pressure = mean(0.01);
    pod.io_pressure = mean(io);
    return pod;
}

TEST(DataStarvation, SaysHowManyCoresAreNeeded) {
    OneCard estate("train", "Job");
    estate.hours(active_hour(0.25), 0, 6);
    estate.host(host_hour(3.9, 0.50), 0, 6);
    const auto findings = estate.run(data_starvation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "data-starvation/ml/train");
    EXPECT_EQ(of(findings[0], AccountClass::active_stalled), 6 * 3 * kHour / 4);
    EXPECT_EQ(of(findings[0], AccountClass::active_headroom), 0);
    // The pod asks for 4 cores; the card computes a quarter of the time.
    EXPECT_NE(findings[0].statement.english().find("needs about 16 vCPU a GPU, it has 4.0"), std::string::npos)
        << findings[0].statement.english();
}

TEST(DataStarvation, ShortOfDiskIsNotCuredByCores) {
    OneCard estate("train", "Job");
    estate.hours(active_hour(0.25), 0, 6);
    estate.host(host_hour(1.0, 0.0, 0.40), 0, 6);
    const auto findings = estate.run(data_starvation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("disk or network"), std::string::npos);
    EXPECT_EQ(findings[0].statement.english().find("vCPU"), std::string::npos);
}

TEST(DataStarvation, IsNotSaidOfFewHoursOrHealthyHosts) {
    OneCard brief("train", "Job");
    brief.hours(active_hour(0.25), 0, 3);
    brief.host(host_hour(3.9, 0.50), 0, 3);
    EXPECT_TRUE(brief.run(data_starvation).empty());
    OneCard healthy("train", "Job");
    healthy.hours(active_hour(0.25), 0, 6);
    healthy.host(host_hour(1.0, 0.10), 0, 6);
    EXPECT_TRUE(healthy.run(data_starvation).empty());
}

TEST(DataStarvation, HoursThatAreHardlyActiveAreLeftOut) {
    OneCard estate("train", "Job");
    HourShare share = active_hour(0.25);
    share.computing_ms = kHour / 100;
    share.other_rest_ms = kHour / 50;
    share.loaded_ms = kHour - share.computing_ms - share.other_rest_ms;
    estate.hours(share, 0, 6);
    estate.host(host_hour(3.9, 0.50), 0, 6);
    EXPECT_TRUE(estate.run(data_starvation).empty());
}

TEST(CpuLaunchBound, IsABusyEngineWithFewSmsBesideAFullCore) {
    OneCard estate;
    estate.hours(active_hour(0.15, 0.80), 0, 5);
    estate.host(host_hour(1.0), 0, 5);
    const auto findings = estate.run(cpu_launch_bound);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "cpu-launch-bound/ml/chat");
    EXPECT_NE(findings[0].statement.english().find("1.0 cores in use a GPU"), std::string::npos)
        << findings[0].statement.english();
}

TEST(CpuLaunchBound, IsNotSaidWithWideKernelsAQuietEngineOrAnIdleCore) {
    const auto said = [](double sm, double engine, double cores) {
        OneCard estate;
        estate.hours(active_hour(sm, engine), 0, 5);
        estate.host(host_hour(cores), 0, 5);
        return !estate.run(cpu_launch_bound).empty();
    };
    EXPECT_TRUE(said(0.20, 0.50, 1.0));
    EXPECT_FALSE(said(0.30, 0.50, 1.0));
    EXPECT_FALSE(said(0.20, 0.35, 1.0));
    EXPECT_FALSE(said(0.20, 0.50, 0.5));
}

TEST(CpuLaunchBound, ASawtoothOrABusyBusIsSomethingElse) {
    OneCard sawtooth;
    HourShare share = active_hour(0.15, 0.80);
    share.engine_flips = 30;
    sawtooth.hours(share, 0, 5);
    EXPECT_TRUE(sawtooth.run(cpu_launch_bound).empty());
    OneCard bus;
    share = active_hour(0.15, 0.80);
    share.pcie_rx = mean(20e9);  // of 25 on an A100
    bus.hours(share, 0, 5);
    EXPECT_TRUE(bus.run(cpu_launch_bound).empty());
    EXPECT_EQ(bus.run(pcie_bound).size(), 1U);
}

TEST(CpuLaunchBound, IsLessSureWhenTheHostWasNotMeasured) {
    OneCard measured;
    measured.hours(active_hour(0.15, 0.80), 0, 5);
    OneCard blind = measured;
    measured.host(host_hour(1.0), 0, 5);
    ASSERT_EQ(blind.run(cpu_launch_bound).size(), 1U);
    EXPECT_LT(blind.run(cpu_launch_bound)[0].confidence, measured.run(cpu_launch_bound)[0].confidence);
}

TEST(PcieBound, IsJudgedAgainstTheLinkOfTheProduct) {
    const auto said = [](double sm, double rx, double tx, const std::string& product) {
        OneCard estate("chat", "Deployment", product);
        HourShare share = active_hour(sm, 0.80);
        share.pcie_rx = mean(rx);
        share.pcie_tx = mean(tx);
        estate.hours(share, 0, 5);
        return !estate.run(pcie_bound).empty();
    };
    EXPECT_TRUE(said(0.20, 16e9, 0, "A100-SXM4-80GB"));  // 64 % of 25
    EXPECT_TRUE(said(0.20, 0, 16e9, "A100-SXM4-80GB"));
    EXPECT_FALSE(said(0.20, 14e9, 0, "A100-SXM4-80GB"));  // 56 %
    EXPECT_FALSE(said(0.20, 16e9, 0, "H100-SXM5-80GB"));  // 32 % of 50
    EXPECT_FALSE(said(0.40, 16e9, 0, "A100-SXM4-80GB"));
    EXPECT_FALSE(said(0.20, 16e9, 0, "no such product"));
}

}  // namespace
}  // namespace arable::diagnose
