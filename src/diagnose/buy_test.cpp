#include "diagnose/buy.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "diagnose/wait_test_estate.h"

namespace arable::diagnose {
namespace {

constexpr std::int64_t kHour = 3'600'000;

QueuedGang gang(std::int64_t gpus, std::int64_t from, std::int64_t to, std::int64_t ran_hours) {
    QueuedGang made{.created = Time{from * kHour}, .members = {gpus * 1000}, .scheduled = Time{to * kHour}};
    made.curable = {{Time{from * kHour}, Time{to * kHour}}};
    made.ran_ms = ran_hours * kHour;
    made.milli = gpus * 1000;
    made.curable_ms = gpus * (to - from) * kHour;
    return made;
}

TEST(Buy, OneGpuServesOneAfterTheOther) {
    // The first holds the new GPU for its 2 hours, then the second starts: it had waited since hour 0 until hour 5.
    const std::vector<QueuedGang> queue{gang(1, 0, 4, 2), gang(1, 0, 5, 9)};
    EXPECT_EQ(removed_by(queue, 1, 1, Time{24 * kHour}), (4 + 3) * kHour);
    EXPECT_EQ(removed_by(queue, 2, 2, Time{24 * kHour}), (4 + 5) * kHour);
}

TEST(Buy, AGangOfEightNeedsANodeOfEight) {
    const std::vector<QueuedGang> queue{gang(8, 0, 10, 1)};
    EXPECT_EQ(removed_by(queue, 8, 4, Time{24 * kHour}), 0);
    EXPECT_EQ(removed_by(queue, 8, 8, Time{24 * kHour}), 80 * kHour);
    const auto curve = buy_curve("H100", queue, 8, Time{24 * kHour});
    ASSERT_EQ(curve.size(), 2U);
    EXPECT_EQ(curve[0].removed_ms, 0);
    EXPECT_EQ(curve[1].added, 8);
    EXPECT_EQ(curve[1].removed_ms, 80 * kHour);
}

TEST(Buy, ReplicasAreCountedInThousandthsOfACard) {
    std::vector<QueuedGang> queue(8, gang(1, 0, 1, 5));
    for (QueuedGang& pod : queue) {
        pod.members = {250};
        pod.milli = 250;
        pod.curable_ms = kHour / 4;
    }
    EXPECT_EQ(removed_by(queue, 2, 1, Time{24 * kHour}), 2 * kHour);
    EXPECT_EQ(removed_by(queue, 1, 1, Time{24 * kHour}), kHour);
}

TEST(Buy, MoreGpusNeverRemoveLessAndNeverMoreThanWasCurable) {
    Rng rng(5);
    for (int round = 0; round < 100; ++round) {
        std::vector<QueuedGang> queue;
        std::int64_t curable = 0;
        for (std::int64_t n = rng.integer(1, 30); n > 0; --n) {
            const std::int64_t from = rng.integer(0, 37);
            queue.push_back(gang(rng.integer(1, 8), from, from + rng.integer(1, 10), rng.integer(0, 20)));
            curable += queue.back().curable_ms;
        }
        std::int64_t last = 0;
        for (const BuyPoint& point : buy_curve("", queue, 8, Time{48 * kHour})) {
            EXPECT_GE(point.removed_ms, last);
            EXPECT_LE(point.removed_ms, curable);
            last = point.removed_ms;
        }
        EXPECT_EQ(last, curable);  // enough GPUs remove all of it
    }
}

TEST(Buy, OnlyProductsThatAWaitAcceptsHelpIt) {
    test::WaitEstate estate(60);
    estate.holds(estate.cards(estate.node("n0"), 1, "H100-SXM5-80GB"), 0, 60);
    estate.holds(estate.cards(estate.node("n1"), 1, "T4-16GB"), 0, 60);
    estate.waits_for(1, 0, 60).spec.device.product = "T4-16GB";
    const WaitOutcome outcome = estate.decompose();
    ASSERT_EQ(outcome.waits.buy.size(), 1U);
    EXPECT_EQ(outcome.waits.buy[0].product, "T4-16GB");
    EXPECT_EQ(outcome.waits.buy[0].added, 1);
    EXPECT_EQ(outcome.waits.buy[0].removed_ms, kHour);
}

}  // namespace
}  // namespace arable::diagnose
