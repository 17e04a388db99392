#include "diagnose/holders.h"

#include <algorithm>
#include <set>

namespace arable::diagnose {
namespace {

bool concerns(const Lane& lane, const PlacedClaim& claim) {
    if (lane.uncovered) return false;
    return !lane.instance || claim.instance == lane.instance;
}

// Claims that hold the lane, as the sweep goes along.
class Present {
  public:
    Present(const std::vector<PlacedClaim>& placed, const std::vector<model::Claim>& claims)
        : placed_(placed), claims_(claims) {}

    void enter(std::size_t i) { of(i).insert(i); }
    void leave(std::size_t i) { of(i).erase(i); }

    HolderSpan span(HolderSets& sets, bool node_unsure) const {
        HolderSpan span;
        bool named = false;  // somebody holds this very device for sure
        const auto& holding = alive_.empty() ? gone_ : alive_;
        std::vector<model::ClaimIx> holders;
        for (const std::size_t i : holding) {
            holders.push_back(placed_[i].claim);
            span.unsure = span.unsure || placed_[i].unsure;
            named = named || !placed_[i].counted;
        }
        std::ranges::sort(holders);
        holders.erase(std::unique(holders.begin(), holders.end()), holders.end());
        span.holders = sets.id_of(holders);
        span.ghost = alive_.empty() && !gone_.empty();
        span.unsure = span.unsure || (node_unsure && !named);
        return span;
    }

  private:
    std::set<std::size_t>& of(std::size_t i) {
        return claims_[placed_[i].claim.at()].holder == model::HolderState::gone ? gone_ : alive_;
    }
    const std::vector<PlacedClaim>& placed_;
    const std::vector<model::Claim>& claims_;
    std::set<std::size_t> alive_, gone_;
};

}  // namespace

std::uint32_t HolderSets::id_of(const std::vector<model::ClaimIx>& holders) {
    const auto [it, added] = ids_.try_emplace(holders, static_cast<std::uint32_t>(sets_.size()));
    if (added) sets_.push_back(holders);
    return it->second;
}

std::vector<HolderSpan> holder_spans(const Lane& lane, const std::vector<PlacedClaim>& placed,
                                     const std::vector<model::Claim>& claims, const IntervalSet& unsure,
                                     HolderSets& sets) {
    struct Event {
        Time time;
        bool enters;
        std::size_t claim;
    };
    std::vector<Event> events;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const Interval held = intersect(placed[i].held, lane.during);
        if (held.empty() || !concerns(lane, placed[i])) continue;
        events.push_back({held.begin, true, i});
        events.push_back({held.end, false, i});
    }
    std::ranges::stable_sort(events, {}, &Event::time);
    std::vector<Time> cuts{lane.during.begin, lane.during.end};
    for (const Event& e : events) cuts.push_back(e.time);
    for (const Interval& u : intersect(unsure, lane.during)) cuts.insert(cuts.end(), {u.begin, u.end});
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

    std::vector<HolderSpan> spans;
    Present present(placed, claims);
    auto event = events.begin();
    for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
        for (; event != events.end() && event->time <= cuts[c]; ++event) {
            if (event->enters) {
                present.enter(event->claim);
            } else {
                present.leave(event->claim);
            }
        }
        HolderSpan span = present.span(sets, contains(unsure, cuts[c]));
        span.during = {cuts[c], cuts[c + 1]};
        spans.push_back(span);
    }
    return spans;
}

}  // namespace arable::diagnose
