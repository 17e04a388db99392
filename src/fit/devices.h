#pragma once
// Counting and taking the devices of a request on one node.

#include <cstdint>
#include <vector>

#include "fit/room.h"
#include "model/pod.h"

namespace arable::fit {

// Whether a node's resource names offer this request at all (unknown names: judged by layout alone).
bool offers(const model::DeviceRequest& request, const model::Node& node);

// Whether this device is of a sort and product that the request accepts (free or not).
bool accepts(const model::DeviceRequest& request, const Device& device, const model::Node& node);

// Devices (cards, replicas, instances, or cards with enough left for one fraction) that the request could take here.
std::int64_t takeable(const model::DeviceRequest& request, const NodeRoom& room, const WhatIf& what_if);

// One device that was taken: its id, how many slots of it, and the tier they came from.
struct Pick {
    std::uint32_t id = 0;
    std::uint32_t room = 0;  // position of the node among the rooms (set by whoever places)
    std::int64_t slots = 0;
    std::size_t tier = kFreeNow;
};

// Takes up to `count` devices: free ones first, lowest id first. Returns what was taken; less when there is less.
std::vector<Pick> take(const model::DeviceRequest& request, std::int64_t count, NodeRoom& room, const WhatIf& what_if);

// Takes one fraction out of a card, which is then no whole card any more.
void take_share(const model::DeviceRequest& request, Device& device, std::size_t tier);

// Compute slices of a profile by its name ("3g.40gb", "1c.3g.40gb", "1g.10gb+me"): the number before the g; 0: not one.
int profile_slices(const std::string& profile);

}  // namespace arable::fit
