#include "prom/query_answer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <string>

#include "prom/recording_sink.h"
#include "wire/byte_source.h"

namespace arable::prom {
namespace {

Result<QueryAnswer> read(std::string_view text, RecordingSink& sink, const QueryAnswerLimits& limits = {}) {
    sink.unwanted = "none";  // series without a name are wanted
    wire::MemorySource body(text);
    return read_query_answer(body, sink, limits);
}

ErrorCode code_of(std::string_view text) {
    RecordingSink sink;
    const auto answer = read(text, sink);
    EXPECT_FALSE(answer) << text;
    return answer ? ErrorCode::internal : answer.error().code;
}

TEST(QueryAnswer, ReadsAMatrixWithItsTimesToTheMillisecond) {
    RecordingSink sink;
    const auto answer = read(R"({"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"__name__":"up","job":"a\"b"},"values":[[1774009575.241,"1"],[1774009605,"NaN"]]},
        {"metric":{"job":"c"},"values":[[1774009575.001,"-Inf"],[1.5e9,"0x"],["2","3"],[4]]}]}})",
                             sink);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_FALSE(answer->failed());
    EXPECT_EQ(answer->series, 2U);
    EXPECT_EQ(answer->samples, 3U);
    EXPECT_EQ(answer->bad_samples, 3U);
    const auto& up = sink.samples.at("up{job=\"a\\\"b\"}");
    EXPECT_EQ(up.at(0), (series::Sample{Time{1774009575241}, 1.0}));
    EXPECT_EQ(up.at(1).time, Time{1774009605000});
    EXPECT_TRUE(std::isnan(up.at(1).value));
    EXPECT_EQ(sink.samples.at("{job=\"c\"}").at(0).value, -INFINITY);
}

TEST(QueryAnswer, ReadsVectorsAndScalars) {
    RecordingSink sink;
    ASSERT_TRUE(read(R"({"status":"success","data":{"resultType":"vector","result":[
        {"metric":{"__name__":"x"},"value":[10,"2.5"]}]}})",
                     sink));
    ASSERT_TRUE(read(R"({"status":"success","data":{"resultType":"scalar","result":[10.5,"7"]}})", sink));
    EXPECT_EQ(sink.value("x"), 2.5);
    EXPECT_EQ(sink.value(""), 7.0);
}

TEST(QueryAnswer, CountsHistogramsAndLeavesThemOut) {
    RecordingSink sink;
    const auto answer = read(R"({"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"__name__":"h"},"values":[[1,"1"]],
         "histograms":[[2,{"count":"5","buckets":[[0,"1","2","3"],[0,"2","3","4"]]}],[3,{"count":"6"}]]},
        {"metric":{"__name__":"i"},"histogram":[2,{"count":"5"}]}]}})",
                             sink);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->histograms, 3U);
    EXPECT_EQ(answer->samples, 1U);
}

TEST(QueryAnswer, KeepsWhatTheServerSaysBesideTheData) {
    RecordingSink sink;
    const auto answer = read(R"({"warnings":["w1","w2"],"status":"success","isPartial":true,"infos":["i"],
        "data":{"resultType":"vector","result":[]},"stats":{"seriesFetched":"1","data":[{"values":[[1,"2"]]}]}})",
                             sink);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->warnings, (std::vector<std::string>{"w1", "w2"}));
    EXPECT_EQ(answer->warning_count, 2U);
    EXPECT_EQ(answer->infos, (std::vector<std::string>{"i"}));
    EXPECT_TRUE(answer->partial);
    EXPECT_EQ(sink.count, 0U);
}

TEST(QueryAnswer, GivesTheReasonOfARefusedQuery) {
    RecordingSink sink;
    const auto answer = read(R"({"status":"error","errorType":"execution","error":"too many samples"})", sink);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->failed());
    EXPECT_EQ(answer->error_type, "execution");
    EXPECT_EQ(answer->error, "too many samples");
}

TEST(QueryAnswer, ListsLabelValues) {
    RecordingSink sink;
    const auto answer = read(R"({"status":"success","data":["a","b\u00e9"]})", sink);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->values, (std::vector<std::string>{"a", "bé"}));
}

TEST(QueryAnswer, TellsALoginPageFromAnAnswerThatBrokeOff) {
    EXPECT_EQ(code_of("\n<!DOCTYPE html><html>Sign in</html>"), ErrorCode::invalid_input);
    RecordingSink sink;
    EXPECT_NE(read("<html>", sink).error().message.find("web page"), std::string::npos);
    EXPECT_EQ(code_of("upstream connect error"), ErrorCode::invalid_input);
    EXPECT_EQ(code_of("[1,2]"), ErrorCode::invalid_input);
    EXPECT_EQ(code_of("{}"), ErrorCode::invalid_input);
    EXPECT_EQ(code_of(R"({"status":"success"} more)"), ErrorCode::invalid_input);
    EXPECT_EQ(code_of(""), ErrorCode::truncated);
    EXPECT_EQ(
        code_of(R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"b"},"values":[[1,)"),
        ErrorCode::truncated);
}

TEST(QueryAnswer, HandsOverWhatStandsBeforeABreak) {
    RecordingSink sink;
    EXPECT_FALSE(
        read(R"({"status":"success","data":{"result":[{"metric":{"a":"b"},"values":[[1,"1"],[2,"2"],[)", sink));
    EXPECT_EQ(sink.count, 2U);
}

TEST(QueryAnswer, RefusesWhatItWouldHaveToHold) {
    RecordingSink sink;
    const std::string long_value(200, 'x');
    const auto labels =
        R"({"status":"success","data":{"result":[{"metric":{"a":")" + long_value + R"("},"values":[]}]}})";
    EXPECT_EQ(read(labels, sink, {.series_bytes = 100}).error().code, ErrorCode::limit);
    EXPECT_EQ(read(R"({"status":"success","data":["a","b","c"]})", sink, {.values = 2}).error().code, ErrorCode::limit);
    EXPECT_EQ(code_of(R"({"status":")" + std::string(std::size_t{5} << 20U, 'x')), ErrorCode::limit);
    std::string escaped = R"({"status":")";
    for (std::size_t i = 0; i < (std::size_t{5} << 19U); ++i) escaped += "\\\"";
    EXPECT_EQ(code_of(escaped), ErrorCode::limit);
    EXPECT_EQ(code_of(R"({"a":)" + std::string(1'000'000, '[')), ErrorCode::limit);
}

TEST(QueryAnswer, SaysNothingAboutSamplesBeforeTheirLabels) {
    EXPECT_EQ(code_of(R"({"status":"success","data":{"result":[{"values":[[1,"1"]],"metric":{"a":"b"}}]}})"),
              ErrorCode::invalid_input);
}

TEST(QueryAnswer, ReadsTheCapturesOfRealServers) {
    struct Capture {
        const char* file;
        std::uint64_t samples;
    };
    for (const auto& [file, samples] : {Capture{"ericsson_victoriametrics_0", 1}, Capture{"kops_0", 0},
                                        Capture{"kops_16", 2}, Capture{"upcloud_prometheus_0", 1}}) {
        auto source = wire::open_file(std::string("tests/captures/prometheus-api-json/") + file + ".json");
        ASSERT_TRUE(source) << file;
        RecordingSink sink;
        const auto answer = read_query_answer(**source, sink);
        ASSERT_TRUE(answer) << file << ": " << answer.error().message;
        EXPECT_TRUE(answer->success) << file;
        EXPECT_EQ(answer->samples, samples) << file;
    }
}

}  // namespace
}  // namespace arable::prom
