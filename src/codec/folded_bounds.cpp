#include "codec/folded_bounds.h"

#include <algorithm>

namespace arable::codec {
namespace {

// Of the clock, that this time touches.
std::uint64_t hours_in(const Interval& span) {
    if (span.empty()) return 0;
    const Time first = floor_to(span.begin, hours(1));
    return static_cast<std::uint64_t>((span.end - first).ms / hours(1).ms) + 1;
}

}  // namespace

std::uint64_t most_lanes(const model::Timeline& timeline) {
    std::uint64_t lanes = 0;
    for (const model::Gpu& gpu : timeline.gpus) {
        lanes += 1;  // no layout is told
        // Before or after each, none is told; what its instances do not cover is a lane, too.
        for (const model::LayoutSpan& span : gpu.layouts)
            lanes += 2 + std::max<std::size_t>(span.layout.instances.size(), 1);
    }
    return lanes;
}

std::uint64_t most_hours(const std::vector<diagnose::Lane>& lanes, const model::Timeline& timeline) {
    std::vector<std::uint64_t> on_card(timeline.gpus.size(), 0);
    std::vector<std::uint64_t> by_count(timeline.nodes.size() + 1, 0);  // the last: of no known node
    const auto place = [&](model::NodeIx node) -> std::uint64_t& {
        return by_count[node.known() ? node.at() : timeline.nodes.size()];
    };
    for (const model::Claim& claim : timeline.claims)
        ++(claim.gpu.known() ? on_card[claim.gpu.at()] : place(claim.node));
    std::uint64_t rows = 0;
    for (const diagnose::Lane& lane : lanes) {
        if (!lane.gpu.known() || lane.gpu.at() >= timeline.gpus.size()) continue;
        const std::uint64_t holders = 1 + on_card[lane.gpu.at()] + place(timeline.gpus[lane.gpu.at()].node);
        rows += hours_in(intersect(lane.during, timeline.window)) * holders;
        if (rows >= kMostRows) return kMostRows;
    }
    return rows;
}

std::uint64_t most_pod_hours(const model::Timeline& timeline) {
    return std::min<std::uint64_t>(kMostRows, hours_in(timeline.window) * timeline.pods.size());
}

}  // namespace arable::codec
