#include "diagnose/placed_claims.h"

#include <algorithm>
#include <functional>
#include <map>

#include "diagnose/lanes.h"

namespace arable::diagnose {
namespace {

using model::ClaimIx;
using model::GpuIx;

// A device that can be held, by so many at once.
struct Slot {
    GpuIx gpu;
    std::optional<int> instance;
    std::string profile;
    int capacity = 1;
};

std::vector<Slot> slots_of(const model::Timeline& timeline, const std::vector<GpuIx>& gpus, Time t) {
    std::vector<Slot> slots;
    for (const GpuIx ix : gpus) {
        const model::Gpu& gpu = timeline.gpus[ix.at()];
        if (!contains(gpu.present, t)) continue;
        const model::Layout* layout = layout_at(gpu, t);
        if (layout == nullptr || layout->kind == model::LayoutKind::exclusive) {
            slots.push_back({.gpu = ix});
        } else if (layout->kind == model::LayoutKind::mig) {
            for (const model::MigInstance& i : layout->instances)
                slots.push_back({.gpu = ix, .instance = i.id, .profile = i.profile});
        } else {
            slots.push_back({.gpu = ix, .capacity = std::max(1, layout->replicas)});
        }
    }
    return slots;
}

// Places the claims of one node (or of one card of it) in order of their begin.
class NodePlacer {
  public:
    NodePlacer(const model::Timeline& timeline, const std::vector<GpuIx>& gpus, PlacedClaims& out)
        : timeline_(timeline), gpus_(gpus), out_(out) {}

    // A claim that outlasts a layout is placed anew in the next one.
    void place(ClaimIx ix) {
        model::Claim part = timeline_.claims[ix.at()];
        for (const Interval& held : between_changes(part)) {
            part.held = held;
            if (part.gpu.known()) {
                place_on_card(ix, part);
            } else {
                place_by_count(ix, part);
            }
        }
    }

    IntervalSet unsure() const {
        std::vector<Time> times;
        for (const Held& h : held_) times.insert(times.end(), {h.held.begin, h.held.end});
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        std::vector<Interval> unsure;
        for (std::size_t i = 0; i + 1 < times.size(); ++i) {
            if (some_but_not_all(times[i])) unsure.push_back({times[i], times[i + 1]});
        }
        return normalise(std::move(unsure));
    }

  private:
    using Key = std::pair<GpuIx, std::optional<int>>;
    struct Held {
        Interval held;
        Key key;
        bool counted = false;
    };

    std::vector<Interval> between_changes(const model::Claim& claim) const {
        std::vector<Time> cuts{claim.held.begin, claim.held.end};
        const auto cut = [&](GpuIx ix) {
            for (const model::LayoutSpan& span : timeline_.gpus[ix.at()].layouts)
                for (const Time t : {span.during.begin, span.during.end})
                    if (claim.held.begin < t && t < claim.held.end) cuts.push_back(t);
        };
        if (claim.gpu.known()) {
            cut(claim.gpu);
        } else {
            for (const GpuIx ix : gpus_) cut(ix);
        }
        std::ranges::sort(cuts);
        std::vector<Interval> parts;
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
            if (cuts[i] < cuts[i + 1]) parts.push_back({cuts[i], cuts[i + 1]});
        return parts;
    }

    void record(ClaimIx ix, const Interval& held, const Key& key, bool counted, bool unsure) {
        held_.push_back({held, key, counted});
        users_[key].push_back(held.end);
        out_.by_gpu[key.first.at()].push_back(
            {.held = held, .claim = ix, .instance = key.second, .counted = counted, .unsure = unsure});
    }

    std::size_t in_use(const Key& key, Time t) {
        auto& ends = users_[key];
        std::erase_if(ends, [t](Time end) { return end <= t; });
        return ends.size();
    }

    void place_on_card(ClaimIx ix, const model::Claim& claim) {
        const model::Layout* layout = layout_at(timeline_.gpus[claim.gpu.at()], claim.held.begin);
        const bool mig = layout != nullptr && layout->kind == model::LayoutKind::mig;
        if (!mig || claim.instance || layout->instances.empty()) {
            record(ix, claim.held, {claim.gpu, claim.instance}, false, false);
            return;
        }
        const std::vector<Slot> slots = slots_of(timeline_, {claim.gpu}, claim.held.begin);
        const Slot* best = least_used(slots, "", claim.held.begin);
        if (best == nullptr) {
            ++out_.unplaced;
        } else {
            record(ix, claim.held, {best->gpu, best->instance}, false, slots.size() > 1);
        }
    }

    void place_by_count(ClaimIx ix, const model::Claim& claim) {
        std::vector<Slot> slots = slots_of(timeline_, gpus_, claim.held.begin);
        std::string profile;
        if (claim.pod.known()) profile = timeline_.pods[claim.pod.at()].spec.device.mig_profile;
        // Where some cards are cut and others are not (MIG strategy `mixed`), the plain name means the latter.
        const auto whole = [](const Slot& slot) { return !slot.instance; };
        if (profile.empty() && std::ranges::any_of(slots, whole)) std::erase_if(slots, std::not_fn(whole));
        const int wanted = std::max(claim.replicas, claim.count);
        for (int i = 0; i < wanted; ++i) {
            const Slot* best = least_used(slots, profile, claim.held.begin);
            if (best == nullptr) {
                out_.unplaced += wanted - i;
                return;
            }
            record(ix, claim.held, {best->gpu, best->instance}, true, false);
        }
    }

    // The least used device with room, lowest id first; nullptr when all are taken.
    const Slot* least_used(const std::vector<Slot>& slots, const std::string& profile, Time t) {
        const Slot* best = nullptr;
        std::size_t fewest = 0;
        for (const Slot& slot : slots) {
            if (!profile.empty() && slot.profile != profile) continue;
            const std::size_t used = in_use({slot.gpu, slot.instance}, t);
            if (used >= static_cast<std::size_t>(slot.capacity)) continue;
            if (best != nullptr && used >= fewest) continue;
            best = &slot;
            fewest = used;
        }
        return best;
    }

    bool some_but_not_all(Time t) const {
        std::map<Key, int> known;
        int counted = 0;
        for (const Held& h : held_) {
            if (!h.held.contains(t)) continue;
            if (h.counted) {
                ++counted;
            } else {
                ++known[h.key];
            }
        }
        if (counted == 0) return false;
        int open = 0;
        for (const Slot& slot : slots_of(timeline_, gpus_, t)) {
            const auto it = known.find({slot.gpu, slot.instance});
            open += it == known.end() ? slot.capacity : std::max(0, slot.capacity - it->second);
        }
        return counted < open;
    }

    const model::Timeline& timeline_;
    const std::vector<GpuIx>& gpus_;
    PlacedClaims& out_;
    std::vector<Held> held_;
    std::map<Key, std::vector<Time>> users_;
};

}  // namespace

PlacedClaims place_claims(const model::Timeline& timeline) {
    PlacedClaims out;
    for (const model::Pod& pod : timeline.pods) out.told.insert(pod.cluster);
    for (const model::Claim& claim : timeline.claims) {
        if (claim.gpu.known()) out.told.insert(timeline.gpus[claim.gpu.at()].cluster);
        if (claim.node.known()) out.told.insert(timeline.nodes[claim.node.at()].cluster);
    }
    out.by_gpu.resize(timeline.gpus.size());
    out.unsure.resize(timeline.nodes.size());
    std::vector<std::vector<GpuIx>> gpus(timeline.nodes.size() + 1);  // the last: of no known node
    for (std::size_t i = 0; i < timeline.gpus.size(); ++i) {
        const model::NodeIx node = timeline.gpus[i].node;
        gpus[node.known() ? node.at() : timeline.nodes.size()].push_back(GpuIx::of(i));
    }
    std::vector<std::vector<ClaimIx>> claims(timeline.nodes.size() + 1);
    std::vector<bool> by_count(timeline.nodes.size() + 1, false);
    for (std::size_t i = 0; i < timeline.claims.size(); ++i) {
        const model::Claim& claim = timeline.claims[i];
        const model::NodeIx node = claim.gpu.known() ? timeline.gpus[claim.gpu.at()].node : claim.node;
        const std::size_t at = node.known() ? node.at() : timeline.nodes.size();
        claims[at].push_back(ClaimIx::of(i));
        if (!claim.gpu.known()) by_count[at] = true;
    }
    for (std::size_t n = 0; n < claims.size(); ++n) {
        std::ranges::stable_sort(claims[n], {}, [&](ClaimIx ix) { return timeline.claims[ix.at()].held.begin; });
        NodePlacer placer(timeline, gpus[n], out);
        for (const ClaimIx ix : claims[n]) placer.place(ix);
        if (by_count[n] && n < timeline.nodes.size()) out.unsure[n] = placer.unsure();
    }
    for (std::vector<PlacedClaim>& placed : out.by_gpu) {
        std::ranges::sort(placed, {}, [](const PlacedClaim& p) { return std::pair(p.held.begin, p.claim); });
    }
    return out;
}

}  // namespace arable::diagnose
