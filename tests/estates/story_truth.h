#pragma once
// What is true of single subjects of a generated estate, from its events: nothing here knows diagnosis.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "estate/account.h"
#include "estate/estate.h"
#include "estate/lanes.h"

namespace arable::tests {

struct HeldTruth {
    std::map<std::string, double> classes;  // class -> GPU-hours, those that are not 0
    double gpu_hours = 0.0;                 // sum of them
    // While held by somebody and observed, over lanes and time.
    double known_hours = 0.0, active_hours = 0.0;
    double engine = 0.0, sm = 0.0, dram = 0.0;  // means
    double memory_gib = 0.0, most_memory_gib = 0.0;
    double tensor = 0.0, watts = 0.0;  // means while active
    // The p93 and the p97 of the busiest card and holder: what is measured as its p95 has noise and lost scrapes.
    std::pair<double, double> engine_p95, sm_p95;
    bool flips = false;  // an engine that stutters is sampled as either busy or idle: only its means are known
    double usd = 0.0;    // list price x GPU-hours
};

// Means over the life of pods inside the window.
struct PodTruth {
    double cores = 0.0;                               // of one pod
    double running = 0.0, waiting = 0.0, kv = 0.0;    // of one server, while its model was loaded
    double requests_per_s = 0.0, tokens_per_s = 0.0;  // of all pods together
    double latency_s = 0.0, ttft_s = 0.0;             // over requests
};

// The lanes of an estate and the marks that waiting left on them, worked out once.
class StoryTruth {
  public:
    explicit StoryTruth(const estate::Estate& estate)
        : estate_(estate), lanes_(estate::lanes(estate)), marks_(estate::marks(estate, lanes_)) {}

    HeldTruth of_gpus(const std::vector<std::uint32_t>& gpus) const;
    HeldTruth of_pods(const std::vector<std::uint32_t>& pods) const;
    PodTruth of_servers(const std::vector<std::uint32_t>& pods) const;
    // GPU-hours of waiting by cause.
    std::map<std::string, double> waits(const std::vector<std::uint32_t>& pods) const;

  private:
    const estate::Estate& estate_;
    std::vector<estate::Lane> lanes_;
    std::vector<estate::Mark> marks_;
};

}  // namespace arable::tests
