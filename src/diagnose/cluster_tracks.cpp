// ClusterClock: finding the rooms, lanes and bound pods that the clock then walks along.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "diagnose/cluster_clock.h"

namespace arable::diagnose {
namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

}  // namespace

ClusterClock::ClusterClock(const model::Timeline& timeline, const Folded& folded, const Policy& policy)
    : timeline_(timeline), folded_(folded), policy_(policy), placed_(place_claims(timeline)) {
    find_rooms();
    find_pods();
}

void ClusterClock::find_rooms() {
    room_of_node_.assign(timeline_.nodes.size(), kNowhere);
    std::vector<bool> has_gpu(timeline_.nodes.size(), false);
    for (const model::Gpu& gpu : timeline_.gpus) {
        if (gpu.node.known()) has_gpu[gpu.node.at()] = true;
    }
    for (std::size_t n = 0; n < timeline_.nodes.size(); ++n) {
        if (!has_gpu[n]) continue;
        room_of_node_[n] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(&timeline_.nodes[n]);
    }
    std::vector<std::uint32_t> room_of_gpu(timeline_.gpus.size(), kNowhere);
    nameless_.reserve(timeline_.gpus.size());
    for (std::size_t g = 0; g < timeline_.gpus.size(); ++g) {
        const model::Gpu& gpu = timeline_.gpus[g];
        if (gpu.node.known()) {
            room_of_gpu[g] = room_of_node_[gpu.node.at()];
            continue;
        }
        nameless_.push_back({.cluster = gpu.cluster, .name = gpu.name, .present = gpu.present});
        room_of_gpu[g] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(&nameless_.back());
    }
    rooms_.resize(nodes_.size());
    lanes_of_.resize(nodes_.size());
    bound_of_.resize(nodes_.size());
    claims_seen_.assign(nodes_.size(), false);
    restless_.assign(nodes_.size(), false);
    dirty_.assign(nodes_.size(), true);
    tracks_.resize(folded_.lanes.size());
    room_of_lane_.resize(folded_.lanes.size());
    for (std::uint32_t lane = 0; lane < folded_.lanes.size(); ++lane) {
        room_of_lane_[lane] = room_of_gpu[folded_.lanes[lane].gpu.at()];
        lanes_of_[room_of_lane_[lane]].push_back(lane);
    }
    for (std::uint32_t r = 0; r < folded_.runs.size(); ++r) {
        LaneTrack& track = tracks_[folded_.runs[r].lane];
        if (track.last == 0) track.first = track.now = r;
        track.last = r + 1;
    }
    for (const model::Gpu& gpu : timeline_.gpus) {
        const std::uint32_t room = room_of_gpu[static_cast<std::size_t>(&gpu - timeline_.gpus.data())];
        for (const model::LayoutSpan& span : gpu.layouts) {
            const auto kind = span.layout.kind;
            if (kind == model::LayoutKind::time_sliced || kind == model::LayoutKind::mps) restless_[room] = true;
        }
    }
}

void ClusterClock::find_pods() {
    std::vector<std::optional<Time>> claimed(timeline_.pods.size());
    for (const model::Claim& claim : timeline_.claims) {
        if (claim.node.known() && room_of_node_[claim.node.at()] != kNowhere) {
            claims_seen_[room_of_node_[claim.node.at()]] = true;
        }
        if (!claim.pod.known()) continue;
        std::optional<Time>& first = claimed[claim.pod.at()];
        if (!first || claim.held.begin < *first) first = claim.held.begin;
    }
    for (std::size_t p = 0; p < timeline_.pods.size(); ++p) {
        const model::Pod& pod = timeline_.pods[p];
        if (!pod.node.known() || room_of_node_[pod.node.at()] == kNowhere) continue;
        const bool over = pod.phase == model::PodPhase::succeeded || pod.phase == model::PodPhase::failed;
        if (over && !pod.ended) continue;
        Interval life{kBeginningOfTime, kEndOfTime};
        if (pod.started) life.begin = *pod.started;
        if (pod.scheduled) life.begin = *pod.scheduled;
        if (pod.ended) life.end = *pod.ended;
        if (life.empty()) continue;
        const std::uint32_t room = room_of_node_[pod.node.at()];
        const auto ix = static_cast<std::uint32_t>(bound_.size());
        bound_.push_back({.pod = model::PodIx::of(p), .life = life, .claimed = claimed[p]});
        edges_.push_back({.time = life.begin, .room = room, .bound = ix, .begins = true});
        edges_.push_back({.time = life.end, .room = room, .bound = ix, .begins = false});
        if (pod.spec.device.kind == model::DeviceKind::fraction) restless_[room] = true;
        if (pod.spec.device.kind != model::DeviceKind::none && !claimed[p]) restless_[room] = true;
    }
    std::ranges::sort(edges_, {}, [](const Edge& e) { return std::tuple(e.time, e.begins, e.bound); });
}

std::vector<Time> ClusterClock::changes() const {
    std::vector<Time> times;
    for (const Edge& edge : edges_) times.push_back(edge.time);
    for (const model::Claim& claim : timeline_.claims) {
        times.push_back(claim.held.begin);
        times.push_back(claim.held.end);
    }
    for (const Lane& lane : folded_.lanes) times.push_back(lane.during.begin);
    for (const Run& run : folded_.runs) {
        const bool free = run.state <= PieceState::free;
        if (free) {
            times.push_back(run.span.begin);
            times.push_back(run.span.end);
        }
    }
    for (const model::Node* node : nodes_) {
        for (const Interval& span : node->cordoned) {
            times.push_back(span.begin);
            times.push_back(span.end);
        }
    }
    for (Time t = floor_to(timeline_.window.begin, hours(1)); t < timeline_.window.end; t = t + hours(1)) {
        times.push_back(t);
    }
    std::erase_if(times, [&](Time t) { return !timeline_.window.contains(t); });
    times.push_back(timeline_.window.begin);
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

std::vector<fit::NodeRoom> ClusterClock::ever() const {
    std::vector<fit::NodeRoom> rooms;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
        std::set<Time> epochs;
        for (const std::uint32_t lane : lanes_of_[at]) epochs.insert(folded_.lanes[lane].during.begin);
        for (const Time t : epochs) {
            fit::NodeRoom room{.node = nodes_[at]};
            room.cpu = nodes_[at]->cpu;
            room.memory = nodes_[at]->memory;
            room.pod_slots = nodes_[at]->pod_slots;
            for (const std::uint32_t lane : lanes_of_[at]) {
                if (!folded_.lanes[lane].during.contains(t)) continue;
                fit::Device device = this->device(lane, t);
                device.slots = {1, 0, 0};
                device.share_left = {};
                for (const model::LayoutSpan& span : device.gpu->layouts) {
                    if (span.during.contains(t)) device.slots[fit::kFreeNow] = std::max(span.layout.replicas, 1);
                }
                room.devices.push_back(std::move(device));
            }
            rooms.push_back(std::move(room));
        }
    }
    return rooms;
}

}  // namespace arable::diagnose
