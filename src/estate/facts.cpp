#include "estate/facts.h"

#include <algorithm>

namespace arable::estate {
namespace {

void add_activity(HourFacts& hour, const Activity& a, double ms) {
    hour.active_ms += ms;
    hour.engine += ms * a.engine;
    hour.sm += ms * a.sm;
    hour.tensor += ms * a.tensor;
    hour.dram += ms * a.dram;
    hour.rx += ms * a.pcie_rx;
    hour.tx += ms * a.pcie_tx;
    hour.throttled += ms * a.throttled;
}

void add_server(HourFacts& hour, const Activity& a, double ms) {
    hour.server_ms += ms;
    hour.running += ms * a.running;
    hour.waiting += ms * a.waiting;
    hour.kv_most = std::max(hour.kv_most, a.kv);
}

struct Piece {
    Interval span;
    double weight;  // share of a card
};

void add_state(WorkloadFacts& f, const Lane& lane, const Piece& piece, const Reading& r, HourFacts& hour) {
    const double ms = static_cast<double>(piece.span.length().ms) * piece.weight;
    if (r.state == State::unavailable) return;
    if (r.state == State::unknown) {
        f.unknown += ms;
        return;
    }
    f.claimed += ms;
    f.engine_all += ms * r.activity.engine;
    f.memory_most = std::max(f.memory_most, r.activity.memory_mib);
    f.memory_share_most = std::max(f.memory_share_most, r.activity.memory_mib / lane.memory_mib);
    if (r.state == State::empty) f.empty += ms;
    if (r.state == State::loaded) f.loaded += ms;
    if (r.state != State::active) return;
    f.active += ms;
    add_activity(hour, r.activity, ms);
}

void add_pod(const Estate& estate, const Pod& pod, WorkloadFacts& f) {
    const Node& node = estate.nodes[*pod.node];
    const Hardware& hw = hardware(node.hardware);
    f.one_whole_card = f.one_whole_card && pod.slots.size() == 1 && node.offer == Offer::exclusive;
    f.shared = f.shared || node.offer == Offer::time_sliced || node.offer == Offer::mps;
    f.sliced = f.sliced || node.offer == Offer::mig;
    f.serving = f.serving || pod.process.server.on;
    f.ooms = f.ooms || !pod.ooms.empty();
    f.card_mib = f.card_mib == 0.0 ? hw.memory_mib : std::min(f.card_mib, hw.memory_mib);
    f.link = hw.link_bytes_per_s;
    f.cores_per_gpu = std::max(f.cores_per_gpu, pod.process.host.cores_per_gpu);
    if (pod.process.stall != Stall::none) f.stall = pod.process.stall;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> lane_positions(const Estate& estate, std::span<const Lane> lanes) {
    std::vector<std::vector<std::uint32_t>> at(estate.pods.size());
    for (std::size_t p = 0; p < estate.pods.size(); ++p) at[p].resize(estate.pods[p].slots.size());
    for (std::size_t l = 0; l < lanes.size(); ++l) {
        for (const Holding& h : lanes[l].holdings) {
            at[h.pod][static_cast<std::size_t>(h.rank)] = static_cast<std::uint32_t>(l);
        }
    }
    return at;
}

WorkloadFacts facts_of(const Estate& estate, const Workload& workload, std::span<const Lane> lanes,
                       const std::vector<std::vector<std::uint32_t>>& lane_of) {
    WorkloadFacts f;
    f.hours.resize(static_cast<std::size_t>((estate.window.length().ms + hours(1).ms - 1) / hours(1).ms));
    for (const std::uint32_t p : workload.pods) {
        const Pod& pod = estate.pods[p];
        if (!pod.started || pod.slots.empty()) continue;
        add_pod(estate, pod, f);
        const Interval held{*pod.started, pod.ended.value_or(estate.window.end)};
        for (std::size_t s = 0; s < pod.slots.size(); ++s) {
            const Lane& lane = lanes[lane_of[p][s]];
            const double weight = lane.slices > 0 ? lane.slices / 7.0 : 1.0;
            walk(estate, lane, held, [&](Interval span, const Reading& r) {
                for (Time t = span.begin; t < span.end;) {
                    const Time until = std::min(span.end, floor_to(t, hours(1)) + hours(1));
                    const auto at = static_cast<std::size_t>((t - estate.window.begin).ms / hours(1).ms);
                    add_state(f, lane, {{t, until}, weight}, r, f.hours[at]);
                    if (s == 0 && pod.process.server.on && r.state != State::unavailable) {
                        const Activity own = activity(pod.process, 0, t - held.begin, t);
                        if (own.loaded) add_server(f.hours[at], own, static_cast<double>((until - t).ms));
                    }
                    t = until;
                }
            });
        }
    }
    return f;
}

}  // namespace arable::estate
