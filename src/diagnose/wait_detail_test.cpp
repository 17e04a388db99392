#include "diagnose/wait_detail.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

using Kind = WaitDetail::Kind;

TEST(WaitDetail, IsPutIntoWordsWhenItIsShown) {
    EXPECT_TRUE(worded({}).empty());
    EXPECT_TRUE(said("").empty());
    EXPECT_EQ(worded(said("0/3 nodes are available")), "0/3 nodes are available");
    EXPECT_EQ(worded({.kind = Kind::cores, .name = "n4", .amount = 12'000}), "12.0 CPU cores too few on n4");
    EXPECT_EQ(worded({.kind = Kind::memory, .name = "n4", .amount = std::int64_t{3} << 30U}),
              "3 GiB of memory too little on n4");
    EXPECT_EQ(worded({.kind = Kind::taint, .name = "n1", .what = "team=a:NoSchedule"}),
              "taint team=a:NoSchedule on n1");
    EXPECT_EQ(worded({.kind = Kind::quota, .name = "research", .what = "nvidia.com/gpu", .amount = 8}),
              "quota research (8 nvidia.com/gpu)");
    EXPECT_EQ(worded({.kind = Kind::pod_anti, .name = "n1"}), "anti-affinity of a pod that runs on n1");
    EXPECT_EQ(worded({.kind = Kind::blocks, .amount = 8, .nodes = 4, .most = 2}), "8 free on 4 nodes, largest block 2");
}

TEST(WaitDetail, OfEveryKindHasWords) {
    for (int kind = 1; kind <= static_cast<int>(Kind::idle_in_pool); ++kind) {
        EXPECT_FALSE(worded({.kind = static_cast<Kind>(kind), .name = "n", .what = "w"}).empty()) << kind;
    }
}

}  // namespace
}  // namespace arable::diagnose
