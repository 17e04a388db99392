#include "diagnose/gpu_count.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::kHour;
using test::loaded_hour;
using test::of;
using test::TestEstate;

// One pod with `cards` cards; the first `busy` of them compute for ten hours, the others are loaded.
TestEstate cards(int count, int busy, int hours = 10) {
    TestEstate estate;
    const model::NodeIx host = estate.node("n1");
    const model::PodIx pod = estate.pod(estate.workload("train", "Job"), count, host);
    for (int i = 0; i < count; ++i) {
        const model::ClaimIx claim = estate.claim(pod, estate.gpu(host));
        estate.repeat(i < busy ? active_hour(0.6) : loaded_hour(), static_cast<std::uint32_t>(i), claim, 0, hours);
    }
    return estate;
}

TEST(OverRequestedGpus, SaysHowManyAreNeeded) {
    const auto findings = cards(4, 1).run(over_requested_gpus);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "over-requested-gpus/ml/train");
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 30 * kHour);
    EXPECT_NE(findings[0].statement.english().find("needs 1 of the 4 GPUs"), std::string::npos)
        << findings[0].statement.english();
}

TEST(OverRequestedGpus, NeedsOneCardInUseAndOneThatIsNot) {
    EXPECT_TRUE(cards(4, 4).run(over_requested_gpus).empty());
    EXPECT_TRUE(cards(4, 0).run(over_requested_gpus).empty());
    EXPECT_TRUE(cards(1, 0).run(over_requested_gpus).empty());
}

// A second pod of the workload with four cards, of which `busy` compute.
void add_pod(TestEstate& estate, int busy) {
    const auto node = model::NodeIx::of(0);
    const model::PodIx pod = estate.pod(model::WorkloadIx::of(0), 4, node);
    for (int i = 0; i < 4; ++i) {
        const model::ClaimIx claim = estate.claim(pod, estate.gpu(node));
        estate.repeat(i < busy ? active_hour(0.6) : loaded_hour(),
                      static_cast<std::uint32_t>(estate.folded.lanes.size() - 1), claim, 0, 10);
    }
}

TEST(OverRequestedGpus, IsNotSaidWhereAnotherPodUsesAllItsCards) {
    TestEstate estate = cards(4, 1);
    add_pod(estate, 4);
    EXPECT_TRUE(estate.run(over_requested_gpus).empty());
}

TEST(OverRequestedGpus, LeavesWhatTheBusiestPodNeeds) {
    TestEstate estate = cards(4, 1);
    add_pod(estate, 3);
    const auto findings = estate.run(over_requested_gpus);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].statement.english().find("needs 3 of the 4 GPUs"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_NE(findings[0].statement.english().find("in 2 of its 2 pods"), std::string::npos)
        << findings[0].statement.english();
    EXPECT_EQ(of(findings[0], AccountClass::held_loaded), 20 * kHour);  // one card of each pod
}

TEST(OverRequestedGpus, IsNotSaidInTheFirstHours) { EXPECT_TRUE(cards(4, 1, 3).run(over_requested_gpus).empty()); }

TEST(OverRequestedGpus, ACardThatIsRarelyActiveIsStillUsed) {
    TestEstate estate = cards(2, 1, 10);
    estate.repeat(active_hour(0.6), 1, model::ClaimIx{1}, 10, 1);
    EXPECT_TRUE(estate.run(over_requested_gpus).empty());
}

}  // namespace
}  // namespace arable::diagnose
