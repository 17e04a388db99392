#include "diagnose/gang_partial.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/figures.h"
#include "diagnose/card.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

// When a pod got its node. Absent: it never did.
std::optional<Time> placed_at(const model::Pod& pod, Time window_begin) {
    if (pod.scheduled) return pod.scheduled;
    if (pod.started) return pod.started;
    if (pod.phase == model::PodPhase::pending || pod.phase == model::PodPhase::unknown) return std::nullopt;
    return pod.created ? *pod.created : window_begin;
}

struct Change {
    int waiting = 0;
    int placed = 0;
};

struct Partial {
    IntervalSet times;
    std::map<model::ClaimIx, HeldTime> held;  // of its members' claims inside `times`
};
using Partials = std::map<model::GangIx, Partial>;

Partial* partial_of(const DetectorInput& input, Partials& partials, model::ClaimIx claim) {
    if (!claim.known()) return nullptr;
    const model::PodIx pod = input.timeline.claims[claim.at()].pod;
    if (!pod.known()) return nullptr;
    const auto found = partials.find(input.timeline.pods[pod.at()].gang);
    return found == partials.end() ? nullptr : &found->second;
}

// Runs are wall time; a lane that is a part of a card counts as its slices (MIG), and a claim never gets
// more than its hours have.
void add_held_time(const DetectorInput& input, Partials& partials) {
    for (const Run& run : input.folded.runs) {
        Partial* partial = partial_of(input, partials, run.claim);
        if (partial == nullptr) continue;
        const Lane& lane = input.folded.lanes[run.lane];
        std::int64_t ms = total(intersect(partial->times, run.span)).ms;
        if (lane.slices > 0) {
            ms = ms * lane.slices / std::max(1, card_facts(input.timeline.gpus[lane.gpu.at()]).compute_slices);
        }
        HeldTime& time = partial->held[run.claim];
        if (run.state == PieceState::starting) time.starting_ms += ms;
        if (run.state == PieceState::empty) time.empty_ms += ms;
        if (run.state == PieceState::loaded) time.loaded_ms += ms;
    }
    std::map<model::ClaimIx, HeldTime> most;
    for (const HourShare& share : input.folded.hours)
        if (partial_of(input, partials, share.claim) != nullptr) most[share.claim].add(share);
    for (auto& [gang, partial] : partials) {
        for (auto& [claim, time] : partial.held) {
            time.starting_ms = std::min(time.starting_ms, most[claim].starting_ms);
            time.empty_ms = std::min(time.empty_ms, most[claim].empty_ms);
            time.loaded_ms = std::min(time.loaded_ms, most[claim].loaded_ms);
        }
    }
}

Finding described(const DetectorInput& input, const model::Gang& gang, const Partial& partial) {
    Finding finding =
        new_finding(input, FindingKind::gang_partial, {SubjectType::gang, gang.cluster, gang.ns + "/" + gang.name});
    for (const auto& [claim, time] : partial.held) {
        at(finding.gpu_ms, AccountClass::held_starting) += time.starting_ms;
        at(finding.gpu_ms, AccountClass::held_empty) += time.empty_ms;
        at(finding.gpu_ms, AccountClass::held_loaded) += time.loaded_ms;
    }
    const Duration length = total(partial.times);
    finding.statement =
        text("Members of {} {} held GPUs without using them for {} while others of it had no place, {} in all.",
             gang.kind, finding.subject.name, hours_text(extent_of(finding)), duration_text(length));
    finding.evidence.push_back(evidence(input, selector("members_waiting", finding.subject), "sum of time",
                                        static_cast<double>(length.ms) / 3.6e6, "h",
                                        static_cast<std::int64_t>(partial.times.size())));
    window_confidence(input).give(finding);
    finding.remedy = {
        text("schedule its members together (Kueue, Volcano, coscheduling PodGroup), so that none waits on GPUs"),
        text("owner of {} {}", gang.kind, finding.subject.name),
        fmt::format("kubectl -n {} get pods -o wide", shell_word(gang.ns))};
    return finding;
}

}  // namespace

IntervalSet partial_times(const model::Timeline& timeline, const model::Gang& gang) {
    const Interval window = timeline.window;
    std::map<Time, Change> changes;
    for (const model::PodIx ix : gang.pods) {
        const model::Pod& pod = timeline.pods[ix.at()];
        const Time begin = std::max(pod.created ? *pod.created : window.begin, window.begin);
        const Time end = std::min(pod.ended ? *pod.ended : window.end, window.end);
        if (end <= begin) continue;
        const std::optional<Time> placed = placed_at(pod, window.begin);
        const Time from = placed ? std::clamp(*placed, begin, end) : end;
        ++changes[begin].waiting;
        --changes[from].waiting;
        ++changes[from].placed;
        --changes[end].placed;
    }
    IntervalSet times;
    int waiting = 0;
    int placed = 0;
    for (auto at = changes.begin(); at != changes.end(); ++at) {
        waiting += at->second.waiting;
        placed += at->second.placed;
        const auto next = std::next(at);
        const std::int64_t needed = gang.min_members > 0 ? gang.min_members : waiting + placed;
        if (next != changes.end() && waiting > 0 && placed > 0 && placed < needed)
            times.push_back({at->first, next->first});
    }
    return normalise(std::move(times));
}

std::vector<Finding> gang_partial(const DetectorInput& input) {
    Partials partials;
    for (std::size_t i = 0; i < input.timeline.gangs.size(); ++i) {
        IntervalSet times = partial_times(input.timeline, input.timeline.gangs[i]);
        if (total(times) >= input.policy.detectors.gang.least) partials[model::GangIx::of(i)].times = std::move(times);
    }
    add_held_time(input, partials);
    std::vector<Finding> findings;
    for (const auto& [gang, partial] : partials) {
        Finding finding = described(input, input.timeline.gangs[gang.at()], partial);
        if (extent_of(finding) > 0) findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
