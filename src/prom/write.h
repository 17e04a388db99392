#pragma once
// Writes samples as an OpenMetrics dump with timestamps, which read_exposition() and `promtool` read back.
//
//   ARABLE_TRY(file, wire::create_file("metrics.txt.zst"));
//   OpenMetricsWriter writer(wire::zstd_compressed(std::move(file)));
//   const auto ref = writer.declare(labels);
//   writer.append(ref, {time, 68.244});
//   ARABLE_TRY(done, writer.finish());
//
// Lines come out in the order of append(); a family may so appear again and again, which dumps over time may do. A
// counter declared as "x_total" is the family "x", as OpenMetrics wants it. Values are the shortest text that reads
// back as the same double; times are seconds with milliseconds when there are any.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "series/sample.h"
#include "wire/byte_sink.h"

namespace arable::prom {

class OpenMetricsWriter final : public series::SampleSink {
  public:
    explicit OpenMetricsWriter(std::unique_ptr<wire::ByteSink> out);

    series::SeriesRef declare(const series::Labels& labels) override;
    // Nothing is written after the first error of the sink; finish() tells it.
    void append(series::SeriesRef ref, series::Sample sample) override;
    // Written where it is declared: declare types before the samples.
    void declare_type(std::string_view metric, series::MetricType type) override;

    // "# EOF", and the sink is finished too.
    Result<Done> finish();

  private:
    void flush();

    std::unique_ptr<wire::ByteSink> out_;
    std::vector<std::string> series_;  // the text of each, with the blank that follows
    std::string buffer_;
    std::optional<Error> failure_;
};

// The text of one value and of one time, appended.
void append_value(std::string& out, double value);
void append_seconds(std::string& out, Time time);

}  // namespace arable::prom
