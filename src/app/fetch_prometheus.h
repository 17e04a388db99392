#pragma once
// Reads a Prometheus-compatible server over the network into a sink.

#include "app/inputs.h"
#include "app/progress.h"
#include "base/result.h"
#include "series/sample.h"
#include "sources/prometheus.h"

namespace arable::app {

// The address as it may be shown: without user, password and query.
Result<std::string> shown_server(const PrometheusServer& server);

// Tells the cost through `progress` before anything large is asked.
Result<sources::PrometheusRead> fetch_prometheus(const PrometheusServer& server, const Settings& settings,
                                                 series::SampleSink& sink, Progress& progress);

}  // namespace arable::app
