#include "diagnose/blocked_waits.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"
#include "diagnose/waiting.h"

namespace arable::diagnose {
namespace {

using test::free_hour;
using test::kHour;
using test::of;
using test::TestEstate;

// One free card of node n1 and one pod that waits `blocked` hours for `cause` and `other` hours for real.
struct Waiter : TestEstate {
    explicit Waiter(WaitCause cause, std::int64_t blocked, std::int64_t other = 0) {
        const model::NodeIx host = node("n1");
        gpu(host);
        const model::PodIx waiting = pod(workload("train", "Job"), 1);
        folded.runs.push_back({0, timeline.window, PieceState::free, model::ClaimIx::none()});
        repeat(free_hour(), 0, model::ClaimIx::none(), 0, 48);
        Wait wait;
        wait.pod = waiting;
        wait.name = "ml/pod-0";
        wait.cluster = "c1";
        wait.gpus_milli = 1000;
        wait.gpu_ms = (blocked + other) * kHour;
        wait.by_cause[static_cast<std::size_t>(cause)] = blocked * kHour;
        wait.by_cause[static_cast<std::size_t>(WaitCause::real)] = other * kHour;
        const WaitDetail detail{.kind = WaitDetail::Kind::cores, .name = "n1", .amount = 4000};
        wait.spans.push_back({{Time{0}, Time{blocked * kHour}}, cause, detail, 1000});
        wait.spec_known = true;
        waits.known = true;
        waits.waits.push_back(wait);
        marks.push_back({0, {Time{0}, Time{blocked * kHour}}, cause, waiting});
    }
};

TEST(Fragmentation, CountsTheFreeGpusThatTheWaiterMarked) {
    Waiter estate(WaitCause::fragmented, 3);
    estate.waits.waits[0].fewest_moves = 6;
    const auto findings = estate.run(fragmentation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "fragmentation/ml/train");
    EXPECT_EQ(of(findings[0], AccountClass::free_fragmented), 3 * kHour);
    EXPECT_NE(findings[0].statement.english().find("6 moves of running pods would have started it"), std::string::npos)
        << findings[0].statement.english();
}

// One card cut in another way is not a matter of nodes.
TEST(Fragmentation, OfMigInstancesIsSaidOfTheirSize) {
    Waiter estate(WaitCause::fragmented, 3);
    estate.timeline.pods[0].spec.device.kind = model::DeviceKind::mig;
    const auto findings = estate.run(fragmentation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("not as instances of the size"), std::string::npos);
    EXPECT_EQ(findings[0].statement.english().find("node"), std::string::npos);
}

// A pool's totals say neither how large its jobs are nor where its free GPUs stand.
TEST(Fragmentation, IsInferredAtMostHalfSureFromThePoolTablesTotals) {
    Waiter estate(WaitCause::fragmented, 2'000);
    estate.waits.waits[0].pod = model::PodIx::none();
    estate.waits.waits[0].name = "vc1";
    const auto findings = estate.run(fragmentation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_LE(findings[0].confidence, 0.5);
    EXPECT_NE(findings[0].confidence_reason.english().find("neither nodes nor sizes of jobs"), std::string::npos);
    EXPECT_EQ(
        findings[0].statement,
        "Jobs of pool vc1 waited while GPUs of the pool were free, likely too few on any one node: all of its 2,000 "
        "GPU-hours of waiting.");
    EXPECT_EQ(of(findings[0], AccountClass::free_fragmented), 2'000 * kHour);
}

TEST(Fragmentation, NotAskedIsNotNo) {
    Waiter estate(WaitCause::fragmented, 3);
    const auto said = [&](MoveSearch search, const char* text) {
        estate.waits.waits[0].move_search = search;
        return estate.run(fragmentation).at(0).statement.english().find(text) != std::string::npos;
    };
    EXPECT_TRUE(said(MoveSearch::not_asked, "was not asked"));
    EXPECT_TRUE(said(MoveSearch::partly, "Among the nodes with the most free cards"));
    EXPECT_TRUE(said(MoveSearch::whole, "No set of moves of running pods was found"));
}

TEST(Fragmentation, SaysHowManyOfItsWaitsMovesWouldHaveStarted) {
    Waiter estate(WaitCause::fragmented, 3);
    estate.waits.waits.push_back(estate.waits.waits[0]);
    estate.waits.waits[0].fewest_moves = 2;
    estate.waits.waits[1].move_search = MoveSearch::whole;
    const std::string words = estate.run(fragmentation).at(0).statement.english();
    EXPECT_NE(words.find("At most 2 moves of running pods each would have started 1 of its 2 such waits"),
              std::string::npos)
        << words;
}

TEST(Fragmentation, IsSaidOfTheGangWhenThereIsOne) {
    Waiter estate(WaitCause::fragmented, 3);
    model::Gang gang;
    gang.cluster = "c1";
    gang.ns = "ml";
    gang.name = "big";
    gang.pods = {model::PodIx{0}};
    estate.timeline.gangs.push_back(gang);
    estate.timeline.pods[0].gang = model::GangIx{0};
    estate.waits.waits[0].gang = model::GangIx{0};
    const auto findings = estate.run(fragmentation);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "fragmentation/ml/big");
    EXPECT_EQ(of(findings[0], AccountClass::free_fragmented), 3 * kHour);
}

TEST(Fragmentation, ASmallPartOfALongWaitIsNotItsCause) {
    EXPECT_TRUE(Waiter(WaitCause::fragmented, 3, 12).run(fragmentation).empty());  // 20 %
    EXPECT_EQ(Waiter(WaitCause::fragmented, 3, 8).run(fragmentation).size(), 1U);  // 27 %
}

TEST(Fragmentation, AShortWaitAndOtherCausesAreNot) {
    EXPECT_TRUE(Waiter(WaitCause::fragmented, 0).run(fragmentation).empty());
    EXPECT_TRUE(Waiter(WaitCause::stranded, 3).run(fragmentation).empty());
}

TEST(Stranding, NamesNodeResourceAndWhoHoldsIt) {
    Waiter estate(WaitCause::stranded, 3);
    const model::PodIx hog = estate.pod(estate.workload("etl", "Job"), 0, model::NodeIx{0});
    estate.timeline.pods[hog.at()].spec.device = {};
    estate.timeline.pods[hog.at()].spec.cpu = MilliCpu{124'000};
    const auto findings = estate.run(stranding);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "stranding/n1");
    EXPECT_EQ(of(findings[0], AccountClass::free_stranded), 3 * kHour);
    EXPECT_NE(findings[0].statement.english().find("found 4.0 CPU cores too few on n1"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_NE(findings[0].statement.english().find("124.0 cores"), std::string::npos)
        << findings[0].statement.english();
}

TEST(Stranding, DoesNotBlameAPodThatWasGoneByThen) {
    Waiter estate(WaitCause::stranded, 3);
    estate.timeline.pods[0].created = Time{0};
    const model::PodIx gone = estate.pod(estate.workload("etl", "Job"), 0, model::NodeIx{0});
    estate.timeline.pods[gone.at()].spec.device = {};
    estate.timeline.pods[gone.at()].spec.cpu = MilliCpu{124'000};
    estate.timeline.pods[gone.at()].created = Time{-5 * kHour};
    estate.timeline.pods[gone.at()].ended = Time{0};
    const auto findings = estate.run(stranding);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].statement.english().find("124.0 cores"), std::string::npos);
}

TEST(Stranding, IsNotSaidOfLessThanOneGpuHour) {
    EXPECT_TRUE(Waiter(WaitCause::stranded, 0).run(stranding).empty());
    EXPECT_TRUE(Waiter(WaitCause::fragmented, 3).run(stranding).empty());
}

TEST(ConstraintConflict, NamesTheObstacle) {
    Waiter estate(WaitCause::constrained, 3);
    estate.waits.waits[0].spans[0].detail = {
        .kind = WaitDetail::Kind::taint, .name = "n1", .what = "team=a:NoSchedule"};
    const auto findings = estate.run(constraint_conflict);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "constraint-conflict/ml/train");
    EXPECT_EQ(of(findings[0], AccountClass::free_constrained), 3 * kHour);
    EXPECT_NE(findings[0].statement.english().find("taint team=a:NoSchedule"), std::string::npos);
}

TEST(ConstraintConflict, ASmallPartOfALongWaitIsNotItsCause) {
    EXPECT_TRUE(Waiter(WaitCause::constrained, 3, 12).run(constraint_conflict).empty());
}

TEST(BlockedWaits, AreLessSureWhenTheTemplateIsUnknown) {
    Waiter estate(WaitCause::fragmented, 3);
    const double sure = estate.run(fragmentation)[0].confidence;
    estate.waits.waits[0].spec_known = false;
    EXPECT_LT(estate.run(fragmentation)[0].confidence, sure);
}

TEST(MarkedTimes, TheFirstMarkOfAnIntervalCountsAndOnlyFreeTimeDoes) {
    Waiter estate(WaitCause::fragmented, 3);
    estate.folded.runs[0].span.end = Time{5 * kHour};
    estate.folded.hours.resize(5);
    estate.marks.push_back({0, {Time{2 * kHour}, Time{4 * kHour}}, WaitCause::stranded, model::PodIx{0}});
    estate.marks.push_back({0, {Time{4 * kHour}, Time{9 * kHour}}, WaitCause::constrained, model::PodIx{0}});
    EXPECT_EQ(of(estate.run(fragmentation)[0], AccountClass::free_fragmented), 3 * kHour);
    EXPECT_EQ(of(estate.run(stranding)[0], AccountClass::free_stranded), kHour);
    const auto sum = [](const DetectorInput& input) {
        std::int64_t ms = 0;
        for (const MarkedTime& time : marked_times(input)) ms += time.gpu_ms;
        EXPECT_EQ(ms, 5 * kHour);
        return std::vector<Finding>{};
    };
    estate.run(sum);
}

}  // namespace
}  // namespace arable::diagnose
