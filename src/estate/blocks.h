#pragma once
// Building blocks: what runs on cards. Each takes `gpus` free cards of a node for `span` (from the window's begin:
// it is older than the window) and draws its values on one side of the thresholds. `plain` ones hold no finding.

#include "estate/builder.h"

namespace arable::estate {

struct Place {
    std::uint32_t node = 0;
    int gpus = 1;
    Interval span;
};

// training.cpp: Jobs
Pod& busy_training(Builder& b, const Place& at);
Pod& starved_training(Builder& b, const Place& at);
Pod& slow_but_fed(Builder& b, const Place& at);  // distractor: little SM or throttled CPU, not both
Pod& straggling(Builder& b, const Place& at);
Pod& throttled(Builder& b, const Place& at);
Pod& warm(Builder& b, const Place& at);  // distractor of throttled
Pod& bandwidth_bound(Builder& b, const Place& at);
Pod& dense(Builder& b, const Place& at);  // distractor: DRAM and tensor busy
Pod& pcie_bound(Builder& b, const Place& at);
Pod& copying(Builder& b, const Place& at);  // distractor
Pod& launch_bound(Builder& b, const Place& at);
Pod& near_oom(Builder& b, const Place& at);
Pod& over_requested(Builder& b, const Place& at);
Pod& small_model(Builder& b, const Place& at);
Pod& middling_model(Builder& b, const Place& at);  // distractor
void short_jobs(Builder& b, const Place& at);      // one after the other, each loading for some minutes

// holding.cpp: claims that do little
Pod& never_loaded(Builder& b, const Place& at);
Pod& partly_empty(Builder& b, const Place& at, double share);  // empty for this share of its life
Pod& loaded_idle(Builder& b, const Place& at);
Pod& mostly_active(Builder& b, const Place& at);  // distractor of loaded_idle
Pod& idle_notebook(Builder& b, const Place& at);
Pod& used_notebook(Builder& b, const Place& at);  // distractor
void ghost(Builder& b, const Place& at);          // a short pod whose claim the exporter goes on naming
void squat(Builder& b, const Place& at);          // host processes

// gangs.cpp: `gpus` of the members hold one card each, the others are gated
void partial_gang(Builder& b, const Place& at, int members);

// serving.cpp: Deployments with vLLM metrics
Pod& low_traffic(Builder& b, const Place& at);
Pod& steady_traffic(Builder& b, const Place& at);
Pod& saturated(Builder& b, const Place& at);

}  // namespace arable::estate
