// What the aws tool prints of CloudWatch: labels are sorted and named, times are times, the count told is the count
// given.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sources/cloudwatch.h"

namespace {

using arable::series::Labels;
using arable::series::Sample;
using arable::series::SeriesRef;

class Listener final : public arable::series::SampleSink {
  public:
    SeriesRef declare(const Labels& labels) override {
        if (labels.metric.empty() || !std::is_sorted(labels.labels.begin(), labels.labels.end())) std::abort();
        return SeriesRef::of(series++);
    }
    void append(SeriesRef ref, Sample sample) override {
        if (ref.at() + 1 != series) std::abort();  // one series after the other
        if (sample.time < arable::kBeginningOfTime || sample.time > arable::kEndOfTime) std::abort();
        ++samples;
    }
    std::size_t series = 0;
    std::int64_t samples = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto queries = arable::sources::parse_cloudwatch_queries(text);
    Listener listener;
    const auto file = arable::sources::cloudwatch_file("NodeName=n1 GpuDevice=nvidia0=x.json");
    const auto known = queries ? *queries : arable::sources::CloudwatchQueries{};
    const auto facts = arable::sources::read_cloudwatch(text, file, known, listener);
    if (facts && facts->sources.at(0).records != listener.samples) std::abort();
    return 0;
}
