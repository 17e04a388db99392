#pragma once
// Requests, latencies and waits of each level: two of the four metrics (docs/definitions.md).

#include <map>
#include <optional>
#include <string>

#include "diagnose/folded.h"
#include "diagnose/hour_features.h"
#include "diagnose/waits.h"
#include "model/timeline.h"

namespace arable::diagnose {

// What serving pods did together. Rates are over the time in which any of those that were measured lived.
class Requests {
  public:
    void add(const PodHour& hour);
    std::optional<double> per_second() const;
    std::optional<double> output_tokens_per_second() const;
    std::optional<double> latency() const;  // seconds, weighted by requests
    std::optional<double> ttft() const;

  private:
    struct Counted {
        std::map<std::int32_t, Together> hours;
        void add(const PodHour& pod, const Mean& rate);
        std::optional<double> rate() const;
    };
    struct Weighted {
        double sum = 0.0, weight = 0.0;
        std::optional<double> mean() const;
    };
    Counted requests_, tokens_;
    Weighted latency_, ttft_;
};

// Cluster and "namespace/name" of a workload, of a pod that has none, or of a gang of several workloads.
using WaiterName = std::pair<std::string, std::string>;

// Keys are names of levels: "" for the estate, else as FourMetrics.name.
struct Demand {
    std::map<std::string, Requests> namespaces;
    std::map<model::WorkloadIx, Requests> workloads;
    Requests estate;
    // Each adds up, with the pools of pool tables, to all waits: whoever waited is here, with GPUs or without.
    std::map<std::string, std::int64_t> namespace_wait_ms;
    std::map<WaiterName, std::int64_t> waiter_wait_ms;
    std::map<std::string, std::int64_t> pool_wait_ms;
};

// "cluster/ns", or "ns" when there is one cluster.
std::string namespace_name(const model::Timeline& timeline, const std::string& cluster, const std::string& ns);
Demand demand_of(const model::Timeline& timeline, const Folded& folded, const Waits& waits);

}  // namespace arable::diagnose
