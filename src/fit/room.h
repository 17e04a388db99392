#pragma once
// What is free on a node at one instant, as values that a what-if may change at will.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "model/node.h"
#include "model/pod.h"

namespace arable::fit {

// Devices by how they could be had: free now, or (in a what-if) given back or set free by sharing.
inline constexpr std::size_t kTiers = 3;
inline constexpr std::size_t kFreeNow = 0, kReturned = 1, kShared = 2;

// One lane: a whole card, a card offered as replicas, or one MIG instance (or slices that no instance covers).
struct Device {
    std::uint32_t id = 0;  // the caller's number; among equals the lowest is taken first
    const model::Gpu* gpu = nullptr;
    model::LayoutKind layout = model::LayoutKind::exclusive;
    std::string profile;  // MIG profile; "" for cards and for slices that no instance covers
    int slices = 0;       // compute slices; 0 for cards
    // What can be taken in each tier: 1 for a whole card or an instance, the replicas left of a shared card.
    std::array<std::int64_t, kTiers> slots{};
    // For fractions: what is left of a card that holds none or other fractions. Both 0: takes no fraction.
    MilliGpu share_left;
    Bytes memory_left;
};

// Sums over the pods of a node: requests are bounded (model/pod.h), their number is not, and no sum leaves 64 bits.
inline constexpr std::int64_t kMostRoom = std::int64_t{1} << 60;
template <class U>
void take_from(std::optional<U>& left, U asked) {
    if (left) left->value = std::max(left->value - asked.value, -kMostRoom);
}
template <class U>
void add_to(U& sum, U more) {
    sum.value = std::min(sum.value + more.value, kMostRoom);
}

struct NodeRoom {
    const model::Node* node = nullptr;
    bool cordoned = false;
    std::optional<MilliCpu> cpu;            // absent: not known, no limit
    std::optional<Bytes> memory;            // absent: not known, no limit
    std::optional<std::int64_t> pod_slots;  // absent: not known, no limit
    // What comes free beside the devices of a tier, when all of that tier is counted.
    std::array<MilliCpu, kTiers> cpu_with{};
    std::array<Bytes, kTiers> memory_with{};
    std::vector<Device> devices;               // ascending id; none while the node is not ready
    std::vector<const model::Pod*> residents;  // pods bound here (for affinity and spread)
    bool neighbour_rules = false;              // some resident has rules about its neighbours
};

// Which obstacles and tiers a counterfactual leaves aside.
struct WhatIf {
    bool policy = false;  // taints, selectors, affinity, spread, cordons do not count
    bool room = false;    // CPU, memory and pod slots do not count
    std::array<bool, kTiers> tiers{true, false, false};
};

}  // namespace arable::fit
