// A waiting pod blocks no more cards than it asks for: it marks that many free ones with its obstacle, lowest first,
// earlier pods before later ones.
#include <algorithm>

#include "estate/account.h"

namespace arable::estate {
namespace {

struct Waiter {
    Interval span;
    const Pod* pod = nullptr;
    std::string_view cls;
};

std::string_view class_of(std::string_view cause) {
    if (cause == "fragmented") return "free.fragmented";
    if (cause == "stranded") return "free.stranded";
    if (cause == "constrained" || cause == "gated") return "free.constrained";
    return {};
}

std::vector<Waiter> waiters(const Estate& estate) {
    std::vector<Waiter> found;
    for (const Pod& pod : estate.pods) {
        for (const WaitPart& part : pod.waits) {
            const std::string_view cls = class_of(part.cause);
            if (!cls.empty() && pod.resource == "nvidia.com/gpu") found.push_back({part.span, &pod, cls});
        }
    }
    std::ranges::stable_sort(found, {}, [](const Waiter& w) { return w.pod->created; });
    return found;
}

IntervalSet free_times(const Estate& estate, const Lane& lane) {
    std::vector<Interval> free;
    walk(estate, lane, estate.window, [&](Interval span, const Reading& r) {
        if (r.state == State::free) free.push_back(span);
    });
    return normalise(std::move(free));
}

// Nodes that a selector names are not in the way of a constrained pod; all others are.
bool obstructed(const Node& node, const Waiter& w) {
    if (w.cls != "free.constrained" || w.pod->gated) return true;
    const auto pool = w.pod->selector.find("pool");
    return pool == w.pod->selector.end() || pool->second != node.pool;
}

}  // namespace

std::vector<Mark> marks(const Estate& estate, std::span<const Lane> all) {
    const std::vector<Waiter> waiting = waiters(estate);
    std::vector<Mark> made;
    if (waiting.empty()) return made;
    std::vector<std::pair<std::uint32_t, IntervalSet>> left;
    std::vector<Time> edges;
    for (const Lane& lane : all) {
        if (estate.nodes[estate.gpus[lane.gpu].node].offer != Offer::exclusive) continue;
        left.emplace_back(lane.gpu, free_times(estate, lane));
        for (const Interval& i : left.back().second) edges.insert(edges.end(), {i.begin, i.end});
    }
    std::ranges::sort(edges);
    for (const Waiter& w : waiting) {
        for (Time t = w.span.begin; t < w.span.end;) {
            const auto next = std::ranges::upper_bound(edges, t);
            const Interval piece{t, next == edges.end() ? w.span.end : std::min(*next, w.span.end)};
            int wanted = w.pod->gpus;
            for (auto& [gpu, free] : left) {
                if (wanted == 0) break;
                if (!contains(free, t) || !obstructed(estate.nodes[estate.gpus[gpu].node], w)) continue;
                const IntervalSet usable = intersect(free, piece);
                for (const Interval& i : usable) made.push_back({gpu, i, w.cls});
                free = subtract(free, usable);
                --wanted;
            }
            t = piece.end;
        }
        edges.insert(edges.end(), {w.span.begin, w.span.end});
        std::ranges::sort(edges);
    }
    std::ranges::sort(made, {}, [](const Mark& m) { return std::pair{m.gpu, m.span}; });
    return made;
}

}  // namespace arable::estate
