#pragma once
// What sharing would have to know of each claim: who holds what, how much of it is needed, and what its node offers.

#include <optional>
#include <string>
#include <vector>

#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "diagnose/workload_view.h"

namespace arable::diagnose {

// One claim that held a card. Absent = not measured.
struct Tenant {
    model::ClaimIx claim;
    model::PodIx pod;  // none(): nobody knows who
    model::GpuIx gpu;
    std::uint32_t view = UINT32_MAX;                  // of the views; UINT32_MAX: none
    std::string domain;                               // trust domain, with its cluster
    std::optional<double> memory_most, memory_total;  // bytes
    std::optional<double> need_memory, memory_fraction;
    std::optional<float> kv_most;       // fullest KV cache of its pod, ratio
    std::optional<double> dram_mean;    // over all claimed time
    std::optional<double> engine_mean;  // over all claimed time
    std::optional<double> cpu_cores;    // busiest hour of its pod
    std::int64_t gpus_of_pod = 0;       // different cards its pod held
    bool serving = false;
    bool saturated = false;  // its queue is full at times: it has no spare capacity
    bool instance = false;   // holds a MIG instance
    bool shared_card = false;
};

// One for each claim in Folded.claims (the largest values over its lanes), sorted by claim.
std::vector<Tenant> tenants_of(const model::Timeline& timeline, const Folded& folded,
                               std::span<const WorkloadView> views, const Policy& policy);

}  // namespace arable::diagnose
