#include <gtest/gtest.h>

#include <map>

#include "estate/generate.h"

namespace arable::estate {
namespace {

// Counts what arrives, and checks the order of times.
class Counting : public series::SampleSink {
  public:
    series::SeriesRef declare(const series::Labels& labels) override {
        names[labels.metric] += 1;
        last_.push_back({-1});
        return series::SeriesRef::of(last_.size() - 1);
    }
    void append(series::SeriesRef ref, series::Sample sample) override {
        backwards += sample.time <= last_[ref.at()] ? 1 : 0;
        last_[ref.at()] = sample.time;
        first = std::min(first, sample.time);
        last = std::max(last, sample.time);
        ++samples;
    }
    std::map<std::string, int> names;
    std::int64_t samples = 0;
    std::int64_t backwards = 0;
    Time first = kEndOfTime;
    Time last = kBeginningOfTime;

  private:
    std::vector<Time> last_;
};

TEST(Emit, GivesDeviceAndKubeSeriesInsideTheWindow) {
    const auto estate = build({.kind = "training", .seed = 3, .length = days(1), .scrape = minutes(5)});
    ASSERT_TRUE(estate.has_value());
    Counting sink;
    emit(*estate, sink);
    EXPECT_EQ(sink.backwards, 0);
    EXPECT_GE(sink.first, estate->window.begin);
    EXPECT_LT(sink.last, estate->window.end);
    // 64 cards, each with one series a job (three at most) and no unnamed time.
    EXPECT_GE(sink.names["DCGM_FI_DEV_FB_USED"], 128);
    EXPECT_GT(sink.names["kube_pod_status_scheduled_time"], 10);
    EXPECT_EQ(sink.names["kube_node_created"], 8);
    // 8 nodes x 8 cards x 288 scrapes x ~15 metrics, less lost scrapes and a dark exporter.
    EXPECT_GT(sink.samples, 200'000);
}

TEST(Emit, GivesTheSameSamplesForTheSameSeed) {
    const EstateSpec spec{.kind = "training", .seed = 5, .length = days(1), .scrape = minutes(5)};
    Counting a;
    Counting b;
    emit(*build(spec), a);
    emit(*build(spec), b);
    EXPECT_EQ(a.samples, b.samples);
    EXPECT_EQ(a.names, b.names);
}

TEST(Emit, LosesTheAskedShareOfScrapes) {
    EstateSpec spec{.kind = "training", .seed = 5, .length = days(2), .scrape = minutes(5), .missing_scrapes = 0.0};
    Counting all;
    emit(*build(spec), all);
    spec.missing_scrapes = 0.25;
    Counting some;
    emit(*build(spec), some);
    EXPECT_NEAR(static_cast<double>(some.samples) / static_cast<double>(all.samples), 0.75, 0.02);
}

TEST(Build, RefusesWhatCannotBeBuilt) {
    EXPECT_FALSE(build({.kind = "nonsense"}).has_value());
    EXPECT_FALSE(build({.kind = "training", .gpus = 0}).has_value());
    EXPECT_FALSE(build({.kind = "training", .length = hours(1)}).has_value());
}

TEST(Objects, ListWhatIsThereAtTheEnd) {
    const auto estate = build({.kind = "training", .seed = 1});
    ASSERT_TRUE(estate.has_value());
    const std::vector<ObjectFile> files = objects(*estate);
    ASSERT_EQ(files.size(), 5U);
    EXPECT_EQ(files[0].name, "nodes.json");
    EXPECT_NE(files[0].text.find("\"nvidia.com/gpu.product\":\"NVIDIA-A100-SXM4-80GB\""), std::string::npos);
    EXPECT_NE(files[1].text.find("\"nodeName\":\"gpu-a100-80-0000\""), std::string::npos);
}

TEST(Prices, NameTheInstanceTypesInUse) {
    const std::string text = prices(*build({.kind = "training", .seed = 1}));
    EXPECT_NE(text.find("aws,p4de.24xlarge,nvidia,a100,8,81920,95,1126400,8,us-east-1,27.447050,3.4309"),
              std::string::npos);
}

}  // namespace
}  // namespace arable::estate
