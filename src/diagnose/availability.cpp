#include "diagnose/availability.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace arable::diagnose {
namespace {

using model::Node;
using model::Pod;

struct Attempt {
    Time time;
    model::PodIx pod;
};

// What happened to GPU pods of one node, ascending.
struct NodeStory {
    std::vector<Attempt> refused;
    std::vector<Time> starts;
    std::vector<Time> losses;  // of cards
    Time last_held = kBeginningOfTime;
};

bool refused_for_devices(const Pod& pod) {
    return std::ranges::any_of(pod.notes, [](const model::WaitNote& note) { return note.devices_refused; });
}

std::vector<NodeStory> stories_of(const model::Timeline& timeline) {
    std::vector<NodeStory> stories(timeline.nodes.size());
    for (std::size_t p = 0; p < timeline.pods.size(); ++p) {
        const Pod& pod = timeline.pods[p];
        if (!pod.node.known() || pod.spec.device.kind == model::DeviceKind::none) continue;
        NodeStory& story = stories[pod.node.at()];
        if (refused_for_devices(pod)) {
            if (pod.created) story.refused.push_back({*pod.created, model::PodIx::of(p)});
        } else if (pod.started) {
            story.starts.push_back(*pod.started);
        }
    }
    for (const model::Claim& claim : timeline.claims) {
        const model::NodeIx node = claim.gpu.known() ? timeline.gpus[claim.gpu.at()].node : claim.node;
        if (!node.known() || claim.holder == model::HolderState::gone) continue;
        NodeStory& story = stories[node.at()];
        story.last_held = std::max(story.last_held, claim.held.end);
        if (claim.start_known) story.starts.push_back(claim.held.begin);
    }
    for (const model::Gpu& gpu : timeline.gpus) {
        if (!gpu.node.known()) continue;
        for (const Interval& lost : gpu.unhealthy) stories[gpu.node.at()].losses.push_back(lost.begin);
    }
    for (NodeStory& story : stories) {
        std::ranges::sort(story.refused, {}, [](const Attempt& a) { return std::pair(a.time, a.pod); });
        std::ranges::sort(story.starts);
        std::ranges::sort(story.losses);
    }
    return stories;
}

bool offers_less(const Node& node) {
    return std::ranges::any_of(node.capacity, [&](const auto& has) {
        const auto given = node.allocatable.find(has.first);
        return given != node.allocatable.end() && given->second < has.second;
    });
}

// It has devices, and of no kind of them any could be given away.
bool offers_nothing(const Node& node) {
    bool any = false;
    for (const auto& [resource, count] : node.capacity) {
        const auto given = node.allocatable.find(resource);
        if (count <= 0) continue;
        if (given == node.allocatable.end() || given->second != 0) return false;
        any = true;
    }
    return any;
}

// Refusals between two starts, as one stretch or none.
class Stretches {
  public:
    Stretches(const Node& node, model::NodeIx ix, const NodeStory& story, const NodeLimits& limits)
        : node_(node), ix_(ix), story_(story), limits_(limits) {}

    std::vector<Refusal> all() {
        std::vector<Refusal> found;
        if (node_.present.empty()) return found;
        const auto& refused = story_.refused;
        for (std::size_t i = 0; i < refused.size();) {
            const auto next_start = std::ranges::upper_bound(story_.starts, refused[i].time);
            const Time until = next_start == story_.starts.end() ? kEndOfTime : *next_start;
            const bool last = until == kEndOfTime && offers_less(node_);
            std::size_t end = i + 1;
            while (end < refused.size() && refused[end].time < until &&
                   (last || refused[end].time - refused[end - 1].time <= limits_.refused_apart)) {
                ++end;
            }
            if (last || static_cast<std::int64_t>(end - i) >= limits_.refused_pods) {
                Time stop = until;
                if (end < refused.size()) stop = std::min(stop, refused[end - 1].time);
                if (stop == kEndOfTime) stop = last ? node_.present.back().end : refused[end - 1].time;
                found.push_back(stretch(i, end, stop));
            }
            i = end;
        }
        return found;
    }

  private:
    Refusal stretch(std::size_t first, std::size_t end, Time stop) const {
        Refusal out{.node = ix_, .during = {story_.refused[first].time, stop}};
        const auto start = std::ranges::upper_bound(story_.starts, out.during.begin);
        const Time started = start == story_.starts.begin() ? kBeginningOfTime : *std::prev(start);
        const auto loss = std::ranges::upper_bound(story_.losses, out.during.begin);
        if (loss != story_.losses.begin() && *std::prev(loss) >= started) out.during.begin = *std::prev(loss);
        for (std::size_t i = first; i < end; ++i) out.pods.push_back(story_.refused[i].pod);
        std::ranges::sort(out.pods);
        return out;
    }

    const Node& node_;
    model::NodeIx ix_;
    const NodeStory& story_;
    const NodeLimits& limits_;
};

}  // namespace

IntervalSet broken_times(const model::Gpu& gpu, const model::Timeline& timeline, const IntervalSet& present) {
    IntervalSet out = intersect(present, gpu.unhealthy);
    if (!gpu.node.known()) return out;
    const Node& node = timeline.nodes[gpu.node.at()];
    if (node.readiness_known) {
        const IntervalSet not_ready = subtract(present, node.ready);
        out.insert(out.end(), not_ready.begin(), not_ready.end());
    }
    return normalise(std::move(out));
}

std::vector<Refusal> refusals(const model::Timeline& timeline, const NodeLimits& limits) {
    std::vector<Refusal> all;
    const std::vector<NodeStory> stories = stories_of(timeline);
    for (std::size_t n = 0; n < timeline.nodes.size(); ++n) {
        const Node& node = timeline.nodes[n];
        const model::NodeIx ix = model::NodeIx::of(n);
        std::vector<Refusal> mine = Stretches(node, ix, stories[n], limits).all();
        if (offers_nothing(node) && !node.present.empty()) {
            const Time since = std::max(node.present.front().begin, stories[n].last_held);
            std::erase_if(mine, [&](const Refusal& r) { return r.during.begin >= since; });
            if (!mine.empty()) mine.back().during.end = std::min(mine.back().during.end, since);
            Refusal out{.node = ix, .during = {since, node.present.back().end}};
            for (const Attempt& attempt : stories[n].refused)
                if (out.during.contains(attempt.time)) out.pods.push_back(attempt.pod);
            std::ranges::sort(out.pods);
            if (!out.during.empty()) mine.push_back(std::move(out));
        }
        all.insert(all.end(), mine.begin(), mine.end());
    }
    return all;
}

std::vector<IntervalSet> refusing_times(const model::Timeline& timeline, const std::vector<Refusal>& refusals) {
    std::vector<IntervalSet> by_node(timeline.nodes.size());
    for (const Refusal& refusal : refusals)
        if (!refusal.during.empty()) by_node[refusal.node.at()].push_back(refusal.during);
    for (std::size_t n = 0; n < by_node.size(); ++n)
        by_node[n] = intersect(normalise(std::move(by_node[n])), timeline.nodes[n].present);
    return by_node;
}

}  // namespace arable::diagnose
