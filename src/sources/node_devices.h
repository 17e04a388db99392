#pragma once
// What a node's own records say of its GPUs: how many cards, how many of them the cluster can give away, and how
// they are offered. Labels of GPU feature discovery, capacity and allocatable.

#include <cstdint>
#include <optional>
#include <string>

#include "model/node.h"

namespace arable::sources {

// A label's whole number, 0 or more; absent: no such label, or no such number.
std::optional<std::int64_t> label_number(const model::Node& node, const std::string& label);

struct DeviceCounts {
    std::optional<std::int64_t> physical;  // cards in the machine
    std::optional<std::int64_t> usable;    // cards that the device plugin offers; absent when MIG or DRA hides it
};
DeviceCounts device_counts(const model::Node& node);

struct Offer {
    model::LayoutKind kind = model::LayoutKind::exclusive;
    int replicas = 1;
    bool assumed = false;  // only the counts say so: allocatable is a multiple of the cards
};
// Time-slicing and MPS only; MIG is seen on the cards themselves.
Offer offer_of(const model::Node& node);

}  // namespace arable::sources
