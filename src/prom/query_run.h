#pragma once
// Reads all tiles of a plan into a SampleSink, each sample once, whatever the server does in between.
//
// Tiles that are too much for the server are halved, and so are later ones of that metric before they are asked. A tile
// that cannot be had is lost, and said so with its metric and time; when several in a row are lost the metric is given
// up. A server that then answers nothing at all, or several metrics in a row, is gone, and reading ends with an error.
// Range vectors that the server refuses are asked as steps instead.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "prom/query_client.h"
#include "prom/query_plan.h"

namespace arable::prom {

struct FetchProblem {
    enum Kind : std::uint8_t {
        lost,         // no answer to be had
        partial,      // the server says that it left something out
        approximate,  // read in steps
        left_out,     // native histograms, samples without a number
        info,         // what the server remarks
    } kind = lost;
    std::string metric;   // "" = all of them
    std::string message;  // with the time, where there is one
    std::int64_t count = 1;
    friend bool operator==(const FetchProblem&, const FetchProblem&) = default;
};

struct FetchReport {
    std::uint64_t series = 0;
    std::uint64_t samples = 0;
    std::uint64_t requests = 0;
    std::vector<FetchProblem> problems;
};

struct FetchOptions {
    PlanLimits limits;
    int lost_in_a_row = 3;                               // tiles of a metric, and metrics
    std::function<void(std::size_t, std::size_t)> told;  // tiles done, tiles in all
};

// Errors: credentials or address refused, or a server that stopped answering. What was read before is in the sink.
Result<FetchReport> fetch_tiles(QueryClient& client, const std::vector<MetricLoad>& loads, std::vector<Tile> tiles,
                                series::SampleSink& sink, const FetchOptions& options);

}  // namespace arable::prom
