#include "diagnose/card_bound.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::mean;
using test::of;
using test::OneCard;
using test::TestEstate;

HourShare decoding(double dram, double tensor) {
    HourShare share = active_hour(0.50, 0.95, dram);
    share.tensor = mean(tensor);
    share.bandwidth_rest_ms = share.other_rest_ms;
    share.other_rest_ms = 0;
    return share;
}

TEST(BandwidthBound, IsAFullMemoryInterfaceWithQuietTensorCores) {
    OneCard estate;
    estate.hours(decoding(0.70, 0.10), 0, 5);
    const auto findings = estate.run(bandwidth_bound);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "bandwidth-bound/ml/chat");
    EXPECT_EQ(of(findings[0], AccountClass::active_bandwidth), 5 * kHour / 2);
    EXPECT_EQ(of(findings[0], AccountClass::productive), 0);
}

TEST(BandwidthBound, IsNotSaidWithTensorWorkAQuietInterfaceOrFewHours) {
    const auto said = [](double dram, double tensor, int count) {
        OneCard estate;
        estate.hours(decoding(dram, tensor), 0, count);
        return !estate.run(bandwidth_bound).empty();
    };
    EXPECT_FALSE(said(0.70, 0.40, 5));
    EXPECT_FALSE(said(0.45, 0.10, 5));
    EXPECT_FALSE(said(0.70, 0.10, 3));
}

TEST(BandwidthBound, IsLessSureWithoutTensorActivity) {
    OneCard known;
    known.hours(decoding(0.70, 0.10), 0, 5);
    OneCard unknown;
    HourShare share = decoding(0.70, 0.10);
    share.tensor = {};
    unknown.hours(share, 0, 5);
    ASSERT_EQ(unknown.run(bandwidth_bound).size(), 1U);
    EXPECT_LT(unknown.run(bandwidth_bound)[0].confidence, known.run(bandwidth_bound)[0].confidence);
}

// Two ranks of one job; the first spins at `sm`, the second works at `other`.
TestEstate ranks(double sm, double other, int count) {
    TestEstate estate;
    const model::NodeIx host = estate.node("n1");
    const model::PodIx pod = estate.pod(estate.workload("train", "Job"), 2, host);
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        const model::ClaimIx claim = estate.claim(pod, estate.gpu(host));
        estate.repeat(active_hour(rank == 0 ? sm : other, 0.98), rank, claim, 0, count);
    }
    return estate;
}

TEST(Straggler, NamesTheCardThatTheOthersWaitFor) {
    const auto findings = ranks(0.10, 0.70, 5).run(straggler);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "straggler/ml/train");
    EXPECT_NE(findings[0].statement.english().find("for card gpu-1"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_EQ(of(findings[0], AccountClass::active_stalled), 5 * (9 + 3) * kHour / 10);
}

TEST(Straggler, IsNotSaidOfEvenRanksOrFewHours) {
    EXPECT_TRUE(ranks(0.70, 0.70, 5).run(straggler).empty());
    EXPECT_TRUE(ranks(0.10, 0.10, 5).run(straggler).empty());
    EXPECT_TRUE(ranks(0.10, 0.70, 3).run(straggler).empty());
}

TEST(Straggler, RanksOnTheWireAreToldApart) {
    TestEstate estate = ranks(0.30, 0.30, 5);
    for (HourShare& share : estate.folded.hours) share.nvlink = mean(450e9);
    const auto findings = estate.run(straggler);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("NVLink"), std::string::npos);
}

TEST(Throttling, CountsWhatTheSlowdownLeftUndone) {
    OneCard estate;
    HourShare share = active_hour(0.75);
    share.throttled = mean(0.40);
    estate.hours(share, 0, 5);
    const auto findings = estate.run(throttling);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "throttling/ml/chat");
    EXPECT_EQ(of(findings[0], AccountClass::active_stalled), 5 * kHour / 4);
    EXPECT_EQ(of(findings[0], AccountClass::active_headroom), 0);
}

TEST(Throttling, IsNotSaidOfShortSlowdownsOrFewHours) {
    OneCard mild;
    HourShare share = active_hour(0.75);
    share.throttled = mean(0.15);
    mild.hours(share, 0, 5);
    EXPECT_TRUE(mild.run(throttling).empty());
    OneCard brief;
    share.throttled = mean(0.40);
    brief.hours(share, 0, 3);
    EXPECT_TRUE(brief.run(throttling).empty());
}

}  // namespace
}  // namespace arable::diagnose
