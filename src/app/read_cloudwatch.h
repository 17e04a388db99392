#pragma once
// The CloudWatch files of one audit: files of queries first, since they name the results of the others.

#include <string>
#include <utility>
#include <vector>

#include "app/progress.h"
#include "sources/facts.h"
#include "sources/metric_ingest.h"

namespace arable::app {

// What each file gave, files of queries first ("FILE" or "DIMENSIONS=FILE"): its name, and facts or why there are
// none. Samples go to `ingest`.
std::vector<std::pair<std::string, Result<sources::Facts>>> read_cloudwatch(const std::vector<std::string>& arguments,
                                                                            sources::MetricIngest& ingest,
                                                                            Progress& progress);

}  // namespace arable::app
