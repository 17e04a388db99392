#include "prom/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "base/rng.h"

namespace arable::prom {
namespace {

TEST(ParseValue, ReadsWhatExportersWrite) {
    EXPECT_EQ(parse_value("0"), 0.0);
    EXPECT_EQ(parse_value("97"), 97.0);
    EXPECT_EQ(parse_value("-1.5"), -1.5);
    EXPECT_EQ(parse_value("+2"), 2.0);
    EXPECT_EQ(parse_value("68.244000"), 68.244);
    EXPECT_EQ(parse_value(".5"), 0.5);
    EXPECT_EQ(parse_value("5."), 5.0);
    EXPECT_EQ(parse_value("1.7740114615667598e+09"), 1.7740114615667598e+09);
    EXPECT_EQ(parse_value("9223372036854775794"), 9223372036854775808.0);
    EXPECT_TRUE(std::signbit(*parse_value("-0")));
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const char* text : {"+Inf", "Inf", "inf", "+infinity"}) EXPECT_EQ(parse_value(text), kInfinity) << text;
    EXPECT_EQ(parse_value("-Inf"), -kInfinity);
    for (const char* text : {"NaN", "nan"}) EXPECT_TRUE(std::isnan(parse_value(text).value())) << text;
}

TEST(ParseValue, RefusesWhatIsNotANumber) {
    for (const char* text : {"", "-", "+", ".", "N/A", "1,5", "1_000", "0x10", "1.2.3", "--1", "+-1", "1e", "nan(1)",
                             "12a", "1e999", " 1", "1 "}) {
        EXPECT_FALSE(parse_value(text)) << text;
    }
}

// The standard library is the judge: the nearest double, to the bit.
TEST(ParseValue, IsExactForDecimalsOfEveryLength) {
    Rng rng(11);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = rng.next() % 2 == 0 ? "" : "-";
        for (std::uint64_t n = rng.next() % 12; n > 0; --n) text += static_cast<char>('0' + rng.next() % 10);
        text += '.';
        for (std::uint64_t n = 1 + rng.next() % 12; n > 0; --n) text += static_cast<char>('0' + rng.next() % 10);
        const auto value = parse_value(text);
        ASSERT_TRUE(value) << text;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*value),
                  std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
            << text;
    }
}

void expect_time(std::string_view text, TimeUnit usual, std::int64_t ms, TimeUnit unit) {
    const auto stamp = parse_timestamp(text, usual);
    ASSERT_TRUE(stamp) << text;
    EXPECT_EQ(stamp->time.ms, ms) << text;
    EXPECT_EQ(stamp->unit, unit) << text;
}

TEST(ParseTimestamp, TellsSecondsFromMilliseconds) {
    using enum TimeUnit;
    for (const auto usual : {milliseconds, seconds}) {
        expect_time("1700000000123", usual, 1'700'000'000'123, milliseconds);
        expect_time("1700000000", usual, 1'700'000'000'000, seconds);
        expect_time("1700000000.123", usual, 1'700'000'000'123, seconds);
        expect_time("1700000000.1234567891", usual, 1'700'000'000'123, seconds);
        expect_time("1.7e9", usual, 1'700'000'000'000, seconds);
        expect_time("100000000", usual, 100'000'000'000, seconds);
        expect_time("99999999999", usual, 99'999'999'999'000, seconds);
        expect_time("100000000000", usual, 100'000'000'000, milliseconds);
    }
    expect_time("1000", milliseconds, 1000, milliseconds);
    expect_time("1000", seconds, 1'000'000, seconds);
    expect_time("-1000", milliseconds, -1000, milliseconds);
    expect_time("0", seconds, 0, seconds);
    expect_time("12.0005", milliseconds, 12'001, seconds);  // to the nearest millisecond
}

TEST(ParseTimestamp, RefusesTimesThatCannotBe) {
    for (const char* text :
         {"", "now", "1700000000123456", "1700000000123456789", "1e300", "NaN", "Inf", "2023-11-14"}) {
        EXPECT_FALSE(parse_timestamp(text, TimeUnit::milliseconds)) << text;
    }
}

}  // namespace
}  // namespace arable::prom
