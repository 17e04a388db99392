#include "prom/series_text.h"

#include <gtest/gtest.h>

#include <string>

namespace arable::prom {
namespace {

std::string normal(std::string_view text) {
    const auto parsed = parse_series(text);
    return parsed ? series::to_text(parsed->labels) : "error: " + parsed.error().message;
}

TEST(SeriesText, ReadsNamesAndLabels) {
    EXPECT_EQ(normal("up"), "up");
    EXPECT_EQ(normal("up{}"), "up");
    EXPECT_EQ(normal("vllm:num_requests_running{b=\"2\",a=\"1\"}"), "vllm:num_requests_running{a=\"1\",b=\"2\"}");
    EXPECT_EQ(normal("up\t{ a = \"1\" ,\tb=\"2\", }"), "up{a=\"1\",b=\"2\"}");
    EXPECT_EQ(normal("up{a=\"\"}"), "up");
}

TEST(SeriesText, ReadsEscapesAndKeepsUnknownOnes) {
    const auto parsed = parse_series(R"(m{a="q\"b\\n\nl\x"})");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->labels.get("a"), "q\"b\\n\nl\\x");
    EXPECT_EQ(parse_series(R"(m{a="}{,=#"})")->labels.get("a"), "}{,=#");
}

TEST(SeriesText, ReadsQuotedNames) {
    EXPECT_EQ(normal(R"({"a.b",x="y"})"), R"({"a.b",x="y"})");
    EXPECT_EQ(normal(R"({"up","k8s.pod"="p"})"), R"(up{"k8s.pod"="p"})");
    EXPECT_EQ(normal(R"({x="y","a.b"})"), R"({"a.b",x="y"})");
    EXPECT_EQ(normal(R"({__name__="up", x="y"})"), R"(up{x="y"})");
    EXPECT_EQ(normal("{\"température\"}"), "{\"température\"}");
}

TEST(SeriesText, NormalisesBucketBoundsAsNumbers) {
    EXPECT_EQ(normal("h_bucket{le=\"1.0\"}"), "h_bucket{le=\"1\"}");
    EXPECT_EQ(normal("h_bucket{le=\"1\"}"), "h_bucket{le=\"1\"}");
    EXPECT_EQ(normal("h_bucket{le=\"1e-3\"}"), "h_bucket{le=\"0.001\"}");
    EXPECT_EQ(normal("h_bucket{le=\"+Inf\"}"), "h_bucket{le=\"+Inf\"}");
    EXPECT_EQ(normal("h_bucket{le=\"inf\"}"), "h_bucket{le=\"+Inf\"}");
    EXPECT_EQ(normal("h_bucket{le=\"many\"}"), "h_bucket{le=\"many\"}");
    EXPECT_EQ(normal("gauge{le=\"1.0\"}"), "gauge{le=\"1.0\"}");
}

TEST(SeriesText, ReplacesInvalidUtf8) {
    const auto parsed = parse_series("m{a=\"x\xff\xc3(y\",b=\"\xc3\xa9\"}");
    ASSERT_TRUE(parsed);
    EXPECT_TRUE(parsed->replaced_utf8);
    EXPECT_EQ(parsed->labels.get("a"), "x\xef\xbf\xbd\xef\xbf\xbd(y");
    EXPECT_EQ(parsed->labels.get("b"), "é");
    // Overlong, a surrogate, beyond U+10FFFF.
    for (const char* bad : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
        EXPECT_TRUE(parse_series("m{a=\"" + std::string(bad) + "\"}")->replaced_utf8);
    }
    for (const char* good : {"\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
        EXPECT_FALSE(parse_series("m{a=\"" + std::string(good) + "\"}")->replaced_utf8);
    }
}

TEST(SeriesText, SaysWhatIsWrong) {
    for (const char* text : {"",
                             "{}",
                             "{a=\"1\"}",
                             "9up",
                             "up{",
                             "up{a",
                             "up{a=",
                             "up{a=1}",
                             "up{a=\"1}",
                             "up{a=\"1\"",
                             "up{a=\"1\" b=\"2\"}",
                             "up{=\"1\"}",
                             "up{a}",
                             "up{,}",
                             "up{\"other\"}",
                             "a-b",
                             "up{a.b=\"1\"}",
                             "up{a=\"1\"}}",
                             "up{__name__=\"down\"}",
                             "up{a=\"1\",,}",
                             "up{\"a"}) {
        EXPECT_FALSE(parse_series(text)) << text;
    }
    EXPECT_EQ(parse_series("up{a=1}").error().message, "a label value is not quoted");
}

TEST(EndOfSeries, FindsTheClosingBrace) {
    EXPECT_EQ(end_of_series("up 1"), 2U);
    EXPECT_EQ(end_of_series("up"), 2U);
    EXPECT_EQ(end_of_series("up {a=\"b\"} 1"), 10U);
    EXPECT_EQ(end_of_series("up{a=\"}\"} 1 5"), 9U);
    EXPECT_EQ(end_of_series("up{a=\"b\"} 1 # {x=\"}\"} 2"), 9U);
    EXPECT_EQ(end_of_series("up{a=\"#\\\"}\"} 1"), 12U);
    EXPECT_EQ(end_of_series("up 1 # {x=\"y\"} 2"), 2U);
    EXPECT_EQ(end_of_series("up{a=\"b\" 1"), std::string_view::npos);
    EXPECT_EQ(end_of_series("up{a=\"b# 1"), std::string_view::npos);
}

}  // namespace
}  // namespace arable::prom
