#pragma once
// One metric's samples as CloudWatch returns them, and what is done with them (cloudwatch.h); shared by the two halves
// of the reader: the walk over the JSON, and the sense of what it found.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sources/cloudwatch.h"

namespace arable::sources {

// A MetricDataResult, or the datapoints of get-metric-statistics.
struct CloudwatchResult {
    std::string id;
    std::string label;
    std::string status;
    std::vector<std::optional<Time>> times;
    std::vector<std::optional<double>> values;
};

// Hands results to the sink and counts what cannot be used.
class CloudwatchResults {
  public:
    CloudwatchResults(const CloudwatchFile& file, const CloudwatchQueries& queries, series::SampleSink& sink)
        : file_(file), queries_(queries), sink_(sink) {}

    void add(CloudwatchResult result);
    // Of get-metric-statistics: the label is the bare name of the metric.
    void add_statistics(CloudwatchResult result, std::uint64_t other_statistics);
    void add_message(std::string code, std::string words);
    // More pages were there and are not in the file.
    void note_more_pages() { more_pages_ = true; }

    Facts finish();

  private:
    void hand_over(const series::Labels& labels, CloudwatchResult& result);
    void learn_node(const series::Labels& labels);
    void gap(Facts& facts, model::Gap::Kind kind, std::uint64_t count, Text message) const;
    void note_searches(Facts& facts) const;

    const CloudwatchFile& file_;
    const CloudwatchQueries& queries_;
    series::SampleSink& sink_;
    std::uint64_t samples_ = 0;
    std::uint64_t bad_samples_ = 0;
    std::uint64_t uneven_ = 0;   // results with more times than values, or fewer
    std::uint64_t unnamed_ = 0;  // results that name no metric and dimensions
    std::string first_unnamed_;
    std::uint64_t other_statistics_ = 0;
    bool more_pages_ = false;
    std::map<std::pair<std::string, std::string>, std::string> status_;      // (Id, Label) -> the last one
    std::map<std::string, std::set<series::Labels>, std::less<>> searched_;  // Id -> what it found
    std::map<std::string, std::string> messages_;                            // code -> text
    std::map<std::pair<std::string, std::string>, std::string> nodes_;       // (cluster, node) -> instance type
};

}  // namespace arable::sources
