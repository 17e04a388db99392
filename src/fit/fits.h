#pragma once
// Does this pod fit on this node now, and if not, what is in the way?

#include <cstdint>
#include <span>
#include <vector>

#include "fit/devices.h"
#include "fit/neighbours.h"
#include "fit/obstacle.h"
#include "fit/room.h"

namespace arable::fit {

// Everything that keeps `pod` (of this spec) from rooms[at], each named with what is missing; empty: it fits. In the
// order of ObstacleKind. `pod` may be null (a template): rules about neighbours are then not asked.
std::vector<Obstacle> obstacles(const model::PodSpec& spec, const model::Pod* pod, std::span<const NodeRoom> rooms,
                                std::size_t at);

// How many pods of this spec CPU, memory and slots have room for in this what-if; at most `limit`.
std::int64_t copies_by_room(const model::PodSpec& spec, const NodeRoom& room, const WhatIf& what_if,
                            std::int64_t limit);

// How many of the request's devices could be used here if pods came in any size: devices, limited by CPU and memory in
// proportion. What moves could bring together.
std::int64_t usable_devices(const model::PodSpec& spec, const NodeRoom& room, const WhatIf& what_if);

}  // namespace arable::fit
