#include "diagnose/cluster_clock.h"

#include <algorithm>
#include <tuple>

#include "base/measured.h"
#include "diagnose/lanes.h"
#include "diagnose/sharing.h"
#include "fit/devices.h"
#include "fit/neighbours.h"

namespace arable::diagnose {
namespace {

using model::LayoutKind;

// A pod that was bound but is never seen with a device keeps one from others for this long at most.
constexpr Duration kPledge = minutes(10);

const std::string& profile_of(const model::Layout& layout, const Lane& lane) {
    static const std::string kNone;
    for (const model::MigInstance& instance : layout.instances) {
        if (lane.instance && instance.id == *lane.instance) return instance.profile;
    }
    return kNone;
}

}  // namespace

void ClusterClock::step_pods(Time t) {
    for (; next_edge_ < edges_.size() && edges_[next_edge_].time <= t; ++next_edge_) {
        const Edge& edge = edges_[next_edge_];
        auto& live = bound_of_[edge.room];
        if (edge.begins) {
            live.push_back(edge.bound);
        } else {
            std::erase(live, edge.bound);
        }
        dirty_[edge.room] = true;
    }
}

bool ClusterClock::step_lane(std::size_t lane, Time t) {
    LaneTrack& track = tracks_[lane];
    while (track.now < track.last && folded_.runs[track.now].span.end <= t) ++track.now;
    const Run* run =
        track.now < track.last && folded_.runs[track.now].span.begin <= t ? &folded_.runs[track.now] : nullptr;
    if (run == track.run) return false;
    const auto loaded = [](const Run* r) { return r != nullptr && r->state == PieceState::loaded; };
    if (loaded(run) || loaded(track.run)) loaded_changed_ = true;
    track.run = run;
    return true;
}

void ClusterClock::advance(Time t) {
    step_pods(t);
    for (std::size_t lane = 0; lane < tracks_.size(); ++lane) {
        const bool turned = folded_.lanes[lane].during.begin <= t && step_lane(lane, t);
        if (turned) dirty_[room_of_lane_[lane]] = true;
    }
    bool rebuilt = false;
    for (std::size_t room = 0; room < rooms_.size(); ++room) {
        rooms_[room].cordoned = contains(nodes_[room]->cordoned, t);
        if (started_ && !dirty_[room] && !restless_[room]) continue;
        rebuild(room, t);
        dirty_[room] = false;
        rebuilt = true;
    }
    started_ = true;
    if (rebuilt || loaded_changed_) share();
    loaded_changed_ = false;
}

void ClusterClock::rebuild(std::size_t at, Time t) {
    fit::NodeRoom& room = rooms_[at];
    const model::Node& node = *nodes_[at];
    room = fit::NodeRoom{.node = &node, .cordoned = contains(node.cordoned, t)};
    room.cpu = node.cpu;
    room.memory = node.memory;
    room.pod_slots = node.pod_slots;
    for (const std::uint32_t bound : bound_of_[at]) {
        const model::Pod& pod = timeline_.pods[bound_[bound].pod.at()];
        fit::take_from(room.cpu, pod.spec.cpu);
        fit::take_from(room.memory, pod.spec.memory);
        if (room.pod_slots) *room.pod_slots -= 1;
        room.residents.push_back(&pod);
        room.neighbour_rules = room.neighbour_rules || fit::looks_at_neighbours(pod.spec);
    }
    for (const std::uint32_t lane : lanes_of_[at]) {
        if (folded_.lanes[lane].during.contains(t)) room.devices.push_back(device(lane, t));
    }
    take_pledged(at, t);
    add_returns(at);
}

fit::Device ClusterClock::device(std::uint32_t ix, Time t) const {
    const Lane& lane = folded_.lanes[ix];
    const model::Gpu& gpu = timeline_.gpus[lane.gpu.at()];
    static const model::Layout kExclusive;
    const model::Layout* laid = layout_at(gpu, t);
    const model::Layout& layout = laid == nullptr ? kExclusive : *laid;
    fit::Device device{.id = ix, .gpu = &gpu, .layout = layout.kind, .slices = lane.slices};
    if (layout.kind == LayoutKind::mig) device.profile = profile_of(layout, lane);
    const Run* run = tracks_[ix].run;
    if (run == nullptr) return device;
    const bool replicas = layout.kind == LayoutKind::time_sliced || layout.kind == LayoutKind::mps;
    if (run->state == PieceState::free) {
        device.slots[fit::kFreeNow] = replicas ? std::max(layout.replicas, 1) : 1;
        return device;
    }
    // Given on paper to somebody who is gone is nothing that one would have to buy.
    if (run->state == PieceState::empty || run->state == PieceState::free_ghost) device.slots[fit::kReturned] = 1;
    const bool held = run->state >= PieceState::unknown;
    if (held && layout.kind != LayoutKind::mig) count_shares(device, layout, run->state, t);
    return device;
}

// Replicas of a shared card that nobody holds, and what fractions leave of a card.
void ClusterClock::count_shares(fit::Device& device, const model::Layout& layout, PieceState state, Time t) const {
    std::int64_t held = 0;
    MilliGpu share{1000};
    Bytes memory = device.gpu->memory ? *device.gpu->memory : Bytes{INT64_MAX};
    bool fractions = false;
    for (const PlacedClaim& placed : placed_.by_gpu[folded_.lanes[device.id].gpu.at()]) {
        if (t < placed.held.begin) break;
        if (!placed.held.contains(t)) continue;
        const model::Claim& claim = timeline_.claims[placed.claim.at()];
        held += placed.counted ? 1 : std::max(claim.replicas, 1);  // what is known by count is placed one by one
        if (!claim.pod.known()) continue;
        const model::DeviceRequest& request = timeline_.pods[claim.pod.at()].spec.device;
        if (request.kind != model::DeviceKind::fraction) continue;
        fractions = true;
        share -= request.fraction ? *request.fraction : request.size;
        if (request.memory) memory -= *request.memory;
    }
    if (layout.kind != LayoutKind::exclusive) {
        const std::int64_t all = std::max(layout.replicas, 1);
        device.slots[fit::kFreeNow] = std::max<std::int64_t>(all - held, 0);
        device.slots[fit::kReturned] = state == PieceState::empty ? std::min(held, all) : 0;
    } else if (fractions && share.value > 0) {
        device.share_left = share;
        device.memory_left = memory;
    }
}

// Devices that go to pods which are bound but not yet seen holding theirs.
void ClusterClock::take_pledged(std::size_t at, Time t) {
    for (const std::uint32_t ix : bound_of_[at]) {
        const BoundPod& bound = bound_[ix];
        const model::DeviceRequest& request = timeline_.pods[bound.pod.at()].spec.device;
        if (request.kind == model::DeviceKind::none || (bound.claimed && *bound.claimed <= t)) continue;
        const bool waiting = bound.claimed.has_value() || !claims_seen_[at] || t < bound.life.begin + kPledge;
        if (waiting) fit::take(request, request.count, rooms_[at], fit::WhatIf{});
    }
}

// CPU and memory that come back with the empty devices: of pods all of whose devices here are empty.
void ClusterClock::add_returns(std::size_t at) {
    fit::NodeRoom& room = rooms_[at];
    std::vector<std::pair<model::PodIx, bool>> holders;
    for (const fit::Device& device : room.devices) {
        const Run* run = tracks_[device.id].run;
        if (run == nullptr || !run->claim.known()) continue;
        const model::PodIx pod = timeline_.claims[run->claim.at()].pod;
        if (pod.known()) holders.emplace_back(pod, run->state == PieceState::empty);
    }
    std::ranges::sort(holders);  // a pod's device that is not empty comes first
    for (std::size_t i = 0; i < holders.size(); ++i) {
        if (i > 0 && holders[i].first == holders[i - 1].first) continue;
        if (!holders[i].second) continue;
        const model::PodSpec& spec = timeline_.pods[holders[i].first.at()].spec;
        fit::add_to(room.cpu_with[fit::kReturned], spec.cpu);
        fit::add_to(room.memory_with[fit::kReturned], spec.memory);
    }
}

std::optional<Bytes> ClusterClock::tenant_need(std::uint32_t lane, const Run& run, Bytes& memory) const {
    const auto at = std::ranges::lower_bound(folded_.claims, std::pair(run.claim, lane), {},
                                             [](const ClaimProfile& p) { return std::pair(p.claim, p.lane); });
    if (at == folded_.claims.end() || at->claim != run.claim || at->lane != lane) return std::nullopt;
    const model::Gpu& gpu = timeline_.gpus[folded_.lanes[lane].gpu.at()];
    if (gpu.memory) {
        memory = *gpu.memory;
    } else if (at->memory_total > 0) {
        memory = bytes_of(static_cast<double>(at->memory_total));
    } else {
        return std::nullopt;
    }
    if (!(at->memory_most >= 0.0F) || at->memory_most > 1e15F) return std::nullopt;
    return need_of(bytes_of(static_cast<double>(at->memory_most)));
}

// Which loaded but idle cards sharing would set free: single-GPU tenants outside of gangs, within trust domains.
void ClusterClock::share() {
    for (fit::NodeRoom& room : rooms_) {
        room.cpu_with[fit::kShared] = {};
        room.memory_with[fit::kShared] = {};
        for (fit::Device& device : room.devices) device.slots[fit::kShared] = 0;
    }
    std::vector<LoadedCard> cards;
    for (std::uint32_t lane = 0; lane < tracks_.size(); ++lane) {
        const Run* run = tracks_[lane].run;
        if (run == nullptr || run->state != PieceState::loaded || !run->claim.known()) continue;
        const model::Claim& claim = timeline_.claims[run->claim.at()];
        if (!claim.pod.known() || folded_.lanes[lane].slices != 0) continue;
        const model::Pod& pod = timeline_.pods[claim.pod.at()];
        if (pod.spec.device.kind != model::DeviceKind::whole || pod.spec.device.count != 1) continue;
        if (pod.spec.peer_to_peer || claim.replicas > 0) continue;
        if (pod.gang.known() && timeline_.gangs[pod.gang.at()].pods.size() > 1) continue;
        Bytes memory;
        const auto need = tenant_need(lane, *run, memory);
        if (!need) continue;
        const auto domain = policy_.trust_domains.find(pod.ns);
        const model::Gpu& gpu = timeline_.gpus[folded_.lanes[lane].gpu.at()];
        const std::string& trust = domain == policy_.trust_domains.end() ? pod.ns : domain->second;
        cards.push_back({.lane = lane,
                         .room = room_of_lane_[lane],
                         .group = pod.cluster + "\n" + trust + "\n" + gpu.product,
                         .need = *need,
                         .memory = memory});
    }
    for (const std::uint32_t lane : cards_freed(std::move(cards))) {
        fit::NodeRoom& room = rooms_[room_of_lane_[lane]];
        const auto device = std::ranges::find(room.devices, lane, &fit::Device::id);
        if (device == room.devices.end()) continue;
        device->slots[fit::kShared] = 1;
        const model::Claim& claim = timeline_.claims[tracks_[lane].run->claim.at()];
        const model::PodSpec& spec = timeline_.pods[claim.pod.at()].spec;
        fit::add_to(room.cpu_with[fit::kShared], spec.cpu);
        fit::add_to(room.memory_with[fit::kShared], spec.memory);
    }
}

model::ClaimIx ClusterClock::holder(std::uint32_t lane) const {
    const Run* run = tracks_[lane].run;
    return run == nullptr ? model::ClaimIx::none() : run->claim;
}

}  // namespace arable::diagnose
