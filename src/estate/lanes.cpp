#include "estate/lanes.h"

#include <algorithm>

namespace arable::estate {
namespace {

constexpr double kActive = 0.05;
constexpr Duration kStarting = minutes(10);

void add_edges(std::vector<Time>& edges, const IntervalSet& set) {
    for (const Interval& i : set) {
        edges.push_back(i.begin);
        edges.push_back(i.end);
    }
}

void add_edges(std::vector<Time>& edges, const Estate& estate, const Holding& h) {
    const Pod& pod = estate.pods[h.pod];
    const Duration length = h.held.length();
    edges.push_back(h.held.begin);
    edges.push_back(h.held.end);
    edges.push_back(h.held.begin + kStarting);
    edges.push_back(h.held.end + pod.ghost);
    if (pod.process.load_after < length) edges.push_back(h.held.begin + pod.process.load_after);
    if (pod.process.empty_after < length) edges.push_back(h.held.begin + pod.process.empty_after);
}

void finish(const Estate& estate, Lane& lane) {
    const Gpu& gpu = estate.gpus[lane.gpu];
    const Node& node = estate.nodes[gpu.node];
    std::ranges::sort(lane.holdings, {}, [](const Holding& h) { return std::pair{h.held, h.pod}; });
    Time latest = kBeginningOfTime;
    for (const Holding& h : lane.holdings) {
        add_edges(lane.edges, estate, h);
        latest = std::max(latest, h.held.end);
        lane.latest_ends.push_back(latest);
        lane.ghosts.push_back({h.held.end, h.held.end + estate.pods[h.pod].ghost});
    }
    lane.ghosts = normalise(std::move(lane.ghosts));
    add_edges(lane.edges, {node.present});
    add_edges(lane.edges, node.not_ready);
    add_edges(lane.edges, node.dark);
    add_edges(lane.edges, gpu.stuck);
    for (const Squatter& s : gpu.squatters) add_edges(lane.edges, {s.during});
    std::ranges::sort(lane.edges);
    const auto twice = std::ranges::unique(lane.edges);
    lane.edges.erase(twice.begin(), twice.end());
}

void add(Activity& sum, const Activity& one) {
    sum.engine = std::min(1.0, sum.engine + one.engine);
    sum.sm = std::min(1.0, sum.sm + one.sm);
    sum.tensor = std::min(1.0, sum.tensor + one.tensor);
    sum.dram = std::min(1.0, sum.dram + one.dram);
    sum.memory_mib += one.memory_mib;
    sum.pcie_rx += one.pcie_rx;
    sum.pcie_tx += one.pcie_tx;
    sum.nvlink += one.nvlink;
    sum.throttled = std::max(sum.throttled, one.throttled);
    sum.clock = std::min(sum.clock, one.clock);
    sum.loaded = sum.loaded || one.loaded;
}

bool empty(const Lane& lane, const Activity& a) { return a.memory_mib <= std::max(1024.0, 0.02 * lane.memory_mib); }

State claimed_state(const Lane& lane, const Reading& r, Time t) {
    if (r.activity.engine >= kActive) return State::active;
    if (!empty(lane, r.activity)) return State::loaded;
    return t < r.by.front()->held.begin + kStarting ? State::starting : State::empty;
}

}  // namespace

std::vector<Lane> lanes(const Estate& estate) {
    std::vector<Lane> all;
    std::vector<std::size_t> first(estate.gpus.size());
    for (std::size_t g = 0; g < estate.gpus.size(); ++g) {
        const Node& node = estate.nodes[estate.gpus[g].node];
        first[g] = all.size();
        Lane lane;
        lane.gpu = static_cast<std::uint32_t>(g);
        lane.memory_mib = hardware(node.hardware).memory_mib;
        if (node.offer != Offer::mig) {
            all.push_back(lane);
            continue;
        }
        int left = 7;
        for (std::size_t i = 0; i < node.layout.size(); ++i) {
            lane.instance = static_cast<int>(i);
            lane.slices = node.layout[i].slices;
            lane.memory_mib = node.layout[i].memory_mib;
            left -= lane.slices;
            all.push_back(lane);
        }
        if (left > 0) all.push_back({.gpu = lane.gpu, .uncovered = true, .slices = left});
    }
    for (std::size_t p = 0; p < estate.pods.size(); ++p) {
        const Pod& pod = estate.pods[p];
        for (std::size_t s = 0; s < pod.slots.size(); ++s) {
            const Slot& slot = pod.slots[s];
            Lane& lane = all[first[slot.gpu] + static_cast<std::size_t>(std::max(0, slot.instance))];
            lane.holdings.push_back({.pod = static_cast<std::uint32_t>(p),
                                     .rank = static_cast<int>(s),
                                     .replica = slot.replica,
                                     .held = {*pod.started, pod.ended.value_or(estate.window.end)}});
        }
    }
    for (Lane& lane : all) finish(estate, lane);
    return all;
}

Reading read(const Estate& estate, const Lane& lane, Time t) {
    const Gpu& gpu = estate.gpus[lane.gpu];
    const Node& node = estate.nodes[gpu.node];
    Reading r;
    const auto alive = std::ranges::upper_bound(lane.latest_ends, t) - lane.latest_ends.begin();
    for (auto i = static_cast<std::size_t>(alive); i < lane.holdings.size(); ++i) {
        const Holding& h = lane.holdings[i];
        if (h.held.begin > t) break;
        if (!h.held.contains(t)) continue;
        r.by.push_back(&h);
        add(r.activity, activity(estate.pods[h.pod].process, h.rank, t - h.held.begin, t));
    }
    for (const Squatter& s : gpu.squatters) {
        if (s.during.contains(t)) add(r.activity, activity(s.process, 0, t - s.during.begin, t));
    }
    const bool dark = contains(node.dark, t);
    if (contains(node.not_ready, t)) {
        r.state = State::unavailable;
    } else if (!r.by.empty()) {
        r.state = dark || contains(gpu.stuck, t) ? State::unknown : claimed_state(lane, r, t);
    } else if (!dark && (r.activity.engine >= kActive || !empty(lane, r.activity))) {
        r.state = State::used_unclaimed;
    } else {
        r.state = contains(lane.ghosts, t) ? State::ghost : State::free;
    }
    return r;
}

void walk(const Estate& estate, const Lane& lane, Interval span, const Visit& visit) {
    const Node& node = estate.nodes[estate.gpus[lane.gpu].node];
    const Interval inside = intersect(intersect(span, node.present), estate.window);
    Time t = inside.begin;
    auto edge = std::ranges::upper_bound(lane.edges, t);
    while (t < inside.end) {
        while (edge != lane.edges.end() && *edge <= t) ++edge;
        Time until = edge == lane.edges.end() ? inside.end : std::min(*edge, inside.end);
        const Reading r = read(estate, lane, t);
        if (r.activity.loaded) until = std::min(until, floor_to(t, kBlock) + kBlock);
        visit({t, until}, r);
        t = until;
    }
}

}  // namespace arable::estate
