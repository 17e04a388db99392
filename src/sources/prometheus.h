#pragma once
// Reads what an audit needs out of a Prometheus-compatible server, through its query API, into a SampleSink:
//
//   prom::QueryClient client(transport, clock, {.url = url});
//   ARABLE_TRY(read, read_prometheus(client, ingest, {.name = shown_url, .window = days(30), .now = now}));
//
// Finds the metrics that the dialect table reads, the time of the last sample, how much there is; plans tiles, tells
// the cost, and reads them. What could not be had becomes gaps.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/gap.h"
#include "model/timeline.h"
#include "prom/query_client.h"
#include "prom/query_plan.h"

namespace arable::sources {

struct PrometheusOptions {
    std::string name;                // of the server, for messages: no secrets in it
    std::vector<std::string> match;  // "cluster=\"a\"": further matchers for every selector
    std::string cluster_label;       // "": one cluster, named by the usual labels or not at all
    Duration window = days(30);
    std::optional<Time> end;  // absent: the last sample that the server has
    Time now;
    prom::PlanLimits limits;
    std::function<void(const prom::PlanCost&, const Interval&)> cost_told;  // before anything large is asked
    std::function<void(std::size_t, std::size_t)> progress_told;            // tiles done, tiles in all
};

struct PrometheusRead {
    Interval asked;  // what the tiles cover
    std::vector<model::Gap> gaps;
    model::SourceNote note;
};

// Errors: the server cannot be asked, has nothing that is read, or holds several clusters that were not told apart.
Result<PrometheusRead> read_prometheus(prom::QueryClient& client, series::SampleSink& sink,
                                       const PrometheusOptions& options);

}  // namespace arable::sources
