#include "diagnose/fold_card.h"

#include <algorithm>

#include "base/check.h"
#include "base/figures.h"
#include "base/measured.h"
#include "diagnose/availability.h"
#include "diagnose/broken.h"
#include "diagnose/claim_profiles.h"
#include "diagnose/hour_measures.h"
#include "diagnose/hour_shares.h"
#include "diagnose/lanes.h"

namespace arable::diagnose {
namespace {

using model::Gpu;

void add_runs(std::span<const Piece> pieces, std::uint32_t lane, const HolderSets& sets, std::vector<Run>& runs) {
    for (const Piece& piece : pieces) {
        const auto& holders = sets[piece.holders];
        const model::ClaimIx claim = holders.empty() ? model::ClaimIx::none() : holders.front();
        if (!runs.empty() && runs.back().lane == lane && runs.back().state == piece.state &&
            runs.back().claim == claim && runs.back().span.end == piece.span.begin) {
            runs.back().span.end = piece.span.end;
        } else {
            runs.push_back({.lane = lane, .span = piece.span, .state = piece.state, .claim = claim});
        }
    }
}

StuckCard stuck_card(model::GpuIx gpu, const std::vector<StuckTime>& stuck) {
    StuckCard out{.gpu = gpu,
                  .stretches = static_cast<std::int64_t>(stuck.size()),
                  .watts = stuck.front().watts,
                  .memory_used = stuck.front().memory_used};
    for (const StuckTime& s : stuck) out.length = out.length + s.during.length();
    return out;
}

model::Gap stuck_gap(const Gpu& gpu, const StuckCard& stuck) {
    return {
        .kind = model::Gap::Kind::broken_reading,
        .subject = gpu.name,
        .message = text("activity counters read exactly 0 for {} while the board drew {} W and held {}: they are "
                        "taken as dead, not as idle; restart the exporter (or nv-hostengine) there",
                        duration_text(stuck.length), Decimal{stuck.watts, 0}, bytes_text(bytes_of(stuck.memory_used))),
        .count = stuck.stretches,
        .gpu_time = stuck.length};
}

void note_sampling(std::span<const series::Signal> signals, const Interval& window, FoldedCard& out) {
    out.quantity_seen.resize(static_cast<std::size_t>(model::Quantity::kQuantityCount), false);
    for (const series::Signal& signal : signals) {
        if (signal.quantity >= out.quantity_seen.size() || signal.samples.empty()) continue;
        out.quantity_seen[signal.quantity] = true;
        const Interval span = intersect({signal.samples.front().time, signal.samples.back().time}, window);
        if (!window.contains(span.begin)) continue;
        if (!out.sampled) out.sampled = span;
        out.sampled = Interval{std::min(out.sampled->begin, span.begin), std::max(out.sampled->end, span.end)};
        // Signals come in order of quantity: the best one of activity is first.
        if (out.sample_interval.ms == 0) out.sample_interval = signal.median_interval;
    }
}

std::int64_t all_parts(const HourShare& share) {
    return share.unavailable_ms + share.used_unclaimed_ms + share.ghost_ms + share.free_ms + share.unknown_ms +
           share.starting_ms + share.empty_ms + share.loaded_ms + share.computing_ms + share.bandwidth_rest_ms +
           share.other_rest_ms;
}

}  // namespace

Result<FoldedCard> fold_card(model::GpuIx ix, const model::Timeline& timeline, const PlacedClaims& placed,
                             const std::vector<IntervalSet>& refusing, const series::SignalReader& reader,
                             const Policy& policy) {
    const Gpu& gpu = timeline.gpus[ix.at()];
    const Interval& window = timeline.window;
    ARABLE_TRY(signals, reader.read({static_cast<std::uint8_t>(model::SubjectKind::gpu), ix.value}));
    FoldedCard out;
    note_sampling(signals, window, out);
    const Holding holding{.step = policy.step, .instant = timeline.instant};
    const CardFacts card = card_facts(gpu, policy.detectors.counter);
    const CardLanes lanes = lanes_of(gpu, ix, card, window);
    const IntervalSet present = intersect(gpu.present, window);
    const IntervalSet unavailable = broken_times(gpu, timeline, present);
    const auto stuck = stuck_times(signals, card, policy, holding, window);
    IntervalSet broken;
    for (const StuckTime& s : stuck) broken.push_back(s.during);
    if (!stuck.empty()) {
        out.stuck = stuck_card(ix, stuck);
        out.gaps.push_back(stuck_gap(gpu, *out.stuck));
    }
    static const IntervalSet kNever;
    const IntervalSet& unsure = gpu.node.known() ? placed.unsure[gpu.node.at()] : kNever;
    const IntervalSet& refused = gpu.node.known() ? refusing[gpu.node.at()] : kNever;

    HolderSets sets;
    std::vector<std::vector<HourEntry>> entries;
    for (std::uint32_t l = 0; l < lanes.lanes.size(); ++l) {
        const Lane& lane = lanes.lanes[l];
        const LaneSignals mine = lane_signals(lane, gpu, card, signals);
        const LaneView view{.during = lane.during,
                            .present = present,
                            .unavailable = unavailable,
                            .broken = broken,
                            .refused = refused,
                            .holders = holder_spans(lane, placed.by_gpu[ix.at()], timeline.claims, unsure, sets),
                            .blind = !placed.told.contains(gpu.cluster) ||
                                     (gpu.node.known() && timeline.nodes[gpu.node.at()].holders_untold)};
        std::vector<Piece> pieces = cut_pieces(view, mine, sets, timeline.claims, policy, timeline.instant);
        join_pauses(pieces, policy.thresholds.loaded_run);
        add_runs(pieces, l, sets, out.runs);
        entries.push_back(add_up(pieces, window));
        measure_hours(entries.back(), pieces, lane, mine, signals, holding, window);
        const auto profiles = profiles_of(pieces, entries.back(), l, mine, sets);
        out.profiles.insert(out.profiles.end(), profiles.begin(), profiles.end());
    }
    CardShares shares = share_out(lanes, entries, sets, 0);
    out.lanes = lanes.lanes;
    out.hours = std::move(shares.hours);
    out.unusable_ms = shares.unusable_ms;
    out.unusable_hours = std::move(shares.unusable_hours);
    out.presence_ms = total(present).ms;
    std::int64_t sum = out.unusable_ms;
    for (const HourShare& share : out.hours) {
        sum += all_parts(share);
        out.unknown_ms += share.unknown_ms;
    }
    ARABLE_CHECK(sum == out.presence_ms);
    return out;
}

}  // namespace arable::diagnose
