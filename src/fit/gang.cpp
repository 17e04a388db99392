#include "fit/gang.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "fit/fits.h"

namespace arable::fit {
namespace {

__extension__ using Wide = __int128;

bool open(const Member& member, const NodeRoom& room, std::size_t at, const WhatIf& what_if) {
    if (!member.gates.empty() && !member.gates[at].kind_ok) return false;
    if (what_if.policy) return true;
    return !room.cordoned && (member.gates.empty() || member.gates[at].policy_ok);
}

// Copies of one member that the room could take; devices asked 0 or less never occur (broken is sorted out before).
std::int64_t copies(const Member& member, const NodeRoom& room, std::size_t at, const WhatIf& what_if,
                    std::int64_t limit) {
    if (!open(member, room, at, what_if)) return 0;
    const std::int64_t each = member.spec->device.count;
    if (each <= 0) return 0;
    const std::int64_t devices = takeable(member.spec->device, room, what_if) / each;
    return devices == 0 ? 0 : std::min(devices, copies_by_room(*member.spec, room, what_if, limit));
}

void use_room(const model::PodSpec& spec, NodeRoom& room) {
    take_from(room.cpu, spec.cpu);
    take_from(room.memory, spec.memory);
    if (room.pod_slots) *room.pod_slots -= 1;
}

// CPU and memory of `devices` of a pod's devices, in proportion, rounded up.
void use_part(const model::PodSpec& spec, std::int64_t devices, NodeRoom& room) {
    const std::int64_t count = std::max<std::int64_t>(spec.device.count, 1);
    const auto part = [&](std::int64_t whole) {
        const Wide share = (static_cast<Wide>(whole) * devices + count - 1) / count;
        return static_cast<std::int64_t>(std::min<Wide>(share, whole));
    };
    take_from(room.cpu, MilliCpu{part(spec.cpu.value)});
    take_from(room.memory, Bytes{part(spec.memory.value)});
}

void seat(const Member& member, std::size_t at, NodeRoom& room, const WhatIf& what_if, Placement& placement) {
    for (Pick& pick : take(member.spec->device, member.spec->device.count, room, what_if)) {
        pick.room = static_cast<std::uint32_t>(at);
        placement.picks.push_back(pick);
    }
    use_room(*member.spec, room);
    placement.seats.push_back(static_cast<std::uint32_t>(at));
}

struct Choice {
    std::int64_t left = 0;  // devices that stay free: fewest first
    std::size_t at = 0;
    std::int64_t copies = 0;
};

std::vector<Choice> choices(const Member& member, std::span<const NodeRoom> rooms, const WhatIf& what_if,
                            std::int64_t limit) {
    std::vector<Choice> found;
    for (std::size_t at = 0; at < rooms.size(); ++at) {
        const std::int64_t n = copies(member, rooms[at], at, what_if, limit);
        if (n == 0) continue;
        const std::int64_t left = takeable(member.spec->device, rooms[at], what_if) - n * member.spec->device.count;
        found.push_back({.left = left, .at = at, .copies = n});
    }
    std::ranges::stable_sort(found, {}, &Choice::left);
    return found;
}

std::optional<Placement> place_alike(std::span<const Member> members, std::span<const NodeRoom> rooms,
                                     const WhatIf& what_if) {
    const auto wanted = static_cast<std::int64_t>(members.size());
    const std::vector<Choice> found = choices(members.front(), rooms, what_if, wanted);
    std::int64_t sum = 0;
    for (const Choice& choice : found) sum += choice.copies;
    if (sum < wanted) return std::nullopt;
    Placement placement;
    std::size_t next = 0;
    for (const Choice& choice : found) {
        if (next == members.size()) break;
        NodeRoom room = rooms[choice.at];
        for (std::int64_t i = 0; i < choice.copies && next < members.size(); ++i) {
            seat(members[next++], choice.at, room, what_if, placement);
        }
    }
    return placement;
}

// Depth-first search over members (largest first) and rooms (best fit first).
class Search {
  public:
    Search(std::span<const Member> members, std::span<const NodeRoom> rooms, const WhatIf& what_if)
        : members_(members), rooms_(rooms.begin(), rooms.end()), what_if_(what_if), order_(members.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, std::greater<>{},
                                 [&](std::size_t i) { return members_[i].spec->device.count; });
        seats_.resize(members.size());
    }

    std::optional<Placement> run() {
        if (!descend(0)) return std::nullopt;
        Placement placement;
        placement.seats = seats_;
        for (const auto& picks : picks_) placement.picks.insert(placement.picks.end(), picks.begin(), picks.end());
        return placement;
    }

  private:
    bool neighbours_agree(const Member& member, std::size_t at) const {
        if (what_if_.policy || member.pod == nullptr) return true;
        return !neighbour_obstacle(*member.pod, rooms_, at, seated_);
    }

    bool descend(std::size_t depth) {
        if (depth == order_.size()) return true;
        const Member& member = members_[order_[depth]];
        for (const Choice& choice : choices(member, rooms_, what_if_, 1)) {
            if (--steps_ < 0) return false;
            if (!neighbours_agree(member, choice.at)) continue;
            const NodeRoom before = rooms_[choice.at];
            Placement one;
            seat(member, choice.at, rooms_[choice.at], what_if_, one);
            if (member.pod != nullptr) seated_.emplace_back(member.pod, choice.at);
            picks_.push_back(one.picks);
            seats_[order_[depth]] = static_cast<std::uint32_t>(choice.at);
            if (descend(depth + 1)) return true;
            picks_.pop_back();
            if (member.pod != nullptr) seated_.pop_back();
            rooms_[choice.at] = before;
        }
        return false;
    }

    std::span<const Member> members_;
    std::vector<NodeRoom> rooms_;
    WhatIf what_if_;
    std::vector<std::size_t> order_;
    std::vector<std::uint32_t> seats_;
    std::vector<std::vector<Pick>> picks_;
    Seated seated_;
    int steps_ = kSearchSteps;
};

bool alike(std::span<const Member> members) {
    return std::ranges::all_of(members, [&](const Member& m) {
        const model::PodSpec& a = *m.spec;
        const model::PodSpec& b = *members.front().spec;
        return m.gates.data() == members.front().gates.data() && a.cpu == b.cpu && a.memory == b.memory &&
               a.device.kind == b.device.kind && a.device.count == b.device.count &&
               a.device.resource == b.device.resource && a.device.product == b.device.product &&
               a.device.fraction == b.device.fraction && a.device.memory == b.device.memory &&
               a.device.mig_profile == b.device.mig_profile;
    });
}

// Slices of MIG cards that hold nothing, whatever instance they are cut into today.
std::int64_t gather_slices(const Member& member, std::int64_t wanted, std::size_t at, NodeRoom& room,
                           Placement& placement) {
    const model::DeviceRequest& request = member.spec->device;
    for (Device& device : room.devices) {
        if (wanted <= 0) break;
        if (device.layout != model::LayoutKind::mig || device.slices == 0 || device.slots[kFreeNow] == 0) continue;
        if (!request.product.empty() && device.gpu->product != request.product &&
            device.gpu->product_name != request.product) {
            continue;
        }
        device.slots[kFreeNow] = 0;
        wanted -= device.slices;
        placement.picks.push_back({.id = device.id, .room = static_cast<std::uint32_t>(at), .slots = 1});
    }
    return wanted;
}

bool gather(const Member& member, std::span<NodeRoom> rooms, const WhatIf& what_if, Placement& placement) {
    const model::DeviceRequest& request = member.spec->device;
    const bool mig = request.kind == model::DeviceKind::mig;
    std::int64_t wanted = mig ? request.count * profile_slices(request.mig_profile) : request.count;
    std::optional<std::uint32_t> seat;
    for (std::size_t at = 0; at < rooms.size() && wanted > 0; ++at) {
        if (!open(member, rooms[at], at, what_if)) continue;
        const std::size_t before = placement.picks.size();
        if (mig) {
            wanted = gather_slices(member, wanted, at, rooms[at], placement);
        } else {
            const std::int64_t usable = std::min(wanted, usable_devices(*member.spec, rooms[at], what_if));
            if (usable <= 0) continue;
            for (Pick& pick : take(request, usable, rooms[at], what_if)) {
                pick.room = static_cast<std::uint32_t>(at);
                placement.picks.push_back(pick);
                wanted -= pick.slots;
            }
            use_part(*member.spec, usable, rooms[at]);
        }
        if (placement.picks.size() > before && !seat) seat = static_cast<std::uint32_t>(at);
    }
    if (wanted > 0 || !seat) return false;
    placement.seats.push_back(*seat);
    return true;
}

}  // namespace

std::optional<Placement> place(std::span<const Member> members, std::span<const NodeRoom> rooms,
                               const WhatIf& what_if) {
    if (members.empty()) return std::nullopt;
    bool neighbours = false;
    for (const NodeRoom& room : rooms) neighbours |= room.neighbour_rules;
    for (const Member& member : members) neighbours |= looks_at_neighbours(*member.spec);
    if (alike(members) && (what_if.policy || !neighbours)) return place_alike(members, rooms, what_if);
    return Search(members, rooms, what_if).run();
}

std::optional<Placement> pool(std::span<const Member> members, std::span<const NodeRoom> rooms, const WhatIf& what_if) {
    if (members.empty()) return std::nullopt;
    // Most often there is too little by far: count before copying the rooms.
    std::int64_t free = 0;
    for (std::size_t at = 0; at < rooms.size(); ++at) {
        for (const Device& device : rooms[at].devices) {
            for (std::size_t tier = 0; tier < kTiers; ++tier) free += what_if.tiers[tier] ? device.slots[tier] : 0;
            if (device.share_left.value > 0) ++free;
        }
    }
    const bool mig = members.front().spec->device.kind == model::DeviceKind::mig;
    std::int64_t wanted = 0;
    for (const Member& member : members) wanted += member.spec->device.count;
    if (!mig && free < wanted) return std::nullopt;
    std::vector<NodeRoom> copy(rooms.begin(), rooms.end());
    Placement placement;
    for (const Member& member : members) {
        if (!gather(member, copy, what_if, placement)) return std::nullopt;
    }
    return placement;
}

void occupy(const Placement& placement, std::span<const Member> members, std::span<NodeRoom> rooms) {
    if (members.empty()) return;
    const model::DeviceRequest& request = members.front().spec->device;
    for (const Pick& pick : placement.picks) {
        for (Device& device : rooms[pick.room].devices) {
            if (device.id != pick.id) continue;
            if (request.kind == model::DeviceKind::fraction) {
                take_share(request, device, pick.tier);
            } else {
                device.slots[pick.tier] = std::max<std::int64_t>(device.slots[pick.tier] - pick.slots, 0);
                device.share_left = MilliGpu{};
            }
            break;
        }
    }
    for (std::size_t i = 0; i < members.size() && i < placement.seats.size(); ++i) {
        use_room(*members[i].spec, rooms[placement.seats[i]]);
    }
}

}  // namespace arable::fit
