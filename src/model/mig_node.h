#pragma once
// The MIG layouts of a node's GPUs as the node's software sees them: stock device plugin, strategy `mixed`.

#include <map>
#include <span>

#include "model/mig.h"

namespace arable::model {

struct MigCard {
    const MigGeometry* geometry = nullptr;  // nullptr: the card has no MIG
    bool is_on = false;                     // MIG mode
    std::vector<MigPlacement> instances;    // empty while off
};

// Whether the plugin can announce this state: every layout is legal, and no GPU is in MIG mode without an instance, at
// which it fails for the whole node. Holds for a final state and for each one on the way while the plugin runs. The
// message names the GPU by its index and says what would repair it.
Result<Done> check_cards(std::span<const MigCard> cards);

// What the node then announces, in resource names: {"nvidia.com/gpu": 2, "nvidia.com/mig-1g.10gb": 7}. Attributes are
// spelt with a dot: "nvidia.com/mig-2g.12gb.me". Nothing at all if check_cards refuses.
std::map<std::string, int> announced(std::span<const MigCard> cards);

}  // namespace arable::model
