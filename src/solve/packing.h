#pragma once
// Vector packing: items of few classes into bins of few types, at the least cost. Integers only.
//
// A bin has capacities and, inside, a number of equal *inner units*. An item takes amounts of the bin and, of its inner
// units, nothing, some whole ones, a part of one, or one slot of one that is cut up. One inner unit is at any time
//   empty, or held whole by one item,
//   or shared by parts that fit together and are all of one group,
//   or cut by one of its layouts, one item a slot, whatever their groups.
//
// Example: bins of 2 units cost 5; three items want a whole unit, four want half of one. Five units: 3 bins, cost 15.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solve/amounts.h"

namespace arable::solve {

struct BinType {
    std::int64_t cost = 0;              // of one bin that is used
    std::optional<std::int64_t> limit;  // how many there are; absent: as many as wanted
    Amounts capacity;                   // of the bin
    std::uint32_t units = 0;            // inner units
    Amounts unit_capacity;              // of one inner unit, for parts
    std::vector<Amounts> layouts;  // ways to cut one inner unit: slots of each kind (those that hold no other suffice)
};

enum class Inner { none, whole, part, slot };

struct ItemClass {
    std::int64_t count = 0;
    Amounts size;  // of one item, of the bin
    Inner inner = Inner::none;
    std::uint32_t units = 0;    // whole: how many inner units, at least 1
    Amounts part;               // part: of one inner unit; at least one amount is not zero
    std::uint32_t slot = 0;     // slot: its kind
    std::uint32_t group = 0;    // parts of different groups never share an inner unit
    std::vector<bool> allowed;  // by bin type; empty: everywhere
    // What it costs to leave one item out. Absent: one more than the dearest allowed type, so that an item is left out
    // only where the limits of bins leave no room for it.
    std::optional<std::int64_t> skip_cost;
};

struct PackProblem {
    std::vector<BinType> types;
    std::vector<ItemClass> items;
};

// `count` items of a class in one place of a bin.
struct PackedItem {
    std::uint32_t item = 0;
    std::int64_t count = 1;
    std::optional<std::uint32_t> unit;  // absent: takes no inner unit; a whole need holds this one and those after it
    friend bool operator==(const PackedItem&, const PackedItem&) = default;
    friend auto operator<=>(const PackedItem&, const PackedItem&) = default;
};

// Bins with the same contents.
struct PackedBin {
    std::uint32_t type = 0;
    std::int64_t copies = 1;
    std::vector<PackedItem> items;                      // by unit, then item
    std::vector<std::optional<std::uint32_t>> layouts;  // by unit; empty: no unit of it is cut
    friend bool operator==(const PackedBin&, const PackedBin&) = default;
};

enum class LeftReason {
    no_type,         // no bin type is allowed, or there is none of it
    too_large,       // an empty bin of each allowed type is too small for one item
    limit,           // all bins of the allowed types are in use and too full
    not_worthwhile,  // leaving it out costs less than any place found for it
};
std::string_view name(LeftReason reason);

struct LeftOut {
    std::uint32_t item = 0;
    std::int64_t count = 0;
    LeftReason reason = LeftReason::limit;
    friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

// What no packing can be cheaper than, with its reason. Prices are in units of cost / scale. Each class has a price, at
// most its cost of being left out; each bin type has prices of its capacities and of an inner unit, such that
//   whatever one inner unit holds, and whatever is held without, is worth at most what it takes at these prices.
// Then a bin is worth at most `worth` = capacities and units at their prices, or less when all contents of a bin were
// searched (`searched`). With excess = max(0, worth - cost·scale), which only types with a limit may have,
//   least = sum over classes of price·count - sum over types of excess·limit        (linear programming duality).
struct TypePrices {
    Amounts price;  // by dimension of the bin
    std::int64_t unit_price = 0;
    std::int64_t worth = 0;
    bool searched = false;
};
struct Certificate {
    std::int64_t scale = 1;
    std::vector<std::int64_t> price;  // by class; 0 for classes that fit nowhere
    std::vector<TypePrices> types;
};

enum class PackStatus {
    optimal,  // cost and bound are equal
    stopped,  // the budget or the caller ended the search
    settled,  // the search ended by itself; the gap stands
};

struct Packing {
    std::vector<PackedBin> bins;    // by type, fullest contents first
    std::vector<LeftOut> left_out;  // by item
    std::int64_t cost = 0;          // of the bins
    std::int64_t skip_cost = 0;     // of the items left out, except no_type and too_large
    std::int64_t bound = 0;         // no packing has a smaller cost + skip_cost
    Certificate certificate;
    PackStatus status = PackStatus::settled;
};

// How many bins of each type are used.
std::vector<std::int64_t> bins_by_type(const PackProblem& problem, const Packing& packing);
// (cost + skip_cost - bound) / (cost + skip_cost) in millionths, rounded up.
std::int64_t gap_millionths(const Packing& packing);

}  // namespace arable::solve
