#pragma once
// Placing the waiting members of a gang, all together, in a what-if.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fit/devices.h"
#include "fit/obstacle.h"
#include "fit/room.h"

namespace arable::fit {

struct Member {
    const model::PodSpec* spec = nullptr;
    const model::Pod* pod = nullptr;  // null: a template
    std::span<const Gate> gates;      // of its spec, by position of the room
};

// Where each member went and which devices it took; `seats` in the order of the members given.
struct Placement {
    std::vector<std::uint32_t> seats;  // positions of rooms
    std::vector<Pick> picks;
};

// Places all members or none (absent). Members of one specification without rules about neighbours are placed exactly;
// others by a search of at most kSearchSteps steps, best fit first, that may miss a placement when it gives up.
// Deterministic: ties go to the lower room and device.
inline constexpr int kSearchSteps = 2000;
std::optional<Placement> place(std::span<const Member> members, std::span<const NodeRoom> rooms, const WhatIf& what_if);

// The devices that the members may use, gathered from any number of nodes: absent unless they suffice together. What
// moves could bring onto the right nodes. MIG instances are gathered by compute slices (a repartition).
std::optional<Placement> pool(std::span<const Member> members, std::span<const NodeRoom> rooms, const WhatIf& what_if);

// Takes a placement's devices, CPU, memory and slots out of the rooms (which may have fewer than it needs: then they
// end at nothing left).
void occupy(const Placement& placement, std::span<const Member> members, std::span<NodeRoom> rooms);

}  // namespace arable::fit
