#include "fit/moves.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "fit/devices.h"
#include "solve/least_moves.h"

namespace arable::fit {
namespace {

constexpr std::int64_t kUnknownRoom = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kSteps = 20'000;

solve::Amounts size_of(const model::PodSpec& spec) { return {spec.device.count, spec.cpu.value, spec.memory.value, 1}; }

solve::Amounts room_of(const Member& newcomer, const NodeRoom& room) {
    return {takeable(newcomer.spec->device, room, WhatIf{}), room.cpu ? room.cpu->value : kUnknownRoom,
            room.memory ? room.memory->value : kUnknownRoom, room.pod_slots ? *room.pod_slots : kUnknownRoom};
}

bool may_stand(const Member& member, const NodeRoom& room, std::size_t at) {
    if (room.cordoned) return false;
    if (!member.gates.empty() && !(member.gates[at].kind_ok && member.gates[at].policy_ok)) return false;
    return std::ranges::any_of(room.devices,
                               [&](const Device& d) { return accepts(member.spec->device, d, *room.node); });
}

// The rooms with the most free cards, ascending.
std::vector<std::size_t> chosen_rooms(const Member& newcomer, std::span<const NodeRoom> rooms) {
    std::vector<std::size_t> chosen(rooms.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    if (chosen.size() <= kMostRooms) return chosen;
    std::vector<std::int64_t> free;
    for (const NodeRoom& room : rooms) free.push_back(takeable(newcomer.spec->device, room, WhatIf{}));
    std::ranges::stable_sort(chosen, std::greater<>{}, [&](std::size_t at) { return free[at]; });
    chosen.resize(kMostRooms);
    std::ranges::sort(chosen);
    return chosen;
}

std::vector<bool> allowed_for(const Member& member, std::span<const NodeRoom> rooms,
                              const std::vector<std::size_t>& chosen) {
    std::vector<bool> allowed;
    for (const std::size_t at : chosen) allowed.push_back(may_stand(member, rooms[at], at));
    return allowed;
}

}  // namespace

std::optional<Moves> smallest_moves(const Member& newcomer, std::span<const Job> jobs,
                                    std::span<const NodeRoom> rooms) {
    if (newcomer.spec->device.kind != model::DeviceKind::whole) return std::nullopt;
    const std::vector<std::size_t> chosen = chosen_rooms(newcomer, rooms);
    solve::MoveProblem problem{.newcomer = size_of(*newcomer.spec),
                               .newcomer_allowed = allowed_for(newcomer, rooms, chosen)};
    for (const std::size_t at : chosen) problem.room.push_back(room_of(newcomer, rooms[at]));
    std::vector<std::uint32_t> job_of;
    for (std::uint32_t j = 0; j < jobs.size(); ++j) {
        const auto at = std::ranges::lower_bound(chosen, std::size_t{jobs[j].room});
        if (at == chosen.end() || *at != jobs[j].room) continue;
        if (jobs[j].member.spec->device.kind != model::DeviceKind::whole) continue;
        problem.items.push_back({.bin = static_cast<std::uint32_t>(at - chosen.begin()),
                                 .size = size_of(*jobs[j].member.spec),
                                 .allowed = allowed_for(jobs[j].member, rooms, chosen)});
        job_of.push_back(j);
    }
    const auto plan = solve::least_moves(problem, kSteps);
    if (!plan) return std::nullopt;
    Moves moves{.steps = {}, .room = static_cast<std::uint32_t>(chosen[plan->bin])};
    moves.proven = plan->proven && chosen.size() == rooms.size();
    for (const solve::Move& move : plan->moves) {
        moves.steps.push_back({.job = job_of[move.item],
                               .from = static_cast<std::uint32_t>(chosen[move.from]),
                               .to = static_cast<std::uint32_t>(chosen[move.to])});
        moves.gpus += problem.items[move.item].size[0];
    }
    return moves;
}

}  // namespace arable::fit
