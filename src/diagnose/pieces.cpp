#include "diagnose/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arable::diagnose {
namespace {

constexpr Duration kHour = hours(1);

std::optional<float> narrow(std::optional<double> value) {
    if (!value) return std::nullopt;
    return static_cast<float>(*value);
}

// One stretch between two boundaries: everything but the samples is constant in it.
struct Section {
    Interval span;
    bool unavailable = false;
    bool broken = false;
    bool refused = false;
    const HolderSpan* holder = nullptr;
};

std::vector<Time> boundaries(const LaneView& lane, const HolderSets& sets, const std::vector<model::Claim>& claims,
                             Duration starting) {
    std::vector<Time> cuts;
    const auto add = [&](const IntervalSet& set) {
        for (const Interval& i : set) cuts.insert(cuts.end(), {i.begin, i.end});
    };
    add(lane.present);
    add(lane.unavailable);
    add(lane.broken);
    add(lane.refused);
    for (const HolderSpan& span : lane.holders) {
        cuts.insert(cuts.end(), {span.during.begin, span.during.end});
        for (const model::ClaimIx ix : sets[span.holders]) {
            if (claims[ix.at()].start_known) cuts.push_back(claims[ix.at()].held.begin + starting);
        }
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

class PieceCutter {
  public:
    PieceCutter(const LaneSignals& signals, const HolderSets& sets, const std::vector<model::Claim>& claims,
                const Policy& policy, bool instant, bool blind)
        : sets_(sets),
          claims_(claims),
          policy_(policy),
          blind_(blind),
          slack_(signals.sample_interval),
          empty_limit_(empty_limit(signals.memory_total, policy.thresholds)) {
        const Holding holding{.step = policy.step, .instant = instant};
        tracks_ = {track_of(signals.engine, holding), track_of(signals.sm, holding),
                   track_of(signals.tensor, holding), track_of(signals.dram, holding),
                   track_of(signals.util, holding),   track_of(signals.memory_used(), holding)};
    }

    void cut(const Section& section, std::vector<Piece>& out) {
        for (Time t = section.span.begin; t < section.span.end;) {
            const Interval span{t, end_of_piece(t, section)};
            out.push_back(judge(span, section));
            t = span.end;
        }
    }

  private:
    enum Which : std::size_t { kEngine, kSm, kTensor, kDram, kUtil, kMemory, kCount };

    Time end_of_piece(Time t, const Section& section) {
        const Time hour = floor_to(t, kHour) + kHour;
        const Time last = std::min(section.span.end, hour);
        if (section.unavailable) return last;
        Time cell = floor_to(t, policy_.step) + policy_.step;
        Time steady = kEndOfTime;
        for (Track& track : tracks_) steady = std::min(steady, track.steady_until(t));
        if (steady >= cell + policy_.step) cell = floor_to(steady, policy_.step);
        return std::min(cell, last);
    }

    Piece judge(const Interval& span, const Section& section) {
        Piece piece{.span = span, .holders = section.holder->holders};
        if (section.unavailable) {
            piece.state = PieceState::unavailable;
            return piece;
        }
        std::array<std::optional<double>, kCount> value;
        for (std::size_t i = 0; i < kCount; ++i) value[i] = tracks_[i].mean(span);
        if (section.broken) value[kEngine] = value[kSm] = value[kTensor] = value[kDram] = value[kUtil] = std::nullopt;
        const bool known = value[kEngine] || value[kSm] || value[kUtil];
        const bool active = known && is_active(value);
        const std::optional<double>& memory = value[kMemory];
        const bool loaded = memory && *memory > empty_limit_;
        piece.engine = narrow(value[kEngine]);
        piece.sm = narrow(value[kSm]);
        piece.dram = narrow(value[kDram]);
        piece.memory = narrow(memory);
        piece.bandwidth = value[kDram] && *value[kDram] >= policy_.thresholds.bandwidth_bound;
        if (known) set_computing(piece, value);
        piece.state = state_of(span, section, known, active, memory.has_value(), loaded);
        if (active || loaded) last_used_ = span.end;
        return piece;
    }

    PieceState state_of(const Interval& span, const Section& section, bool known, bool active, bool memory_known,
                        bool loaded) const {
        const HolderSpan& holder = *section.holder;
        if (holder.holders == 0 || holder.ghost) {
            // Some of the node's cards are held by count: one that works is no free one, and whose it is nobody says.
            if (active || loaded) return holder.unsure ? PieceState::unknown : PieceState::used_unclaimed;
            if (holder.ghost) return PieceState::free_ghost;
            if (section.refused) return PieceState::unavailable;
            return blind_ ? PieceState::unknown : PieceState::free;
        }
        if (holder.unsure || !known) return PieceState::unknown;
        if (active) return PieceState::active;
        if (!memory_known) return PieceState::unknown;
        if (loaded) return PieceState::loaded;
        return starting(span.begin, holder) ? PieceState::starting : PieceState::empty;
    }

    // Every holder is in its first minutes and nothing was loaded since. A sample from just before a claim's start
    // may still show the tenant before: it is given one sample interval.
    bool starting(Time t, const HolderSpan& holder) const {
        return std::ranges::all_of(sets_[holder.holders], [&](model::ClaimIx ix) {
            const model::Claim& claim = claims_[ix.at()];
            return claim.start_known && t < claim.held.begin + policy_.thresholds.starting &&
                   last_used_ <= claim.held.begin + slack_;
        });
    }

    // GPU_UTIL counts only where nothing better is known.
    bool is_active(const std::array<std::optional<double>, kCount>& value) const {
        const auto above = [&](Which which) { return value[which] && *value[which] >= policy_.thresholds.active; };
        if (!value[kEngine] && !value[kSm]) return above(kUtil);
        return above(kEngine) || above(kSm) || above(kTensor) || above(kDram);
    }

    static void set_computing(Piece& piece, const std::array<std::optional<double>, kCount>& value) {
        piece.engine_only = !value[kSm];
        piece.util_only = !value[kSm] && !value[kEngine];
        const std::optional<double>& best = value[kSm] ? value[kSm] : value[kEngine] ? value[kEngine] : value[kUtil];
        piece.computing = std::isfinite(*best) ? std::clamp(*best, 0.0, 1.0) : 0.0;
    }

    const HolderSets& sets_;
    const std::vector<model::Claim>& claims_;
    const Policy& policy_;
    bool blind_;
    Duration slack_;
    double empty_limit_;
    std::array<Track, kCount> tracks_;
    Time last_used_ = kBeginningOfTime;
};

}  // namespace

double empty_limit(std::optional<double> memory_total, const Thresholds& thresholds) {
    const auto floor = static_cast<double>(thresholds.empty_floor.value);
    return memory_total ? std::max(floor, thresholds.empty_share * *memory_total) : floor;
}

std::vector<Piece> cut_pieces(const LaneView& lane, const LaneSignals& signals, const HolderSets& sets,
                              const std::vector<model::Claim>& claims, const Policy& policy, bool instant) {
    std::vector<Piece> pieces;
    PieceCutter cutter(signals, sets, claims, policy, instant, lane.blind);
    const std::vector<Time> cuts = boundaries(lane, sets, claims, policy.thresholds.starting);
    auto holder = lane.holders.begin();
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const Interval span = intersect(Interval{cuts[i], cuts[i + 1]}, lane.during);
        if (span.empty() || !contains(lane.present, span.begin)) continue;
        while (std::next(holder) != lane.holders.end() && holder->during.end <= span.begin) ++holder;
        cutter.cut({.span = span,
                    .unavailable = contains(lane.unavailable, span.begin),
                    .broken = contains(lane.broken, span.begin),
                    .refused = contains(lane.refused, span.begin),
                    .holder = &*holder},
                   pieces);
    }
    return pieces;
}

void join_pauses(std::vector<Piece>& pieces, Duration loaded_run) {
    for (std::size_t i = 0; i < pieces.size();) {
        if (pieces[i].state != PieceState::loaded) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        const auto joins = [&](std::size_t next) {
            return next < pieces.size() && pieces[next].holders == pieces[i].holders &&
                   pieces[next].span.begin == pieces[next - 1].span.end;
        };
        while (joins(end) && pieces[end].state == PieceState::loaded) ++end;
        const bool after_active = i > 0 && joins(i) && pieces[i - 1].state == PieceState::active &&
                                  pieces[i - 1].holders == pieces[i].holders;
        const bool before_active = joins(end) && pieces[end].state == PieceState::active;
        const Duration length = pieces[end - 1].span.end - pieces[i].span.begin;
        if (after_active && before_active && length < loaded_run) {
            for (std::size_t k = i; k < end; ++k) pieces[k].state = PieceState::active;
        }
        i = end;
    }
}

}  // namespace arable::diagnose
