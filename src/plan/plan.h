#pragma once
// Plan: what should run where, what that costs, and what no plan could do better (docs/definitions.md §7,
// api/plan.schema.json). Reports and JSON write it and compute nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/mig.h"

namespace arable::plan {

// What is kept and paid for.
struct Totals {
    std::int64_t nodes = 0;
    std::int64_t gpus = 0;                        // of those nodes
    std::optional<std::int64_t> micros_per_hour;  // money; absent: some price is not known
};

// No plan has less. Absent: not proven for this quantity.
struct Bound {
    std::optional<std::int64_t> nodes, gpus, micros_per_hour, moves;
    std::string kind;  // what was minimised: "money" or "gpus"; "" = nothing was proven
};

// A part of a GPU that is shared without hardware isolation.
struct Share {
    std::int64_t memory_mib = 0;
    std::int64_t sm_milli = 0;  // thousandths of the SMs; 0: any
};

// One item on one node.
struct Placement {
    std::string item;
    std::string node;
    std::vector<int> gpus;     // by index on the node; empty: none
    std::string profile;       // MIG; "" = not on an instance
    std::optional<int> start;  // first memory slice of the instance
    std::optional<Share> share;
};

// How one GPU is offered.
struct GpuLayout {
    std::string node;
    int gpu = 0;
    std::vector<model::MigPlacement> instances;  // MIG; by start
    bool shared = false;                         // by time-slicing or MPS
};

struct Refused {
    std::string subject;
    std::int64_t count = 0;
    Text reason;
};

struct Solver {
    std::uint64_t seed = 0;
    std::int64_t rounds = 0;  // of the search without an improvement that were allowed
    std::string status;       // "optimal": value and bound are equal; "settled", "stopped": the gap stands
};

struct Plan {
    std::optional<Totals> today, as_is, after_advice;
    Bound bound;
    std::vector<Placement> placements;  // by node, GPU, start, item
    std::vector<GpuLayout> layouts;     // GPUs that are cut or shared; by node and GPU
    std::vector<Refused> refused;
    std::vector<Text> assumptions;
    std::int64_t moves = 0;
    Solver solver;
};

// (value - bound) / value; absent where either is. 0: proven to be the least.
std::optional<double> gap_of(std::optional<std::int64_t> value, std::optional<std::int64_t> bound);

}  // namespace arable::plan
