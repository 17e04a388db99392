#include "diagnose/lanes.h"

#include <algorithm>

namespace arable::diagnose {
namespace {

// The layouts of the window, exclusive where none is told.
std::vector<model::LayoutSpan> layouts_within(const model::Gpu& gpu, const Interval& window) {
    std::vector<model::LayoutSpan> spans;
    Time at = window.begin;
    const auto add = [&](Interval during, const model::Layout& layout) {
        if (during.empty()) return;
        if (!spans.empty() && spans.back().during.end == during.begin && spans.back().layout == layout) {
            spans.back().during.end = during.end;
        } else {
            spans.push_back({during, layout});
        }
    };
    for (const model::LayoutSpan& span : gpu.layouts) {
        Interval part = intersect(span.during, window);
        part.begin = std::max(part.begin, at);
        if (part.empty()) continue;
        add({at, part.begin}, {});
        add(part, span.layout);
        at = part.end;
    }
    add({at, window.end}, {});
    return spans;
}

void add_instances(const model::LayoutSpan& span, model::GpuIx ix, const CardFacts& card, CardLanes& out) {
    int covered = 0;
    std::vector<Lane> lanes;
    for (const model::MigInstance& instance : span.layout.instances) {
        const int slices = std::max(1, instance.compute_slices);
        covered += slices;
        lanes.push_back({.gpu = ix, .instance = instance.id, .slices = slices, .during = span.during});
    }
    if (lanes.empty()) {  // what nobody cut, or whose instances nobody prints, is judged as a whole
        lanes.push_back({.gpu = ix, .slices = std::max(1, card.compute_slices), .during = span.during});
    } else if (covered < card.compute_slices) {
        lanes.push_back({.gpu = ix, .uncovered = true, .slices = card.compute_slices - covered, .during = span.during});
    }
    std::ranges::stable_sort(lanes, {}, &Lane::instance);
    out.lanes.insert(out.lanes.end(), lanes.begin(), lanes.end());
}

}  // namespace

const model::Layout* layout_at(const model::Gpu& gpu, Time t) {
    const auto after = std::ranges::upper_bound(gpu.layouts, t, {}, [](const auto& span) { return span.during.begin; });
    if (after == gpu.layouts.begin()) return nullptr;
    const model::LayoutSpan& span = *std::prev(after);
    return span.during.contains(t) ? &span.layout : nullptr;
}

CardLanes lanes_of(const model::Gpu& gpu, model::GpuIx ix, const CardFacts& card, const Interval& window) {
    CardLanes out;
    for (const model::LayoutSpan& span : layouts_within(gpu, window)) {
        if (intersect(gpu.present, span.during).empty()) continue;
        LayoutPart part{.during = span.during, .first_lane = out.lanes.size()};
        if (span.layout.kind == model::LayoutKind::mig) {
            part.sms = card.sms;
            part.mig_sms = card.mig_sms;
            add_instances(span, ix, card, out);
        } else {
            out.lanes.push_back({.gpu = ix, .during = span.during});
        }
        part.lane_count = out.lanes.size() - part.first_lane;
        out.parts.push_back(part);
    }
    return out;
}

}  // namespace arable::diagnose
