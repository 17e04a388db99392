#include "estate/account.h"

#include <algorithm>
#include <cmath>

#include "base/apportion.h"

namespace arable::estate {
namespace {

// Positions in kClassNames.
enum : std::size_t {
    kUnavailable,
    kUnusable,
    kUnclaimed,
    kGhost,
    kFragmented,
    kStranded,
    kConstrained,
    kNoDemand,
    kUnknown,
    kStarting,
    kEmpty,
    kLoaded,
    kStalled,
    kBandwidth,
    kHeadroom,
    kProductive,
};
using Parts = std::array<double, kClassNames.size()>;

bool stalled(const Estate& estate, const Reading& r) {
    return std::ranges::any_of(r.by,
                               [&](const Holding* h) { return estate.pods[h->pod].process.stall != Stall::none; });
}

void add_active(const Estate& estate, const Node& node, const Reading& r, double ms, Parts& parts) {
    const double computing = node.sm_exported ? r.activity.sm : r.activity.engine;
    parts[kProductive] += ms * computing;
    const double rest = ms * (1.0 - computing);
    if (stalled(estate, r)) {
        parts[kStalled] += rest;
    } else if (r.activity.dram >= 0.5) {
        parts[kBandwidth] += rest;
    } else {
        parts[kHeadroom] += rest;
    }
}

void add_piece(const Estate& estate, const Node& node, Interval span, const Reading& r, Parts& parts) {
    const auto ms = static_cast<double>(span.length().ms);
    switch (r.state) {
        case State::unavailable:
            parts[kUnavailable] += ms;
            break;
        case State::used_unclaimed:
            parts[kUnclaimed] += ms;
            break;
        case State::ghost:
            parts[kGhost] += ms;
            break;
        case State::free:
            parts[kNoDemand] += ms;
            break;
        case State::unknown:
            parts[kUnknown] += ms;
            break;
        case State::starting:
            parts[kStarting] += ms;
            break;
        case State::empty:
            parts[kEmpty] += ms;
            break;
        case State::loaded:
            parts[kLoaded] += ms;
            break;
        case State::active:
            add_active(estate, node, r, ms, parts);
            break;
    }
}

std::size_t class_at(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(kClassNames, name) - kClassNames.begin());
}

void move_marked(std::span<const Mark> marks, std::uint32_t gpu, Parts& parts) {
    const auto [first, last] = std::ranges::equal_range(marks, gpu, {}, &Mark::gpu);
    for (auto m = first; m != last; ++m) {
        const double ms = std::min(parts[kNoDemand], static_cast<double>(m->span.length().ms));
        parts[kNoDemand] -= ms;
        parts[class_at(m->cls)] += ms;
    }
}

// The compute-slice parts of one card's time: unusable first, the rest by slices.
std::vector<std::int64_t> lane_times(const Estate& estate, std::span<const Lane> of_gpu, std::int64_t& unusable) {
    const Node& node = estate.nodes[estate.gpus[of_gpu.front().gpu].node];
    const std::int64_t present = intersect(node.present, estate.window).length().ms;
    if (node.offer != Offer::mig) return {present};
    const Hardware& hw = hardware(node.hardware);
    unusable = apportion(present, std::vector<std::int64_t>{hw.sms - hw.mig_sms, hw.mig_sms}).front();
    std::vector<std::int64_t> slices;
    for (const Lane& lane : of_gpu) slices.push_back(lane.slices);
    return apportion(present - unusable, slices);
}

std::vector<std::int64_t> split(std::int64_t total, const Parts& parts) {
    std::vector<std::int64_t> weights;
    for (const double p : parts) weights.push_back(std::llround(p));
    return apportion(total, weights);
}

}  // namespace

std::map<std::string, std::int64_t> account(const Estate& estate, std::span<const Lane> all,
                                            std::span<const Mark> marked) {
    std::map<std::string, std::int64_t> sums;
    for (const std::string_view name : kClassNames) sums[std::string(name)] = 0;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t j = i;
        while (j < all.size() && all[j].gpu == all[i].gpu) ++j;
        const std::span<const Lane> of_gpu = all.subspan(i, j - i);
        const Node& node = estate.nodes[estate.gpus[all[i].gpu].node];
        std::int64_t unusable = 0;
        const std::vector<std::int64_t> times = lane_times(estate, of_gpu, unusable);
        sums["unusable.mig"] += unusable;
        for (std::size_t k = 0; k < of_gpu.size(); ++k) {
            Parts parts{};
            walk(estate, of_gpu[k], estate.window,
                 [&](Interval span, const Reading& r) { add_piece(estate, node, span, r, parts); });
            if (node.offer != Offer::mig) move_marked(marked, all[i].gpu, parts);
            const std::vector<std::int64_t> split_times = split(times[k], parts);
            for (std::size_t c = 0; c < kClassNames.size(); ++c) sums[std::string(kClassNames[c])] += split_times[c];
        }
        i = j;
    }
    return sums;
}

}  // namespace arable::estate
