#include "sources/pool_table.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

TEST(PoolTable, ReadsSeveralPoolsInAnyOrder) {
    const auto facts = interpret_pool_table(
        "time,pool,total,running,pending\n2026-01-01T00:01:00Z,b,8,8,4\n2026-01-01T00:00:00Z,b,8,4,0\n1767225600,a,16,"
        "2,1\n",
        "x.csv");
    ASSERT_TRUE(facts.has_value());
    ASSERT_EQ(facts->pools.size(), 2U);
    EXPECT_EQ(facts->pools[0].pool, "a");
    EXPECT_EQ(format_rfc3339(facts->pools[0].points[0].time), "2026-01-01T00:00:00Z");
    EXPECT_EQ(facts->pools[1].points[1].pending, 4);
    EXPECT_EQ(facts->pools[1].interval, minutes(1));
    EXPECT_EQ(format_rfc3339(*facts->last_time), "2026-01-01T00:02:00Z");
}

TEST(PoolTable, ReadsTheHeliosSpellingAndNamesThePoolByFile) {
    const auto facts = interpret_pool_table(
        "time,total_gpujob_num,running_gpujob_num,pending_gpujob_num,total_gpu_num,running_gpu_num,pending_gpu_num,"
        "idle_gpu_num,"
        "gpu_utilization\n2020-05-01 00:00:00,2,2,0,96,64,3,32,0.667\n",
        "helios/vcvlY.csv.gz");
    ASSERT_TRUE(facts.has_value());
    EXPECT_EQ(facts->pools[0].pool, "vcvlY");
    EXPECT_EQ(facts->pools[0].points[0].total, 96);
    EXPECT_EQ(facts->pools[0].points[0].pending, 3);
}

TEST(PoolTable, LeavesOutBadRowsAndSaysWhich) {
    const auto facts = interpret_pool_table(
        "time,total,running,pending\n0,8,4,0\nx,8,4,0\n60,8,-1,0\n120,8,9,0\n120,8,1,0\n180,8\n", "p.csv");
    ASSERT_TRUE(facts.has_value());
    EXPECT_EQ(facts->pools[0].points.size(), 2U);
    ASSERT_EQ(facts->gaps.size(), 3U);
    EXPECT_EQ(facts->gaps[0].count, 3);
    EXPECT_NE(facts->gaps[0].message.english().find("line 7"), std::string::npos);
    EXPECT_EQ(facts->gaps[1].kind, model::Gap::Kind::duplicate);
    EXPECT_EQ(facts->sources[0].dropped, 4);
}

TEST(PoolTable, NamesTheColumnsThatItNeeds) {
    EXPECT_NE(interpret_pool_table("a,b\n1,2\n", "p").error().message.find("pending"), std::string::npos);
    EXPECT_FALSE(interpret_pool_table("", "p").has_value());
    EXPECT_FALSE(interpret_pool_table("time,total,running,pending\n", "p").has_value());
}

TEST(PoolTable, TheSamePoolInTwoFilesIsOnePool) {
    const char* text = "time,pool,total,running,pending\n0,a,8,4,0\n60,a,8,4,2\n";
    Facts facts = *interpret_pool_table(text, "a.csv");
    merge(facts, *interpret_pool_table(text, "b.csv"));
    join_pools(facts);
    ASSERT_EQ(facts.pools.size(), 1U);
    EXPECT_EQ(facts.pools[0].points.size(), 2U);
    EXPECT_EQ(facts.gaps.back().kind, model::Gap::Kind::duplicate);
    EXPECT_EQ(facts.gaps.back().count, 2);
}

TEST(PoolTable, RowsWithoutAPoolAreTold) {
    const auto facts = interpret_pool_table("time,pool,total,running,pending\n0,a,4,1,0\n0,,4,1,0\n", "q/vc.csv");
    ASSERT_TRUE(facts.has_value());
    ASSERT_EQ(facts->pools.size(), 2U);
    EXPECT_EQ(facts->pools[1].pool, "vc");
    ASSERT_EQ(facts->gaps.size(), 1U);
    EXPECT_EQ(facts->gaps[0].message, "1 rows name no pool; they are taken as the pool 'vc'");
}

TEST(PoolTable, ARowOfAnotherAgeDoesNotMoveTheWindow) {
    const auto facts = interpret_pool_table(
        "time,total,running,pending\n2026-01-01 00:00:00,4,1,0\n2026-01-01 00:01:00,4,1,0\n1767225720,4,1,0\n"
        "1767226,4,1,0\n2099-01-01 00:00:00,4,1,0\n",
        "q.csv");
    ASSERT_TRUE(facts.has_value());
    EXPECT_EQ(format_rfc3339(*facts->first_time), "2026-01-01T00:00:00Z");
    EXPECT_EQ(format_rfc3339(*facts->last_time), "2026-01-01T00:03:00Z");
    ASSERT_EQ(facts->gaps.size(), 2U);
    EXPECT_NE(facts->gaps[0].message.english().find("1 rows at 1970-01-21"), std::string::npos)
        << facts->gaps[0].message.english();
    EXPECT_NE(facts->gaps[1].message.english().find("1 rows at 2099-01-01"), std::string::npos)
        << facts->gaps[1].message.english();
    EXPECT_EQ(facts->sources[0].dropped, 2);
}

}  // namespace
}  // namespace arable::sources
