#include "series/stepping.h"

#include <vector>

#include <gtest/gtest.h>

namespace arable::series {
namespace {

std::vector<Sample> at_seconds(std::vector<std::pair<int, double>> points) {
    std::vector<Sample> samples;
    for (const auto& [second, value] : points) samples.push_back({Time{second * 1000LL}, value});
    return samples;
}

TEST(MedianInterval, IsADistanceThatWasSeen) {
    EXPECT_EQ(median_interval({}).ms, 0);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}})).ms, 0);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}, {30, 1}, {60, 1}, {600, 1}})).ms, 30'000);
    EXPECT_EQ(median_interval(at_seconds({{0, 1}, {10, 1}, {30, 1}})).ms, 10'000);
}

}  // namespace
}  // namespace arable::series
