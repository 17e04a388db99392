#include "fit/fits.h"

#include <algorithm>

#include <fmt/format.h>

namespace arable::fit {
namespace {

__extension__ using Wide = __int128;

// The amount of one resource in a what-if: what is free, and what comes free with the tiers that count.
template <class U>
std::int64_t amount(const U& now, const std::array<U, kTiers>& with, const WhatIf& what_if) {
    std::int64_t sum = now.value;
    for (std::size_t tier = 1; tier < kTiers; ++tier) {
        if (what_if.tiers[tier]) sum += with[tier].value;
    }
    return sum;
}

void add_room_obstacles(const model::PodSpec& spec, const NodeRoom& room, std::vector<Obstacle>& found) {
    if (room.cpu && spec.cpu > *room.cpu) {
        found.push_back({.kind = ObstacleKind::cpu, .detail = "CPU", .short_by = (spec.cpu - *room.cpu).value});
    }
    if (room.memory && spec.memory > *room.memory) {
        found.push_back(
            {.kind = ObstacleKind::memory, .detail = "memory", .short_by = (spec.memory - *room.memory).value});
    }
    if (room.pod_slots && *room.pod_slots < 1) {
        found.push_back({.kind = ObstacleKind::slots, .detail = "pod slots", .short_by = 1 - *room.pod_slots});
    }
}

void add_device_obstacles(const model::DeviceRequest& request, const NodeRoom& room, std::vector<Obstacle>& found) {
    if (request.kind == model::DeviceKind::none) return;
    if (room.devices.empty()) {
        found.push_back({.kind = ObstacleKind::not_ready, .detail = "no usable GPU"});
        return;
    }
    const bool any = offers(request, *room.node) && std::ranges::any_of(room.devices, [&](const Device& d) {
                         return accepts(request, d, *room.node);
                     });
    if (!any) {
        const std::string& wanted = request.product.empty() ? request.resource : request.product;
        found.push_back({.kind = ObstacleKind::product, .detail = wanted, .short_by = request.count});
        return;
    }
    const std::int64_t free = takeable(request, room, WhatIf{});
    if (free >= request.count) return;
    found.push_back({.kind = ObstacleKind::devices,
                     .detail = fmt::format("{} of {} free", free, request.count),
                     .short_by = request.count - free});
}

}  // namespace

std::vector<Obstacle> obstacles(const model::PodSpec& spec, const model::Pod* pod, std::span<const NodeRoom> rooms,
                                std::size_t at) {
    const NodeRoom& room = rooms[at];
    std::vector<Obstacle> found = standing_obstacles(spec, *room.node);
    add_device_obstacles(spec.device, room, found);
    add_room_obstacles(spec, room, found);
    if (room.cordoned) found.push_back({.kind = ObstacleKind::cordoned, .detail = "unschedulable"});
    if (pod != nullptr) {
        if (auto neighbour = neighbour_obstacle(*pod, rooms, at, {})) found.push_back(std::move(*neighbour));
    }
    std::ranges::stable_sort(found, {}, &Obstacle::kind);
    return found;
}

std::int64_t copies_by_room(const model::PodSpec& spec, const NodeRoom& room, const WhatIf& what_if,
                            std::int64_t limit) {
    std::int64_t copies = limit;
    if (what_if.room) return copies;
    if (room.cpu && spec.cpu.value > 0)
        copies = std::min(copies, amount(*room.cpu, room.cpu_with, what_if) / spec.cpu.value);
    if (room.memory && spec.memory.value > 0) {
        copies = std::min(copies, amount(*room.memory, room.memory_with, what_if) / spec.memory.value);
    }
    if (room.pod_slots) copies = std::min(copies, *room.pod_slots);
    return std::max<std::int64_t>(copies, 0);
}

std::int64_t usable_devices(const model::PodSpec& spec, const NodeRoom& room, const WhatIf& what_if) {
    const std::int64_t devices = takeable(spec.device, room, what_if);
    if (what_if.room || devices == 0) return devices;
    if (room.pod_slots && *room.pod_slots < 1) return 0;
    const std::int64_t count = std::max<std::int64_t>(spec.device.count, 1);
    std::int64_t usable = devices;
    const auto limit = [&](std::int64_t free, std::int64_t need) {
        if (need <= 0) return;
        if (free <= 0) {
            usable = 0;
            return;
        }
        const auto share = static_cast<Wide>(free) * count / need;
        if (share < usable) usable = static_cast<std::int64_t>(share);
    };
    if (room.cpu) limit(amount(*room.cpu, room.cpu_with, what_if), spec.cpu.value);
    if (room.memory) limit(amount(*room.memory, room.memory_with, what_if), spec.memory.value);
    return usable;
}

}  // namespace arable::fit
