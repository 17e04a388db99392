#include "sources/device_claims.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace arable::sources {
namespace {

using model::HolderState;

bool by_time(const Holding& x, const Holding& y) {
    return std::tuple(x.held.begin, x.pod, x.held.end, x.source, x.holder) <
           std::tuple(y.held.begin, y.pod, y.held.end, y.source, y.holder);
}

const PodLife* life_of(const Holding& h, const std::vector<PodLife>& lives) {
    return h.pod.known() ? &lives[h.pod.at()] : nullptr;
}

// Rule 1.
std::vector<Holding> cut_at_death(const std::vector<Holding>& holdings, const std::vector<PodLife>& lives) {
    std::vector<Holding> out;
    for (Holding h : holdings) {
        const PodLife* life = life_of(h, lives);
        if (life == nullptr || !life->end || h.held.end <= *life->end || h.holder != HolderState::alive) {
            out.push_back(h);
            continue;
        }
        const Time end = std::max(*life->end, h.held.begin);
        const bool late = h.held.end - *life->end <= kLabelLag;
        if (late && life->end_guessed) {  // the label is the later sighting
            out.push_back(h);
            continue;
        }
        Holding ghost = h;
        h.held.end = end;
        if (!h.held.empty()) out.push_back(h);
        if (late) continue;
        ghost.held.begin = end;
        ghost.start_known = true;
        ghost.bridged = {};
        ghost.holder = HolderState::gone;
        out.push_back(ghost);
    }
    return out;
}

bool lived_through(const PodLife& life, const Interval& gap) {
    return life.recorded && life.start && *life.start <= gap.begin && (!life.end || gap.end <= *life.end);
}

void absorb(Holding& into, const Holding& more) {
    into.held.end = std::max(into.held.end, more.held.end);
    into.source = std::min(into.source, more.source);
    into.replicas = std::max(into.replicas, more.replicas);
    into.bridged = into.bridged + more.bridged;
}

// Rule 2, first half: pieces of one pod that touch, or between which a record shows it alive.
std::vector<Holding> join_pieces(std::vector<Holding> holdings, const std::vector<PodLife>& lives) {
    std::sort(holdings.begin(), holdings.end(), [](const Holding& x, const Holding& y) {
        return std::tuple(x.pod, x.holder, x.held.begin, x.held.end) <
               std::tuple(y.pod, y.holder, y.held.begin, y.held.end);
    });
    std::vector<Holding> out;
    for (const Holding& h : holdings) {
        if (h.held.empty()) continue;
        Holding* last = out.empty() ? nullptr : &out.back();
        if (last == nullptr || last->pod != h.pod || last->holder != h.holder || !h.pod.known()) {
            out.push_back(h);
            continue;
        }
        const Interval gap{last->held.end, h.held.begin};
        if (gap.empty()) {
            absorb(*last, h);
        } else if (h.holder == HolderState::alive && lived_through(lives[h.pod.at()], gap)) {
            last->bridged = last->bridged + gap.length();
            absorb(*last, h);
        } else {
            out.push_back(h);
        }
    }
    std::sort(out.begin(), out.end(), by_time);
    return out;
}

// Rule 2, second half. Looks at others only where the device has one owner at a time.
void stretch(std::vector<Holding>& holdings, const std::vector<PodLife>& lives, const DeviceView& view) {
    Time latest = kBeginningOfTime;  // end of all that began before
    for (Holding& h : holdings) {
        const PodLife* life = life_of(h, lives);
        const Time others = view.shared ? kBeginningOfTime : latest;
        latest = std::max(latest, h.held.end);
        if (life == nullptr || !life->recorded || !life->start || h.holder != HolderState::alive) continue;
        if (*life->start > h.held.begin) continue;
        const Time begin = std::max(*life->start, others);
        if (begin > h.held.begin) continue;
        h.start_known = begin == *life->start;
        h.held.begin = begin;
    }
    std::sort(holdings.begin(), holdings.end(), by_time);
    Time next = kEndOfTime;  // begin of all that begins later
    for (std::size_t i = holdings.size(); i-- > 0;) {
        Holding& h = holdings[i];
        const PodLife* life = life_of(h, lives);
        if (life != nullptr && life->recorded && h.holder == HolderState::alive) {
            const Time limit = view.shared ? kEndOfTime : next;
            h.held.end = std::max(h.held.end, std::min(life->end.value_or(view.window.end), limit));
        }
        next = std::min(next, h.held.begin);
    }
}

// Holdings of each pod, so that many pods of one device cost no more than their own.
std::map<model::PodIx, std::vector<Interval>> by_pod(const std::vector<Holding>& holdings) {
    std::map<model::PodIx, std::vector<Interval>> out;
    for (const Holding& h : holdings) out[h.pod].push_back(h.held);
    return out;
}

std::vector<Holding> minus(const std::vector<Holding>& holdings, const IntervalSet& taken,
                           const std::vector<IntervalSet>& elsewhere, const std::vector<Holding>& allocated,
                           std::vector<model::PodIx>& contradicted) {
    const auto recorded = by_pod(allocated);
    std::vector<Holding> out;
    for (const Holding& h : holdings) {
        const auto own = recorded.find(h.pod);
        const bool named =
            h.pod.known() && own != recorded.end() &&
            std::ranges::any_of(own->second, [&](const Interval& x) { return !intersect(x, h.held).empty(); });
        IntervalSet parts{h.held};
        if (!named) {
            parts = subtract(parts, taken);
            if (h.pod.known() && h.pod.at() < elsewhere.size()) parts = subtract(parts, elsewhere[h.pod.at()]);
            if (total(parts) < h.held.length() && h.pod.known()) contradicted.push_back(h.pod);
        }
        for (const Interval& part : parts) {
            Holding piece = h;
            piece.held = part;
            if (part.begin != h.held.begin) piece.start_known = false;
            if (part != h.held) piece.bridged = {};
            out.push_back(piece);
        }
    }
    return out;
}

// What a pod is given without being seen here ends where it is seen on all the devices that it asks for.
std::vector<Holding> without_elsewhere(const std::vector<Holding>& holdings, const DeviceView& view,
                                       const std::vector<PodLife>& lives) {
    const auto seen = by_pod(view.labelled);
    std::vector<Holding> out;
    for (const Holding& h : holdings) {
        const PodLife* life = life_of(h, lives);
        const bool labelled = h.source == model::ClaimSource::exporter_labels && h.holder == HolderState::alive;
        if (life == nullptr || life->full.empty() || !labelled) {
            out.push_back(h);
            continue;
        }
        const auto own = seen.find(h.pod);
        IntervalSet here = own == seen.end() ? IntervalSet{} : own->second;
        const IntervalSet parts = subtract(IntervalSet{h.held}, subtract(life->full, normalise(std::move(here))));
        for (const Interval& part : parts) {
            Holding piece = h;
            piece.held = part;
            piece.start_known = h.start_known && part.begin == h.held.begin;
            if (part != h.held) piece.bridged = {};
            out.push_back(piece);
        }
    }
    std::sort(out.begin(), out.end(), by_time);
    return out;
}

Holding nobody(const Interval& held) {
    return {.pod = model::PodIx::none(), .held = held, .holder = HolderState::unknown};
}

struct Edge {
    Time end;
    model::PodIx pod;
};

// Rule 4. `holdings` by begin.
void fill_holes(std::vector<Holding>& holdings, const std::vector<PodLife>& lives, const DeviceView& view,
                Duration& assumed_free) {
    std::vector<Holding> filled;
    const auto unrecorded = [&](model::PodIx pod) { return pod.known() && !lives[pod.at()].recorded; };
    const auto hole = [&](const Interval& gap, model::PodIx before, model::PodIx after) {
        if (gap.empty()) return;
        if (before.known() && before == after && unrecorded(before)) {
            filled.push_back(nobody(gap));
            return;
        }
        IntervalSet silent = subtract(IntervalSet{gap}, view.sampled);
        if (view.pods_recorded) silent.clear();
        for (const Interval& part : silent) filled.push_back(nobody(part));
        if (unrecorded(before)) assumed_free = assumed_free + gap.length() - total(silent);
    };
    for (const Interval& stay : intersect(view.present, view.window)) {
        Edge last{stay.begin, model::PodIx::none()};
        for (const Holding& h : holdings) {
            const Interval part = intersect(h.held, stay);
            if (part.empty()) continue;
            hole({last.end, part.begin}, last.pod, h.pod);
            if (part.end >= last.end) last = {part.end, h.pod};
        }
        hole({last.end, stay.end}, last.pod, model::PodIx::none());
    }
    holdings.insert(holdings.end(), filled.begin(), filled.end());
}

void clip(DeviceClaims& claims, const DeviceView& view, const std::vector<Holding>& holdings) {
    for (const Holding& h : holdings) {
        const Interval inside = intersect(h.held, view.window);
        for (const Interval& part : intersect(view.present, inside)) {
            Holding piece = h;
            piece.held = part;
            piece.start_known = h.start_known && part.begin == h.held.begin && part.begin > view.window.begin;
            if (part.length() < h.bridged) piece.bridged = part.length();
            claims.holdings.push_back(piece);
        }
        if (h.source != model::ClaimSource::allocation) continue;
        for (const Interval& part : subtract(subtract(IntervalSet{inside}, view.present), view.otherwise)) {
            if (part.empty()) continue;
            Holding piece = h;
            piece.held = part;
            piece.holder = HolderState::gone;
            claims.dangling.push_back(piece);
        }
    }
    std::sort(claims.holdings.begin(), claims.holdings.end(), by_time);
}

}  // namespace

DeviceClaims settle(const DeviceView& view, const std::vector<PodLife>& lives,
                    const std::vector<IntervalSet>& allocated_anywhere) {
    DeviceClaims claims;
    std::vector<Holding> allocated = join_pieces(cut_at_death(view.allocated, lives), lives);
    stretch(allocated, lives, view);
    IntervalSet taken;
    for (const Holding& h : allocated)
        if (!h.intended) taken.push_back(h.held);
    taken = normalise(std::move(taken));

    std::vector<Holding> all = join_pieces(cut_at_death(view.labelled, lives), lives);
    all = minus(all, taken, allocated_anywhere, allocated, claims.contradicted);
    all.insert(all.end(), allocated.begin(), allocated.end());
    all = join_pieces(std::move(all), lives);
    stretch(all, lives, view);
    all = join_pieces(std::move(all), lives);
    all = without_elsewhere(all, view, lives);
    fill_holes(all, lives, view, claims.assumed_free);
    clip(claims, view, all);
    return claims;
}

}  // namespace arable::sources
