#pragma once
// A capacity question as bins and items. Inside `plan` only.

#include <cstdint>
#include <string>
#include <vector>

#include "model/product.h"
#include "plan/demand.h"
#include "solve/packing.h"

namespace arable::plan {

struct FleetType {
    std::uint32_t row = 0;  // of Demand::fleet
    std::string name;       // its nodes are called "<name>-1", "<name>-2", …
    const model::Product* product = nullptr;
    std::vector<std::vector<model::MigPlacement>> menu;  // by position in BinType::layouts
};

struct DemandProblem {
    solve::PackProblem pack;
    std::vector<FleetType> types;      // by position in pack.types
    std::vector<std::uint32_t> items;  // by position in pack.items: of Demand::items
    std::vector<std::string> slots;    // names of profiles, by slot kind
    bool by_money = false;             // cost is micro-units an hour; else GPUs
    std::vector<Refused> refused;      // what cannot be asked at all
    std::vector<Text> assumptions;
};

// Numbers that are negative or too large for sums in 64 bits, unknown products and profiles become refusals of their
// row or item.
DemandProblem problem_of(const Demand& demand);

}  // namespace arable::plan
