#pragma once
// Small questions to a Prometheus-compatible server, before the large ones: which names, which clusters, the last
// sample, how many series and how dense.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "prom/query_client.h"
#include "prom/query_plan.h"

namespace arable::sources {

// Values of a label on the series that `selectors` name, of the time given (as coarse as the server's blocks).
Result<std::vector<std::string>> label_values(prom::QueryClient& client, std::string_view label,
                                              const std::vector<std::string>& selectors, const Interval& time);

// Time of the last sample of any of these metrics before `now`; absent when none is found in ten years. Of any: a
// metric that was renamed ended long ago. `selector`: all of them at once.
Result<std::optional<Time>> last_sample(prom::QueryClient& client, const std::vector<prom::MetricLoad>& loads,
                                        const std::string& selector, Time now);

// Fills in series (the most of three looks) and interval. What the server does not tell stays as it was.
Result<Done> measure_loads(prom::QueryClient& client, std::vector<prom::MetricLoad>& loads, const Interval& window);

}  // namespace arable::sources
