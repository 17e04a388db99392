#pragma once
// What an audit reads and how: the command line and the configuration file meet here, the rest knows neither.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "diagnose/policy.h"

namespace arable::app {

// A Prometheus-compatible server and how it is asked. Secrets stay in here: no message or report repeats them.
struct PrometheusServer {
    std::string url;
    std::string bearer_token_file;     // read at first and when the server refuses the token
    std::string bearer_token_command;  // its output, likewise
    std::vector<std::string> headers;  // "Name: value"
    std::string ca_file;
    std::string proxy;
    std::string user_password;  // "user:password"; with a region "key id:secret key"
    std::string sigv4_region;
    std::string session_token;       // of temporary AWS keys, which are renewed together with it
    std::vector<std::string> match;  // further matchers for every selector
    double max_qps = 4.0;
    std::string resume;      // file of answers (prom/answer_log.h), "" = none is kept
    std::uint64_t seed = 1;  // of the jitter between tries
};

struct Inputs {
    std::optional<PrometheusServer> prometheus;
    std::vector<std::string> metrics;     // exposition or OpenMetrics files, .gz / .zst too; "-" = standard input
    std::vector<std::string> cloudwatch;  // JSON of the aws tool, and files of queries; "DIMENSIONS=FILE"
    std::vector<std::string> objects;     // kubectl dumps, JSON or YAML
    std::vector<std::string> nvidia_smi;  // -q -x, -q or the table; "NODE=FILE" names the node
    std::vector<std::string> pool_tables;
    std::vector<std::string> openb_nodes;
    std::vector<std::string> openb_pods;
    std::vector<std::string> prices;
    std::string snapshot;  // a file of `arable snapshot` instead of all of the above but prices
};

// Whether nothing can be audited: a price list alone is no input.
inline bool empty(const Inputs& in) {
    return !in.prometheus && in.metrics.empty() && in.cloudwatch.empty() && in.objects.empty() &&
           in.nvidia_smi.empty() && in.pool_tables.empty() && in.openb_nodes.empty() && in.openb_pods.empty() &&
           in.snapshot.empty();
}

// Files and servers, each once.
std::int64_t count(const Inputs& in);

struct Settings {
    Duration window = days(30);
    std::optional<Time> end;                             // default: the last sample or object
    std::string cluster;                                 // for inputs that name none
    std::string cluster_label;                           // metric label that names the cluster, "" = the usual ones
    std::size_t memory_limit = std::size_t{256} << 20U;  // of stored samples; above it they spill to a temporary file
    Time read_at;                                        // of standard input without timestamps: when it was read
    diagnose::Policy policy;
};

}  // namespace arable::app
