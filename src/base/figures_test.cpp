#include "base/figures.h"

#include <gtest/gtest.h>

namespace arable {
namespace {

TEST(Figures, AreGroupedForPeople) {
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(-1000), "-1,000");
    EXPECT_EQ(grouped(INT64_MIN), "-9,223,372,036,854,775,808");
    EXPECT_EQ(format_gpu_hours({36'936'200LL * 3'600}), "36,936");
    EXPECT_EQ(format_gpu_hours({3'600'000LL * 999 + 3'240'000}), "999.9");
    EXPECT_EQ(format_gpu_hours({3'600'000LL * 999 + 3'590'000}), "1,000.0");
    EXPECT_EQ(format_gpu_hours({60'000}), "< 0.1");
    EXPECT_EQ(format_gpu_hours({0}), "0.0");
}

}  // namespace
}  // namespace arable
