#include "diagnose/decompose.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "diagnose/cluster_clock.h"
#include "diagnose/judge.h"
#include "diagnose/never_runs.h"
#include "diagnose/pool_waits.h"
#include "diagnose/queue_replay.h"
#include "diagnose/wait_ledger.h"
#include "diagnose/wait_moves.h"
#include "diagnose/wait_units.h"
#include "fit/moves.h"

namespace arable::diagnose {
namespace {

void add_wait(Wait wait, Waits& waits) {
    waits.gpu_ms += wait.gpu_ms;
    for (std::size_t c = 0; c < kWaitCauses; ++c) waits.by_cause[c] += wait.by_cause[c];
    if (!wait.spec_known) waits.unconstrained_ms += wait.gpu_ms;
    waits.waits.push_back(std::move(wait));
}

// A part of a unit's wait in which the same members wait and the cluster says the same.
struct Piece {
    Interval span;
    std::int64_t milli = 0;
    const StatedCause* stated = nullptr;
};

class Sweep {
  public:
    Sweep(const model::Timeline& timeline, const Folded& folded, const Policy& policy)
        : timeline_(timeline), clock_(timeline, folded, policy), gates_(clock_.nodes()), units_(wait_units(timeline)) {
        const NeverRuns never(clock_);
        for (WaitUnit& unit : units_) {
            const WaitDetail why = never.why(unit, gates_);
            if (!why.empty()) unit.stated.push_back({.during = unit.span, .cause = WaitCause::broken, .detail = why});
            add_caps(unit);
            std::ranges::stable_sort(unit.stated, {}, &StatedCause::cause);
            ledgers_.emplace_back(unit);
        }
        moves_.resize(units_.size());
        for (const Run& run : folded.runs) {
            const model::GangIx gang =
                run.claim.known() ? gang_of(timeline.claims[run.claim.at()]) : model::GangIx::none();
            if (gang.known()) lanes_of_gang_[gang].insert(run.lane);
        }
    }

    WaitOutcome run() {
        const std::vector<Time> ticks = instants();
        std::vector<std::size_t> order(units_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return units_[i].span.begin; });
        std::vector<std::size_t> live;
        std::size_t next = 0;
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const Interval tick{ticks[i], i + 1 < ticks.size() ? ticks[i + 1] : timeline_.window.end};
            while (next < order.size() && units_[order[next]].span.begin < tick.end) live.push_back(order[next++]);
            std::erase_if(live, [&](std::size_t u) { return units_[u].span.end <= tick.begin; });
            if (live.empty()) continue;
            std::ranges::sort(live);  // units are sorted by creation
            judge(tick, live);
        }
        return finish();
    }

  private:
    // Pools that could not grow, where this unit could have used their nodes.
    void add_caps(WaitUnit& unit) {
        for (const model::PoolCap& cap : timeline_.caps) {
            if (intersect(cap.during, unit.span).empty() || !concerns(cap, unit)) continue;
            unit.stated.push_back({.during = cap.during, .cause = WaitCause::capped, .detail = said(cap.reason)});
        }
    }

    bool concerns(const model::PoolCap& cap, const WaitUnit& unit) {
        const model::PodSpec& spec = *unit.members.front().spec;
        if (cap.pool.empty()) return true;
        for (const auto& [key, value] : spec.rules.node_selector) {
            if (value == cap.pool) return true;
        }
        const auto gates = gates_.of(spec, unit.cluster);
        for (std::size_t at = 0; at < gates.size(); ++at) {
            if (clock_.nodes()[at]->pool == cap.pool && gates[at].kind_ok && gates[at].policy_ok) return true;
        }
        return false;
    }

    // Exact instants while that stays affordable, else coarser ones.
    std::vector<Time> instants() {
        std::vector<Time> times = clock_.changes();
        const auto add = [&](Time t) {
            if (timeline_.window.contains(t)) times.push_back(t);
        };
        for (const WaitUnit& unit : units_) {
            for (const WaitingMember& member : unit.members) {
                add(member.span.begin);
                add(member.span.end);
            }
            for (const StatedCause& stated : unit.stated) {
                add(stated.during.begin);
                add(stated.during.end);
            }
        }
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        for (const Duration gap : {Duration{0}, seconds(10), minutes(1), minutes(10)}) {
            std::vector<Time> chosen;
            for (const Time t : times) {
                if (chosen.empty() || t - chosen.back() >= gap) chosen.push_back(t);
            }
            const bool affordable = judgements(chosen) <= kMostJudgements && lane_steps(chosen) <= kMostLaneSteps;
            if (gap < minutes(10) && !affordable) continue;
            if (chosen.size() < times.size()) judged_together_ = gap;
            return chosen;
        }
        return times;
    }

    std::int64_t judgements(const std::vector<Time>& ticks) const {
        std::int64_t sum = 0;
        for (const WaitUnit& unit : units_) {
            const auto from = std::ranges::upper_bound(ticks, unit.span.begin);
            const auto to = std::ranges::lower_bound(ticks, unit.span.end);
            sum += 1 + std::max<std::int64_t>(to - from, 0);
        }
        return sum;
    }

    // Every instant at which something waits looks at every lane.
    std::int64_t lane_steps(const std::vector<Time>& ticks) const {
        std::vector<Interval> waiting;
        for (const WaitUnit& unit : units_) waiting.push_back(unit.span);
        std::int64_t steps = 0;
        for (const Interval& span : normalise(std::move(waiting))) {
            steps += 1 + (std::ranges::lower_bound(ticks, span.end) - std::ranges::lower_bound(ticks, span.begin));
        }
        return steps * static_cast<std::int64_t>(clock_.lanes());
    }

    std::vector<Piece> pieces(const WaitUnit& unit, const Interval& tick) const {
        std::vector<Time> cuts{std::max(tick.begin, unit.span.begin), std::min(tick.end, unit.span.end)};
        const Interval hull{cuts[0], cuts[1]};
        const auto cut = [&](const Interval& span) {
            if (hull.contains(span.begin)) cuts.push_back(span.begin);
            if (hull.contains(span.end)) cuts.push_back(span.end);
        };
        for (const WaitingMember& member : unit.members) cut(member.span);
        for (const StatedCause& stated : unit.stated) cut(stated.during);
        std::ranges::sort(cuts);
        std::vector<Piece> found;
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
            Piece piece{.span = {cuts[i], cuts[i + 1]}};
            if (piece.span.empty()) continue;
            for (const WaitingMember& member : unit.members) {
                if (member.span.contains(piece.span.begin)) {
                    piece.milli = std::min(piece.milli + milli_of(*member.spec), kMostMilli);
                }
            }
            const auto stated = std::ranges::find_if(
                unit.stated, [&](const StatedCause& s) { return s.during.contains(piece.span.begin); });
            if (stated != unit.stated.end()) piece.stated = &*stated;
            found.push_back(piece);
        }
        return found;
    }

    // Devices that members of the gang hold at this time.
    std::vector<std::uint32_t> held_by(model::GangIx gang) const {
        std::vector<std::uint32_t> lanes;
        const auto ever = gang.known() ? lanes_of_gang_.find(gang) : lanes_of_gang_.end();
        if (ever == lanes_of_gang_.end()) return lanes;
        for (const std::uint32_t lane : ever->second) {
            const model::ClaimIx claim = clock_.holder(lane);
            if (claim.known() && gang_of(timeline_.claims[claim.at()]) == gang) lanes.push_back(lane);
        }
        return lanes;
    }

    model::GangIx gang_of(const model::Claim& claim) const {
        return claim.pod.known() ? timeline_.pods[claim.pod.at()].gang : model::GangIx::none();
    }

    // Those members that must start together: all that wait, or as many as the gang still lacks.
    std::vector<fit::Member> members_at(const WaitUnit& unit, Time t) {
        std::vector<fit::Member> members;
        std::int64_t placed = 0;
        if (unit.gang.known()) placed = static_cast<std::int64_t>(timeline_.gangs[unit.gang.at()].pods.size());
        for (const WaitingMember& member : unit.members) {
            if (!member.span.contains(t)) continue;
            const model::Pod* pod = member.pod.known() ? &timeline_.pods[member.pod.at()] : nullptr;
            members.push_back({.spec = member.spec, .pod = pod, .gates = gates_.of(*member.spec, unit.cluster)});
        }
        placed -= static_cast<std::int64_t>(members.size());
        if (unit.together > 0) {
            const std::int64_t lacking = std::max<std::int64_t>(unit.together - std::max<std::int64_t>(placed, 0), 1);
            if (lacking < static_cast<std::int64_t>(members.size())) members.resize(static_cast<std::size_t>(lacking));
        }
        return members;
    }

    void judge(const Interval& tick, const std::vector<std::size_t>& live) {
        clock_.advance(tick.begin);
        Instant instant(clock_.rooms(), timeline_.strict_queues);
        std::vector<std::pair<std::size_t, Piece>> gated;
        for (const std::size_t u : live) {
            const WaitUnit& unit = units_[u];
            std::optional<Judgement> judged;
            for (const Piece& piece : pieces(unit, tick)) {
                if (piece.stated != nullptr) {
                    ledgers_[u].add(piece.span, piece.milli, piece.stated->cause, piece.stated->detail);
                    if (piece.stated->cause == WaitCause::gated) gated.emplace_back(u, piece);
                    continue;
                }
                if (!judged) {
                    const auto members = members_at(unit, piece.span.begin);
                    if (members.empty()) continue;
                    judged = instant.judge(unit, members, held_by(unit.gang));
                    if (judged->cause == WaitCause::fragmented) ask_moves(u, members);
                    instant.stands(unit);
                }
                ledgers_[u].add(piece.span, piece.milli, judged->cause, judged->detail);
                mark(judged->marks, piece.span, judged->cause, unit.pod);
            }
        }
        for (const auto& [u, piece] : gated) {
            const auto members = members_at(units_[u], piece.span.begin);
            mark(instant.mark_gated(members), piece.span, WaitCause::constrained, units_[u].pod);
        }
    }

    // Once a unit, when it is first found fragmented: members that must start together are not moved for.
    void ask_moves(std::size_t u, const std::vector<fit::Member>& members) {
        Asked& asked = moves_[u];
        if (std::exchange(asked.seen, true)) return;
        const bool whole = members.size() == 1 && members.front().spec->device.kind == model::DeviceKind::whole;
        if (!whole || asked_moves_ == kMostMoveSearches) return;
        ++asked_moves_;
        asked.search = clock_.rooms().size() > fit::kMostRooms ? MoveSearch::partly : MoveSearch::whole;
        const auto found = moves_for(members.front(), timeline_, clock_, gates_);
        if (found) asked.fewest = static_cast<std::int64_t>(found->steps.size());
    }

    void mark(const std::vector<fit::Pick>& picks, const Interval& span, WaitCause cause, model::PodIx pod) {
        for (const fit::Pick& pick : picks) {
            if (!clock_.holder(pick.id).known()) marks_.push_back({pick.id, span, cause, pod});
        }
    }

    // Sorted, without overlap on a lane (the first mark of a time counts), neighbours of one kind joined.
    std::vector<FreeMark> tidy_marks() {
        std::ranges::stable_sort(marks_, {}, [](const FreeMark& m) { return std::tie(m.lane, m.span.begin); });
        std::vector<FreeMark> kept;
        for (FreeMark mark : marks_) {
            if (!kept.empty() && kept.back().lane == mark.lane) {
                FreeMark& last = kept.back();
                mark.span.begin = std::max(mark.span.begin, last.span.end);
                if (mark.span.empty()) continue;
                if (mark.span.begin == last.span.end && mark.cause == last.cause && mark.pod == last.pod) {
                    last.span.end = mark.span.end;
                    continue;
                }
            }
            kept.push_back(mark);
        }
        return kept;
    }

    WaitOutcome finish() {
        WaitOutcome outcome;
        Waits& waits = outcome.waits;
        waits.judged_together = judged_together_;
        std::vector<Wait> judged;
        for (std::size_t u = 0; u < units_.size(); ++u) {
            judged.push_back(ledgers_[u].finish(timeline_));
            judged.back().fewest_moves = moves_[u].fewest;
            judged.back().move_search = moves_[u].search;
            const std::int64_t ms = judged.back().by_cause[static_cast<std::size_t>(WaitCause::fragmented)];
            if (moves_[u].fewest >= 0) waits.healed_by_moves_ms += ms;
            if (moves_[u].search == MoveSearch::not_asked) waits.moves_not_asked_ms += ms;
        }
        waits.buy = buys(timeline_, clock_, gates_, units_, judged);
        for (Wait& wait : judged) add_wait(std::move(wait), waits);
        waits.returning_ms = waits.by_cause[static_cast<std::size_t>(WaitCause::held_empty)];
        waits.sharing_ms = waits.by_cause[static_cast<std::size_t>(WaitCause::shareable)];
        outcome.marks = tidy_marks();
        return outcome;
    }

    const model::Timeline& timeline_;
    ClusterClock clock_;
    GateTable gates_;
    std::vector<WaitUnit> units_;
    std::vector<WaitLedger> ledgers_;
    std::vector<FreeMark> marks_;
    std::map<model::GangIx, std::set<std::uint32_t>> lanes_of_gang_;  // that its members ever held
    struct Asked {
        bool seen = false;
        MoveSearch search = MoveSearch::not_asked;
        std::int64_t fewest = -1;  // -1: none found
    };
    std::vector<Asked> moves_;  // by unit
    int asked_moves_ = 0;
    Duration judged_together_;

    static constexpr int kMostMoveSearches = 500;
};

void add_pools(PoolOutcome pools, WaitOutcome& outcome) {
    for (Wait& wait : pools.waits) add_wait(std::move(wait), outcome.waits);
    outcome.waits.buy.insert(outcome.waits.buy.end(), pools.buy.begin(), pools.buy.end());
    outcome.pools = std::move(pools.accounts);
    outcome.pools_week = std::move(pools.week);
}

}  // namespace

WaitOutcome decompose_waits(const model::Timeline& timeline, const Folded& folded, const Policy& policy) {
    WaitOutcome outcome;
    // Pods that are known by the labels of metrics alone are seen only while they run: they say nothing of waiting.
    const bool queues = !timeline.gangs.empty() || std::ranges::any_of(timeline.pods, [](const model::Pod& pod) {
        return pod.created.has_value() || pod.scheduled.has_value();
    });
    if (queues && !timeline.window.empty()) outcome = Sweep(timeline, folded, policy).run();
    add_pools(judge_pools(timeline), outcome);
    outcome.waits.seen = queues || !timeline.pools.empty();
    outcome.waits.known = outcome.waits.seen && !timeline.instant;
    std::ranges::stable_sort(outcome.waits.waits, [](const Wait& a, const Wait& b) {
        return std::tie(b.gpu_ms, a.name, a.cluster) < std::tie(a.gpu_ms, b.name, b.cluster);
    });
    return outcome;
}

}  // namespace arable::diagnose
