#pragma once
// Reads what Amazon CloudWatch's command-line tool prints as JSON into a SampleSink:
//
//   aws cloudwatch get-metric-data        results with Id, Label, Timestamps, Values; one document, a list of them, or
//                                         several one after the other
//   aws cloudwatch get-metric-statistics  Datapoints of one metric, without its dimensions
//
// A result says which metric it is by its label, written as words (docs/cloudwatch.md has the query that makes it so):
//   node_gpu_utilization ClusterName=prod NodeName=ip-10-0-0-1 GpuDevice=nvidia0
// or by its Id in the file of queries that was asked with. Dimensions become labels under their own names.
//
// - Time stamps mark the beginning of a period, and an average stands for all of it, as samples do here. Statistics
//   other than Average are left out and counted: a maximum is no mean.
// - Pages of one answer may come in any number: results of one Id and label go on, whatever they repeat.
// - A result whose last status is not Complete, messages of the service, and searches that reached the service's limit
//   become gaps. O(n) in bytes; holds one result's samples.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "series/sample.h"
#include "sources/facts.h"

namespace arable::sources {

struct CloudwatchQuery {
    series::Labels labels;
    std::string statistic = "Average";
};
using CloudwatchQueries = std::map<std::string, CloudwatchQuery, std::less<>>;  // by Id

// Whether a document is a file of queries (--metric-data-queries, --cli-input-json), not results.
bool is_cloudwatch_queries(std::string_view text);
// Queries with a MetricStat; those with an Expression name no one metric and are left out.
Result<CloudwatchQueries> parse_cloudwatch_queries(std::string_view text);

// "node_gpu_utilization ClusterName=prod NodeName=n1": a metric and its dimensions. Absent when it is not that.
std::optional<series::Labels> parse_cloudwatch_label(std::string_view label);

// "ClusterName=prod NodeName=n1 GpuDevice=nvidia0=FILE": a file of get-metric-statistics with its dimensions; anything
// else is the file alone.
struct CloudwatchFile {
    std::string dimensions;
    std::string file;
};
CloudwatchFile cloudwatch_file(const std::string& argument);

// The Facts hold what was left out, the source note, and nodes with their instance type. Errors: not that JSON at all;
// samples before the fault were handed over and `facts` of them are lost.
Result<Facts> read_cloudwatch(std::string_view document, const CloudwatchFile& file, const CloudwatchQueries& queries,
                              series::SampleSink& sink);

}  // namespace arable::sources
