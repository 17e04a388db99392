#include "prom/write.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "base/rng.h"
#include "prom/exposition.h"
#include "prom/number_text.h"
#include "prom/recording_sink.h"
#include "wire/decompress.h"

namespace arable::prom {
namespace {

using series::make_labels;
using series::MetricType;

std::string value_text(double value) {
    std::string out;
    append_value(out, value);
    return out;
}

std::string seconds_text(std::int64_t ms) {
    std::string out;
    append_seconds(out, Time{ms});
    return out;
}

TEST(WriteValue, UsesTheShortestText) {
    EXPECT_EQ(value_text(0.0), "0");
    EXPECT_EQ(value_text(-0.0), "-0");
    EXPECT_EQ(value_text(97.0), "97");
    EXPECT_EQ(value_text(-1.5), "-1.5");
    EXPECT_EQ(value_text(0.000001), "0.000001");
    EXPECT_EQ(value_text(68.244), "68.244");
    EXPECT_EQ(value_text(1e20), "1e+20");
    EXPECT_EQ(value_text(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(value_text(std::numeric_limits<double>::infinity()), "+Inf");
    EXPECT_EQ(value_text(-std::numeric_limits<double>::infinity()), "-Inf");
    EXPECT_EQ(value_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

TEST(WriteValue, ReadsBackToTheBit) {
    Rng rng(5);
    for (int i = 0; i < 20'000; ++i) {
        double value = std::bit_cast<double>(rng.next());
        if (!(value == value)) continue;
        if (i % 2 == 0) value = static_cast<double>(rng.next() % 100'000'000'000ULL) / 1e6;
        const auto back = parse_value(value_text(value));
        ASSERT_TRUE(back) << value_text(value);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value)) << value_text(value);
    }
}

TEST(WriteSeconds, KeepsMillisecondsAndSaysWhenASmallNumberIsSeconds) {
    EXPECT_EQ(seconds_text(1'700'000'000'000), "1700000000");
    EXPECT_EQ(seconds_text(1'700'000'000'050), "1700000000.05");
    EXPECT_EQ(seconds_text(1'700'000'000'123), "1700000000.123");
    EXPECT_EQ(seconds_text(0), "0.0");
    EXPECT_EQ(seconds_text(5000), "5.0");
    EXPECT_EQ(seconds_text(-1500), "-1.5");
    for (const std::int64_t ms : {0LL, 5000LL, -1500LL, 99'999'999'999LL, 100'000'000'000LL, 1'700'000'000'123LL}) {
        EXPECT_EQ(parse_timestamp(seconds_text(ms), TimeUnit::milliseconds)->time.ms, ms);
    }
}

std::string write_sample_dump(bool compressed) {
    std::string out;
    std::unique_ptr<wire::ByteSink> sink = std::make_unique<wire::MemorySink>(out);
    if (compressed) sink = wire::zstd_compressed(std::move(sink));
    OpenMetricsWriter writer(std::move(sink));
    writer.declare_type("tokens_total", MetricType::counter);
    writer.declare_type("a.b", MetricType::gauge);
    const auto tokens = writer.declare(make_labels("tokens_total", {{"pod", "p\"1\""}}));
    const auto quoted = writer.declare(make_labels("a.b", {}));
    writer.append(tokens, {Time{1'700'000'000'000}, 5});
    writer.append(quoted, {Time{1'700'000'000'500}, 0.25});
    writer.append(tokens, {Time{1'700'000'030'000}, 6});
    EXPECT_TRUE(writer.finish());
    return out;
}

TEST(OpenMetricsWriter, WritesOneLineASample) {
    EXPECT_EQ(write_sample_dump(false),
              "# TYPE tokens counter\n"
              "# TYPE \"a.b\" gauge\n"
              "tokens_total{pod=\"p\\\"1\\\"\"} 5 1700000000\n"
              "{\"a.b\"} 0.25 1700000000.5\n"
              "tokens_total{pod=\"p\\\"1\\\"\"} 6 1700000030\n"
              "# EOF\n");
}

TEST(OpenMetricsWriter, IsReadBackWholeAlsoCompressed) {
    const std::string bytes = write_sample_dump(true);
    const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(bytes));
    RecordingSink sink;
    const auto stats = read_exposition(*source, sink, {});
    ASSERT_TRUE(stats);
    EXPECT_TRUE(stats->openmetrics);
    EXPECT_FALSE(stats->truncated);
    EXPECT_EQ(stats->bad_lines + stats->unlikely_unit + stats->without_time, 0U);
    EXPECT_EQ(stats->samples, 3U);
    EXPECT_EQ(sink.samples.at("tokens_total{pod=\"p\\\"1\\\"\"}")[1], (series::Sample{Time{1'700'000'030'000}, 6.0}));
    EXPECT_EQ(sink.samples.at("{\"a.b\"}")[0], (series::Sample{Time{1'700'000'000'500}, 0.25}));
    EXPECT_EQ(sink.types[1], std::make_pair(std::string("tokens_total"), MetricType::counter));
}

class FullDisk final : public wire::ByteSink {
  public:
    Result<Done> write(std::string_view) override { return fail(ErrorCode::io, "no space left"); }
    Result<Done> finish() override { return Done{}; }
};

TEST(OpenMetricsWriter, TellsThatTheSinkFailed) {
    OpenMetricsWriter writer(std::make_unique<FullDisk>());
    const auto ref = writer.declare(make_labels("up", {}));
    for (int i = 0; i < 100'000; ++i) writer.append(ref, {Time{i}, 1.0});
    const auto done = writer.finish();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "no space left");
}

}  // namespace
}  // namespace arable::prom
