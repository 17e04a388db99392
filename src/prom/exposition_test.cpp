#include "prom/exposition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "prom/recording_sink.h"
#include "wire/byte_sink.h"
#include "wire/decompress.h"

namespace arable::prom {
namespace {

using series::MetricType;
using series::Sample;

constexpr Time kNow{1'700'000'000'000};

struct Read {
    RecordingSink sink;
    ExpositionStats stats;
};

Read read_text(std::string_view text, std::optional<Time> default_time = kNow) {
    Read read;
    wire::MemorySource source(text);
    auto stats = read_exposition(source, read.sink, {.default_time = default_time});
    EXPECT_TRUE(stats);
    read.stats = std::move(*stats);
    return read;
}

TEST(Exposition, ReadsOneScrapeAtTheDefaultTime) {
    const auto read =
        read_text("# HELP up Whether.\n# TYPE up gauge\nup{job=\"a\"} 1\nup{job=\"b\"}\t0\n\nplain 2.5\n");
    EXPECT_EQ(read.stats.samples, 3U);
    EXPECT_EQ(read.stats.lines, 6U);
    EXPECT_EQ(read.stats.bad_lines, 0U);
    EXPECT_EQ(read.sink.samples.at("up{job=\"a\"}"), (std::vector<Sample>{{kNow, 1.0}}));
    EXPECT_EQ(read.sink.value("plain"), 2.5);
    EXPECT_EQ(read.sink.types, (std::vector<std::pair<std::string, MetricType>>{{"up", MetricType::gauge}}));
    EXPECT_FALSE(read.stats.openmetrics);
    EXPECT_FALSE(read.stats.truncated);
}

TEST(Exposition, DropsAndCountsSamplesWithoutAnyTime) {
    const auto read = read_text("a 1\nb 2 1700000000000\n", std::nullopt);
    EXPECT_EQ(read.stats.without_time, 1U);
    EXPECT_EQ(read.stats.samples, 1U);
    EXPECT_EQ(read.sink.value("a"), std::nullopt);
}

TEST(Exposition, ReadsADumpOverTimeAndDeclaresEachSeriesOnce) {
    std::string text;
    for (int scrape = 0; scrape < 50; ++scrape) {
        for (int gpu = 0; gpu < 20; ++gpu) {
            if (scrape == 25 && gpu == 3) continue;  // the order is broken once
            text += "util{gpu=\"" + std::to_string(gpu) + "\"} " + std::to_string(scrape + gpu) + " " +
                    std::to_string(1'700'000'000'000 + scrape * 30'000) + "\n";
        }
    }
    const auto read = read_text(text);
    EXPECT_EQ(read.stats.samples, 999U);
    EXPECT_EQ(read.sink.declarations, 20U);
    EXPECT_EQ(read.stats.duplicates + read.stats.backwards + read.stats.unlikely_unit, 0U);
    EXPECT_EQ(read.sink.samples.at("util{gpu=\"3\"}").size(), 49U);
    EXPECT_EQ(read.sink.samples.at("util{gpu=\"19\"}")[49], (Sample{Time{1'700'001'470'000}, 68.0}));
}

TEST(Exposition, ReadsOpenMetrics) {
    const auto read = read_text(
        "# TYPE tokens counter\n# UNIT tokens tokens\ntokens_total{a=\"b\"} 5 1700000000.5 # {trace_id=\"x\"} 1 1.5\n"
        "tokens_created{a=\"b\"} 1.6e9\n# TYPE build info\nbuild_info{version=\"1\"} 1\n# EOF\n");
    EXPECT_TRUE(read.stats.openmetrics);
    EXPECT_FALSE(read.stats.truncated);
    EXPECT_EQ(read.stats.samples, 2U);
    EXPECT_EQ(read.stats.exemplars, 1U);
    EXPECT_EQ(read.stats.created, 1U);
    EXPECT_EQ(read.stats.unlikely_unit, 0U);
    EXPECT_EQ(read.sink.samples.at("tokens_total{a=\"b\"}"), (std::vector<Sample>{{Time{1'700'000'000'500}, 5.0}}));
    const std::vector<std::pair<std::string, MetricType>> types{{"tokens", MetricType::counter},
                                                                {"tokens_total", MetricType::counter},
                                                                {"build", MetricType::info},
                                                                {"build_info", MetricType::info}};
    EXPECT_EQ(read.sink.types, types);
}

TEST(Exposition, KeepsCreatedSeriesThatMeanSomethingElse) {
    const auto read = read_text(
        "# TYPE kube_pod_created gauge\nkube_pod_created{pod=\"p\"} 1.5e9\n"
        "# TYPE a_total counter\na_total 1\na_created 1.5e9\n");
    EXPECT_EQ(read.stats.created, 1U);
    EXPECT_EQ(read.sink.value("kube_pod_created{pod=\"p\"}"), 1.5e9);
    EXPECT_EQ(read.sink.value("a_created"), std::nullopt);
}

TEST(Exposition, MissingEofIsTruncationOnlyInOpenMetrics) {
    EXPECT_TRUE(read_text("# TYPE a unknown\na 1\n").stats.truncated);
    EXPECT_TRUE(read_text("a 1\n# EOF\na 2 1\n").stats.truncated);
    EXPECT_FALSE(read_text("a 1\n# EOF\na 2 1\n# EOF").stats.truncated);
    EXPECT_FALSE(read_text("a 1\n").stats.truncated);
}

TEST(Exposition, ReadsSecondsAndMillisecondsForWhatTheyCanOnlyBe) {
    const auto seconds = read_text("a 1 1700000000\na 2 1700000030\n");
    EXPECT_EQ(seconds.stats.unlikely_unit, 2U);
    EXPECT_EQ(seconds.sink.samples.at("a")[1].time.ms, 1'700'000'030'000);
    const auto milliseconds = read_text("# TYPE a unknown\na 1 1700000000000\n# EOF\n");
    EXPECT_EQ(milliseconds.stats.unlikely_unit, 1U);
    EXPECT_EQ(milliseconds.sink.samples.at("a")[0].time.ms, 1'700'000'000'000);
    EXPECT_EQ(read_text("# TYPE a unknown\na 1 1000\n# EOF\n").sink.samples.at("a")[0].time.ms, 1'000'000);
    EXPECT_EQ(read_text("a 1 1000\n").sink.samples.at("a")[0].time.ms, 1000);
}

TEST(Exposition, SkipsBadLinesAndReportsTheFirst) {
    std::string text = "good 1\nbad{ 1\nup{a=\"b\"} N/A\nup 1 yesterday\nup 1 1700000000000 more\nup{a=\"b\"}\n";
    for (int i = 0; i < 10; ++i) text += "9 9\n";
    text += "good2 2\n";
    const auto read = read_text(text);
    EXPECT_EQ(read.stats.samples, 2U);
    EXPECT_EQ(read.stats.bad_lines, 15U);
    ASSERT_EQ(read.stats.problems.size(), 5U);
    EXPECT_EQ(read.stats.problems[0].line, 2U);
    EXPECT_EQ(read.stats.problems[0].offset, 7U);
    EXPECT_EQ(read.stats.problems[0].reason, "a brace never closes");
    EXPECT_EQ(read.stats.problems[1].reason, "the value is not a number");
    EXPECT_EQ(read.stats.problems[4].reason, "the value is missing");
}

TEST(Exposition, ToleratesCarriageReturnsBlanksAndNoLastLineFeed) {
    const auto read = read_text("# TYPE up gauge\r\n  up{a=\"1\",}   1   1700000000000  \r\nup {a=\"2\"} 3");
    EXPECT_EQ(read.stats.bad_lines, 1U);  // the last line may be cut: it follows lines with times
    EXPECT_EQ(read.sink.value("up{a=\"1\"}"), 1.0);
    EXPECT_EQ(read_text("up 1\r\nup2 3").sink.value("up2"), 3.0);
    EXPECT_EQ(read_text("").stats.lines, 0U);
    EXPECT_EQ(read_text("\n\n").stats.bad_lines, 0U);
}

TEST(Exposition, CountsDuplicatesAndTimesThatGoBackButPassesThemOn) {
    const auto read = read_text("a 1 1700000000000\na 2 1700000000000\na 3 1600000000000\nb 1\nb 1\n");
    EXPECT_EQ(read.stats.samples, 5U);
    EXPECT_EQ(read.stats.duplicates, 2U);
    EXPECT_EQ(read.stats.backwards, 1U);
}

TEST(Exposition, PassesNanAndBlankMarkersOn) {
    const auto read = read_text("a NaN\nb 9223372036854775794\nc +Inf\n");
    EXPECT_TRUE(std::isnan(read.sink.value("a").value()));
    EXPECT_EQ(read.sink.value("b"), 9223372036854775808.0);
    EXPECT_EQ(read.stats.samples, 3U);
}

TEST(Exposition, SkipsALineAboveTheLimit) {
    RecordingSink sink;
    const std::string text = "a 1\nb{x=\"" + std::string(5000, 'y') + "\"} 1\nc 1\n";
    wire::MemorySource source(text);
    const auto stats = read_exposition(source, sink, {.default_time = kNow, .max_line_bytes = 1000});
    EXPECT_EQ(stats->too_long_lines, 1U);
    EXPECT_EQ(stats->samples, 2U);
    EXPECT_EQ(stats->problems.at(0).line, 2U);
}

TEST(Exposition, CountsWhatTheSinkDoesNotWant) {
    RecordingSink sink;
    sink.unwanted = "go_threads";
    wire::MemorySource source("go_threads 1\nup 1\ngo_threads 1\nup 1\n");
    const auto stats = read_exposition(source, sink, {.default_time = kNow});
    EXPECT_EQ(stats->unwanted, 2U);
    EXPECT_EQ(stats->samples, 2U);
    EXPECT_EQ(sink.declarations, 2U);
}

TEST(Exposition, UsesWhatCameBeforeATruncatedGzipEnded) {
    std::string text;
    for (int i = 0; i < 10'000; ++i) text += "a{i=\"" + std::to_string(i * 7919 % 10'007) + "\"} 1 1700000000000\n";
    std::string compressed;
    auto zstd = wire::zstd_compressed(std::make_unique<wire::MemorySink>(compressed));
    ASSERT_TRUE(zstd->write(text) && zstd->finish());
    compressed.resize(compressed.size() - 10);
    const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(compressed));
    RecordingSink sink;
    const auto stats = read_exposition(*source, sink, {});
    ASSERT_TRUE(stats);
    EXPECT_GT(stats->samples, 0U);
    EXPECT_TRUE(stats->truncated);
    ASSERT_TRUE(stats->source_error);
    EXPECT_EQ(stats->source_error->code, ErrorCode::truncated);
    EXPECT_LE(stats->bad_lines, 1U);
}

TEST(Exposition, FailsOnlyWhenTheSourceGivesNothing) {
    RecordingSink sink;
    const auto folder = wire::open_file("tests/captures");
    const auto stats = read_exposition(**folder, sink, {});
    ASSERT_FALSE(stats);
    EXPECT_EQ(stats.error().code, ErrorCode::io);
}

TEST(ExpositionReader, RemembersSeriesFromInputToInput) {
    RecordingSink sink;
    ExpositionReader reader(sink);
    for (const std::int64_t ms : {2000, 1000}) {
        wire::MemorySource source("a{x=\"1\"} 1\nb 2\n");
        const auto stats = reader.read(source, {.default_time = Time{ms}});
        EXPECT_EQ(stats->samples, 2U);
        EXPECT_EQ(stats->backwards, 0U);  // files may come in any order
    }
    EXPECT_EQ(sink.declarations, 2U);
    EXPECT_EQ(sink.count, 4U);
}

TEST(Exposition, ReadsQuotedNamesInTypesAndSamples) {
    const auto read = read_text("# TYPE \"a.b\" counter\n{\"a.b\",x=\"y\"} 3\n");
    EXPECT_EQ(read.sink.value("{\"a.b\",x=\"y\"}"), 3.0);
    EXPECT_EQ(read.sink.types.at(0), std::make_pair(std::string("a.b"), MetricType::counter));
}

TEST(Exposition, KeepsASeriesWithInvalidUtf8AndCountsIt) {
    const auto read = read_text("a{x=\"\xff\"} 1\na{x=\"\xff\"} 2\n");
    EXPECT_EQ(read.stats.invalid_utf8, 1U);
    EXPECT_EQ(read.sink.samples.at("a{x=\"\xef\xbf\xbd\"}").size(), 2U);
}

}  // namespace
}  // namespace arable::prom
