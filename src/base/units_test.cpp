#include "base/units.h"

#include <gtest/gtest.h>

namespace arable {
namespace {

TEST(Quantities, ReadWhatKubernetesWrites) {
    EXPECT_EQ(parse_quantity_milli("100m"), 100);
    EXPECT_EQ(parse_quantity_milli("2"), 2000);
    EXPECT_EQ(parse_quantity_milli("1.5"), 1500);
    EXPECT_EQ(parse_quantity("64Gi"), 64LL << 30);
    EXPECT_EQ(parse_quantity("500M"), 500'000'000);
    EXPECT_EQ(parse_quantity("1e3"), 1000);
    EXPECT_EQ(parse_quantity("1500m"), 2);  // rounded up
    EXPECT_EQ(parse_quantity("0"), 0);
}

TEST(Quantities, RefuseWhatIsNoAmount) {
    for (const char* text : {"", "NaN", "Inf", "-1", "0,25", "0.25x", "1ee3", "9999999999Ei", "1e99", ".", "Gi"}) {
        EXPECT_FALSE(parse_quantity(text).has_value()) << text;
    }
}

TEST(Bytes, ArePrintedForPeople) {
    EXPECT_EQ(format_bytes(mebibytes(512)), "512 MiB");
    EXPECT_EQ(format_bytes(mebibytes(4301)), "4.2 GiB");
    EXPECT_EQ(format_bytes(Bytes{17}), "17 B");
}

TEST(Money, AddsWithinOneCurrency) { EXPECT_EQ((Money{1, "USD"} + Money{2, "USD"}), (Money{3, "USD"})); }

}  // namespace
}  // namespace arable
