#pragma once
// Why a pod can't go to a node, one obstacle a rule, so that a what-if can relax one class of them at a time.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/node.h"
#include "model/pod.h"

namespace arable::fit {

enum class ObstacleKind : std::uint8_t {
    not_ready,     // the node can't start anything
    product,       // no device of an accepted kind; never relaxed
    devices,       // too few free devices
    cpu,           // short_by: milli-CPU
    memory,        // short_by: bytes
    slots,         // short_by: pods
    cordoned,      // marked unschedulable
    taint,         // detail: key=value:effect
    selector,      // nodeSelector
    affinity,      // required node affinity
    pod_affinity,  // required pod affinity; detail: topology key
    pod_anti,      // required anti-affinity; detail: topology key, "" when another pod asks for it
    spread,        // hard topology spread
};
std::string_view name(ObstacleKind kind);

// What kind of remedy takes an obstacle away.
enum class ObstacleClass : std::uint8_t { hard, devices, room, policy };
ObstacleClass class_of(ObstacleKind kind);

struct Obstacle {
    ObstacleKind kind{};
    std::string detail;
    std::int64_t short_by = 0;  // in the unit of the kind; 0 when it is not an amount
};

// Obstacles that depend on the two specifications alone: kind of device by label, taints, nodeSelector, node affinity.
// A spec that is not known has none. In the order of ObstacleKind.
std::vector<Obstacle> standing_obstacles(const model::PodSpec& spec, const model::Node& node);

// The same for many nodes, as two bits each.
struct Gate {
    bool kind_ok = true;    // label rules that name the kind of device hold
    bool policy_ok = true;  // taints, nodeSelector and node affinity hold
};
std::vector<Gate> gates(const model::PodSpec& spec, std::span<const model::Node* const> nodes);

}  // namespace arable::fit
