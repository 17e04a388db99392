#pragma once
// How many cards sharing could set free: work that is loaded but idle, packed by memory. An upper estimate (latency,
// interference and cards' other uses are not asked), and always labelled so.

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace arable::diagnose {

// A whole card that one movable tenant holds, loaded but idle.
struct LoadedCard {
    std::uint32_t lane = 0;
    std::uint32_t room = 0;  // its node
    std::string group;       // trust domain and product: only within one are tenants put together
    Bytes need;              // of the tenant
    Bytes memory;            // of the card
};

// Lanes of the cards that stay empty when tenants of a group are packed onto as few of their own cards as best-fit
// decreasing finds; sorted. Cards on nodes with few such cards are filled first, so that whole nodes come free. A
// tenant that fits no card of its group is left where it is, with its card.
std::vector<std::uint32_t> cards_freed(std::vector<LoadedCard> cards);

// What a tenant needs (DESIGN, "Need"): its largest use and a margin, and the context of a process.
inline constexpr double kNeedMargin = 1.10;
inline constexpr Bytes kProcessContext = mebibytes(512);
Bytes need_of(Bytes largest_use);

// Of a card's memory, what a server that reserves at start has to be given when it needs `need` bytes of `total`: with
// the margin, in steps of 0.05, at most 1.
double enough_to_reserve(double need, double total);

}  // namespace arable::diagnose
