#pragma once
// Capacity questions without a cluster: how many of which nodes does this list of work need, and at what price?
// (`arable plan --demand`, docs/definitions.md §10, api/demand.schema.json). All numbers are final: no margin is added.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace arable::plan {

// Nodes of one kind that can be had.
struct FleetRow {
    std::string product;  // of its GPUs, in any spelling; "" only without GPUs
    std::int64_t gpus_per_node = 0;
    std::optional<std::int64_t> cpu_milli;        // absent: does not bind
    std::optional<std::int64_t> memory_mib;       // absent: does not bind
    std::optional<std::int64_t> gpu_memory_mib;   // of one GPU; absent: what the driver of this product gives
    std::optional<std::int64_t> nodes;            // absent: as many as wanted
    std::optional<std::int64_t> micros_per_hour;  // of one node
};

// `count` equal pieces of work. Of `profile`, (`memory_mib`, `sm_milli`) and `gpus` at most one is given; none: no GPU.
struct DemandItem {
    std::string name;
    std::int64_t count = 0;
    std::string profile;                     // a MIG instance, as the product names it: "3g.40gb"
    std::optional<std::int64_t> memory_mib;  // a part of a GPU, shared with others of the same trust alone
    std::optional<std::int64_t> sm_milli;    // thousandths of a GPU's SMs
    std::optional<std::int64_t> gpus;        // whole GPUs of one node
    std::int64_t cpu_milli = 0, host_memory_mib = 0;
    std::string trust;
};

struct Demand {
    std::vector<FleetRow> fleet;
    std::vector<DemandItem> items;
};

struct DemandOptions {
    std::uint64_t seed = 1;
    std::int64_t rounds = 400;   // of the search without an improvement
    std::function<bool()> stop;  // asked now and then; true: the best so far is the answer
};

// The least money, or the fewest GPUs where some node that may be used has no price. What cannot be placed is in
// `refused`, with the reason; the rest is planned. The answer was accepted by the independent checker. Errors: nothing
// that could be planned at all, with the reason.
Result<Plan> answer(const Demand& demand, const DemandOptions& options = {});

}  // namespace arable::plan
