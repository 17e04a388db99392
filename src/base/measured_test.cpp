#include "base/measured.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace arable {
namespace {

TEST(Measured, BytesAreClampedWhateverWasMeasured) {
    EXPECT_EQ(bytes_of(17.9), Bytes{17});
    for (const double none : {-1.0, -1e300, std::nan("")}) EXPECT_EQ(bytes_of(none), Bytes{0});
    for (const double much : {1e19, 1e300, std::numeric_limits<double>::infinity()})
        EXPECT_EQ(bytes_of(much), Bytes{std::int64_t{1} << 60});
}

}  // namespace
}  // namespace arable
