#pragma once
// The rules that look at other pods: required (anti-)affinity and hard topology spread.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fit/obstacle.h"
#include "fit/room.h"

namespace arable::fit {

// Whether a pod's spec has rules of this sort at all.
bool looks_at_neighbours(const model::PodSpec& spec);

// Pods that a what-if has already placed: (pod, position of its node among the rooms).
using Seated = std::vector<std::pair<const model::Pod*, std::size_t>>;

// The first such rule that keeps `pod` from rooms[at]. Residents of all rooms count; anti-affinity counts both ways.
// O(residents) when the pod or a neighbour has such rules.
std::optional<Obstacle> neighbour_obstacle(const model::Pod& pod, std::span<const NodeRoom> rooms, std::size_t at,
                                           const Seated& seated);

}  // namespace arable::fit
