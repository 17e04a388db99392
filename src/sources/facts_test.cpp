#include "sources/facts.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

TEST(Facts, MergeKeepsEverythingAndWidensTimes) {
    Facts a;
    a.nodes.emplace_back();
    a.first_time = Time{10};
    a.last_time = Time{20};
    Facts b;
    b.nodes.emplace_back();
    b.gaps.emplace_back();
    b.first_time = Time{5};
    b.has_pod_data = true;
    b.strict_queues.emplace_back("c1", "research");
    merge(a, std::move(b));
    EXPECT_EQ(a.nodes.size(), 2U);
    EXPECT_EQ(a.gaps.size(), 1U);
    EXPECT_EQ(a.first_time, Time{5});
    EXPECT_EQ(a.last_time, Time{20});
    EXPECT_TRUE(a.has_pod_data);
    EXPECT_EQ(a.strict_queues.size(), 1U);
}

}  // namespace
}  // namespace arable::sources
