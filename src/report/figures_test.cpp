#include "report/figures.h"

#include <gtest/gtest.h>

namespace arable::report {
namespace {

constexpr std::int64_t kHour = 3'600'000;

TEST(Figures, GroupDigits) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(-1234567), "-1,234,567");
}

TEST(Figures, ShowGpuHoursThatAddUp) {
    EXPECT_EQ(gpu_hours_text(216'000 * kHour), "216,000");
    EXPECT_EQ(gpu_hours_text(kHour / 2), "0.5");
    const std::vector<std::int64_t> thirds{kHour, kHour, kHour + kHour / 10};
    EXPECT_EQ(gpu_hours_parts(3 * kHour + kHour / 10, thirds), (std::vector<std::string>{"1.0", "1.0", "1.1"}));
    // 33.3 + 33.3 + 33.3 would be 99.9.
    const std::vector<std::int64_t> equal{1, 1, 1};
    EXPECT_EQ(percent_parts(3, equal), (std::vector<std::string>{"33.4", "33.3", "33.3"}));
    EXPECT_EQ(percent_parts(0, equal)[0], "-");
}

TEST(Figures, NeverShowSomethingAsNothing) {
    EXPECT_EQ(percent(0, 100), "0 %");
    EXPECT_EQ(percent(1, 100'000), "< 0.1 %");
    EXPECT_EQ(percent(123, 1000), "12.3 %");
    EXPECT_EQ(percent(1, 0), "-");
}

TEST(Figures, NeverAddCurrencies) {
    const std::vector<Money> monies{{12'345'678'000'000, "USD"}, {990'000, "EUR"}};
    EXPECT_EQ(money_text(monies), "12,345,678 USD + 0.99 EUR");
}

TEST(Figures, CountColumnsNotBytes) {
    EXPECT_EQ(columns("a×…"), 3U);
    EXPECT_EQ(fit("arable", 4), "ara…");
    EXPECT_EQ(left("a…", 4), "a…  ");
    EXPECT_EQ(right("12", 4), "  12");
}

TEST(Figures, WrapUnderThePrefix) {
    EXPECT_EQ(wrapped("a  ", "one two three", 10), "a  one two\n   three");
    EXPECT_EQ(wrapped("- ", "", 10), "- ");
    EXPECT_EQ(wrapped("", "one 12.5 % two", 9), "one\n12.5 %\ntwo");
    EXPECT_EQ(wrapped("", "12 %, 3 %", 6), "12 %,\n3 %");
}

TEST(Figures, MakeTextFromOutsideHarmless) {
    EXPECT_EQ(printable("a\x1b[31m\nb"), "a?[31m?b");
    EXPECT_EQ(printable("a\xC2\x9B"
                        "31mb"),
              "a?31mb");  // U+009B, the one-character ESC [
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b\xE2\x81\xA6"
                        "c"),
              "a?b?c");  // U+202E, U+2066
    EXPECT_EQ(printable("a\x9B"
                        "b\xE2\x80"),
              "a?b??");  // no characters at all
    EXPECT_EQ(printable("16 × 30 d → größer, 日本 😀 \xC2\xA0"), "16 × 30 d → größer, 日本 😀 \xC2\xA0");
}

}  // namespace
}  // namespace arable::report
