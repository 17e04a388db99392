#pragma once
// How the cards of a node are cut into MIG instances, from the node's own records alone: its labels of GPU feature
// discovery and its capacity, under the strategies `single` and `mixed` (NVIDIA device plugin, README: MIG strategies).

#include <optional>
#include <vector>

#include "model/node.h"
#include "model/product.h"

namespace arable::sources {

struct CutCards {
    std::vector<model::Layout> layouts;  // one a card; exclusive: not cut
    std::int64_t instances = 0;          // that the node tells of
    std::int64_t unplaced = 0;           // of them: no legal place was found
    bool counted = false;                // the number of cards is told, too; else it is the fewest that hold them
};

// Absent where the node offers no MIG instance. Which instance lies on which card is not told: they are dealt evenly,
// the largest first, each to the emptiest card that has a legal place for it. `product` may be nullptr: then that of
// the product table whose profiles have these names. At most 64 cards and 7 instances each.
std::optional<CutCards> cut_cards(const model::Node& node, const model::Product* product);

}  // namespace arable::sources
