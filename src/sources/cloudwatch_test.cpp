#include "sources/cloudwatch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "series/track_store.h"
#include "sources/assemble.h"
#include "sources/metric_ingest.h"

namespace arable::sources {
namespace {

using model::Gap;
using series::Sample;
using Q = model::Quantity;

constexpr const char* kNode =
    "node_gpu_utilization ClusterName=prod NodeName=n1 InstanceType=p4d.24xlarge GpuDevice=nvidia0";

// {"MetricDataResults": [...]} with one result a pair of label and body.
std::string document(const std::vector<std::string>& results, const std::string& more = "") {
    std::string out;
    for (const std::string& result : results) out += (out.empty() ? "" : ",") + result;
    return "{\"MetricDataResults\":[" + out + "]" + more + "}";
}
std::string result(const std::string& label, const std::string& times, const std::string& values,
                   const std::string& status = "Complete", const std::string& id = "q") {
    return "{\"Id\":\"" + id + "\",\"Label\":\"" + label + "\",\"Timestamps\":[" + times + "],\"Values\":[" + values +
           "],\"StatusCode\":\"" + status + "\"}";
}
const std::string kTwoTimes = R"("2026-01-01T00:05:00+00:00","2026-01-01T00:00:00Z")";  // the newest first, as is usual
constexpr Time kFirst{1'767'225'600'000};                                               // 2026-01-01T00:00:00Z

class CloudwatchTest : public ::testing::Test {
  protected:
    Result<Facts> read(const std::string& text, const std::string& argument = "cw.json") {
        const CloudwatchFile file = cloudwatch_file(argument);
        auto facts = read_cloudwatch(text, file, queries_, ingest_);
        if (facts) own_ = *facts;
        return facts;
    }
    const Facts& all() {
        if (!all_) {
            all_ = *ingest_.finish();
            Facts copy = own_;
            merge(*all_, std::move(copy));
        }
        return *all_;
    }
    std::vector<Sample> samples(Q quantity) {
        std::vector<Sample> out;
        for (const TrackFact& track : all().tracks) {
            if (track.quantity != quantity) continue;
            const auto found = store_.read(series::TrackRef{track.track});
            out.insert(out.end(), found->begin(), found->end());
        }
        return out;
    }
    std::int64_t gap(Gap::Kind kind, std::string_view part) const {
        std::int64_t count = 0;
        for (const Gap& g : own_.gaps)
            if (g.kind == kind && g.message.english().find(part) != std::string::npos) count += g.count;
        return count;
    }
    const model::Timeline& timeline() {
        const Facts& facts = all();
        assembled_ = std::make_unique<Assembled>(*assemble(facts, store_, {.window = hours(1), .step = minutes(5)}));
        return assembled_->timeline;
    }

    CloudwatchQueries queries_;
    series::TrackStore store_;
    MetricIngest ingest_{store_};
    Facts own_;
    std::optional<Facts> all_;
    std::unique_ptr<Assembled> assembled_;
};

TEST_F(CloudwatchTest, ALabelOfWordsNamesTheMetricAndItsDimensions) {
    const auto labels = parse_cloudwatch_label(" node_gpu_utilization  NodeName=n1 GpuDevice=nvidia0 ClusterName= ");
    ASSERT_TRUE(labels);
    EXPECT_EQ(series::to_text(*labels), R"(node_gpu_utilization{GpuDevice="nvidia0",NodeName="n1"})");
    EXPECT_EQ(series::to_text(*parse_cloudwatch_label("m A=b=c")), R"(m{A="b=c"})");
    for (const char* other : {"", "node_gpu_utilization", "prod n1 nvidia0", "A=b", "m A=b stray", "m =b"}) {
        EXPECT_FALSE(parse_cloudwatch_label(other)) << other;
    }
}

TEST_F(CloudwatchTest, PercentBecomesAShareAtTheBeginningOfItsPeriod) {
    ASSERT_TRUE(read(document({result(kNode, kTwoTimes, "55.5,20")})));
    EXPECT_EQ(samples(Q::gpu_util), (std::vector<Sample>{{kFirst, 0.2}, {kFirst + minutes(5), 0.555}}));
    EXPECT_EQ(own_.sources.at(0).records, 2);
    ASSERT_EQ(own_.nodes.size(), 1U);
    EXPECT_EQ(own_.nodes[0].node.instance_type, "p4d.24xlarge");
    EXPECT_TRUE(own_.gaps.empty());
}

TEST_F(CloudwatchTest, MemoryIsInBytesAndSecondsAreRead) {
    ASSERT_TRUE(
        read(document({result("node_gpu_memory_used NodeName=n1 GpuDevice=nvidia0", "1767225600", "42949672960")})));
    EXPECT_EQ(samples(Q::memory_used), (std::vector<Sample>{{kFirst, 42949672960.0}}));
}

TEST_F(CloudwatchTest, AnIdIsLookedUpInTheFileOfQueries) {
    const std::string file = R"([
      {"Id":"m1","MetricStat":{"Metric":{"Namespace":"ContainerInsights","MetricName":"node_gpu_utilization",
        "Dimensions":[{"Name":"NodeName","Value":"n1"},{"Name":"GpuDevice","Value":"nvidia3"}]},
        "Period":300,"Stat":"Average"}},
      {"Id":"m2","MetricStat":{"Metric":{"MetricName":"node_gpu_utilization","Dimensions":[]},"Period":300,"Stat":"Maximum"}},
      {"Id":"e1","Expression":"m1*2"}])";
    EXPECT_TRUE(is_cloudwatch_queries(file));
    queries_ = *parse_cloudwatch_queries(file);
    EXPECT_EQ(queries_.size(), 2U);
    const std::string text = document({result("node_gpu_utilization", kTwoTimes, "10,20", "Complete", "m1"),
                                       result("peak", kTwoTimes, "10,20", "Complete", "m2"),
                                       result("e1", kTwoTimes, "1,2", "Complete", "e1")});
    EXPECT_FALSE(is_cloudwatch_queries(text));
    ASSERT_TRUE(read(text));
    EXPECT_EQ(samples(Q::gpu_util).size(), 2U);
    EXPECT_EQ(all().tracks.at(0).gpu.index, 3);
    EXPECT_EQ(gap(Gap::Kind::unreadable, "not of the statistic Average"), 2);
    EXPECT_EQ(gap(Gap::Kind::unreadable, "(the first is called 'e1')"), 1);
}

TEST_F(CloudwatchTest, StatisticsTakeTheirDimensionsFromTheArgument) {
    const std::string text = R"({"Label":"node_gpu_utilization","Datapoints":[
      {"Timestamp":"2026-01-01T00:05:00+00:00","Average":80.0,"Unit":"Percent"},
      {"Timestamp":"2026-01-01T00:00:00+00:00","Average":40.0,"Maximum":90.0,"Unit":"Percent"},
      {"Timestamp":"2026-01-01T00:10:00+00:00","Maximum":99.0,"Unit":"Percent"}]})";
    const CloudwatchFile file = cloudwatch_file("NodeName=n1 GpuDevice=nvidia1=dir/stats.json");
    EXPECT_EQ(file.dimensions, "NodeName=n1 GpuDevice=nvidia1");
    EXPECT_EQ(file.file, "dir/stats.json");
    EXPECT_EQ(cloudwatch_file("a=b.json").file, "a=b.json");
    EXPECT_EQ(cloudwatch_file("stats.json").dimensions, "");
    ASSERT_TRUE(read(text, "NodeName=n1 GpuDevice=nvidia1=dir/stats.json"));
    EXPECT_EQ(samples(Q::gpu_util), (std::vector<Sample>{{kFirst, 0.4}, {kFirst + minutes(5), 0.8}}));
    EXPECT_EQ(gap(Gap::Kind::unreadable, "1 values are not of the statistic Average"), 1);
    ASSERT_TRUE(read(text));
    EXPECT_EQ(gap(Gap::Kind::unreadable, "called 'node_gpu_utilization'"), 1);
}

TEST_F(CloudwatchTest, PagesGoOnAndTheLastStatusCounts) {
    const std::string first = document({result(kNode, "\"2026-01-01T00:00:00Z\"", "20", "PartialData")});
    const std::string second = document({result(kNode, kTwoTimes, "30,20")});
    ASSERT_TRUE(read(first + "\n" + second));
    EXPECT_EQ(samples(Q::gpu_util), (std::vector<Sample>{{kFirst, 0.2}, {kFirst + minutes(5), 0.3}}));
    EXPECT_TRUE(own_.gaps.empty());
}

TEST_F(CloudwatchTest, AnAnswerThatEndsWithAPartHasAGap) {
    const std::string first = document({result(kNode, "\"2026-01-01T00:00:00Z\"", "20", "PartialData")});
    ASSERT_TRUE(read("[" + document({result(kNode, kTwoTimes, "30,20")}) + "," + first + "]"));
    EXPECT_EQ(gap(Gap::Kind::truncated, "CloudWatch says PartialData"), 1);
}

TEST_F(CloudwatchTest, WhatTheServiceSaysBecomesAGap) {
    ASSERT_TRUE(read(document({result(kNode, "", "", "Forbidden")},
                              R"(,"NextToken":"x","Messages":[{"Code":"MaxMetricsExceeded","Value":"too many"}])")));
    EXPECT_EQ(gap(Gap::Kind::truncated, "CloudWatch says Forbidden"), 1);
    EXPECT_EQ(gap(Gap::Kind::truncated, "more pages (NextToken)"), 1);
    EXPECT_EQ(gap(Gap::Kind::truncated, "CloudWatch says MaxMetricsExceeded: too many"), 1);
}

TEST_F(CloudwatchTest, ASearchThatReachedTheLimitMayLackSeries) {
    std::vector<std::string> results;
    for (int i = 0; i < 499; ++i)
        results.push_back(result("m NodeName=n" + std::to_string(i), "\"2026-01-01T00:00:00Z\"", "1"));
    ASSERT_TRUE(read(document(results)));
    EXPECT_EQ(gap(Gap::Kind::truncated, "as many as CloudWatch gives"), 0);
    results.push_back(result("m NodeName=last", "\"2026-01-01T00:00:00Z\"", "1"));
    ASSERT_TRUE(read(document(results)));
    EXPECT_EQ(gap(Gap::Kind::truncated, "as many as CloudWatch gives"), 500);
}

TEST_F(CloudwatchTest, BadValuesAreLeftOutAndCounted) {
    const std::string times = R"("2026-01-01T00:00:00Z","yesterday",1e99,"2026-01-01T00:05:00Z",null)";
    ASSERT_TRUE(read(document({result(kNode, times, "10,20,30,\"x\",true"), result(kNode, kTwoTimes, "1")})));
    EXPECT_EQ(samples(Q::gpu_util), (std::vector<Sample>{{kFirst, 0.1}}));
    EXPECT_EQ(gap(Gap::Kind::unreadable, "4 values have no time or no number"), 4);
    EXPECT_EQ(gap(Gap::Kind::unreadable, "1 results have not one value for each time"), 1);
}

TEST_F(CloudwatchTest, OtherInputIsAnErrorAndDamageKeepsWhatCameBefore) {
    for (const char* other :
         {"", "  ", "<html>", "{}", "[]", "7", "{\"status\":\"success\"}", "{\"MetricDataResults\":"}) {
        EXPECT_FALSE(read(other)) << other;
    }
    EXPECT_EQ(read(std::string(100, '[')).error().code, ErrorCode::limit);
    const std::string whole = document({result(kNode, kTwoTimes, "10,20"), result(kNode, kTwoTimes, "10,20")});
    ASSERT_TRUE(read(whole.substr(0, whole.size() - 20)));
    EXPECT_EQ(gap(Gap::Kind::truncated, "the JSON ends in the middle; what came before is used"), 1);
    EXPECT_EQ(samples(Q::gpu_util).size(), 2U);
}

TEST_F(CloudwatchTest, PodsPlaceTheirCardsWhereTheyRan) {
    const std::string pod =
        " ClusterName=prod Namespace=ml FullPodName=chat-7f-x2 ContainerName=server GpuDevice=nvidia0";
    ASSERT_TRUE(read(
        document({result(kNode, kTwoTimes, "50,50"), result("container_gpu_utilization" + pod, kTwoTimes, "50,50")})));
    PodFact fact;
    fact.pod.ns = "ml";
    fact.pod.name = "chat-7f-x2";
    fact.node = "n1";
    own_.pods.push_back(fact);
    const model::Timeline& t = timeline();
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.nodes.at(0).name, "n1");
    EXPECT_EQ(t.nodes[0].instance_type, "p4d.24xlarge");
    ASSERT_EQ(t.claims.size(), 1U);
    EXPECT_EQ(t.pods.at(t.claims[0].pod.at()).name, "chat-7f-x2");
}

TEST_F(CloudwatchTest, APodOfNoKnownNodeMakesNoCard) {
    const std::string pod = " ClusterName=prod Namespace=ml FullPodName=chat-7f-x2 GpuDevice=nvidia0";
    ASSERT_TRUE(
        read(document({result(kNode, kTwoTimes, "50,50"), result("pod_gpu_utilization" + pod, kTwoTimes, "50,50")})));
    const model::Timeline& t = timeline();
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.nodes.at(0).name, "n1");
    EXPECT_TRUE(t.claims.empty());
    const auto told = std::ranges::count_if(t.gaps, [](const Gap& g) {
        return g.message.english().find("the series of 1 pods (ml/chat-7f-x2, …) name a card's number but no node") ==
               0;
    });
    EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace arable::sources
