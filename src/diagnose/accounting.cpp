#include "diagnose/accounting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "base/apportion.h"
#include "base/check.h"
#include "diagnose/hour_entries.h"
#include "diagnose/waiting.h"

namespace arable::diagnose {
namespace {

constexpr std::size_t at(AccountClass c) { return static_cast<std::size_t>(c); }

// Wall time of one lane in one hour that waiting pods marked, by class.
using MarkedHours = std::map<std::pair<std::uint32_t, std::int32_t>, std::array<std::int64_t, 3>>;

MarkedHours marked_hours(const Folded& folded, std::span<const FreeMark> marks) {
    MarkedHours marked;
    std::vector<FreeMark> sorted(marks.begin(), marks.end());
    std::ranges::stable_sort(sorted, {}, [](const FreeMark& m) { return std::pair(m.lane, m.span.begin); });
    auto run = folded.runs.begin();
    std::uint32_t lane = UINT32_MAX;
    Time taken;
    for (const FreeMark& mark : sorted) {
        if (mark.lane != lane) taken = kBeginningOfTime;
        lane = mark.lane;
        const Interval span{std::max(mark.span.begin, taken), mark.span.end};
        if (span.empty()) continue;
        taken = span.end;
        while (run != folded.runs.end() && (run->lane < lane || (run->lane == lane && run->span.end <= span.begin)))
            ++run;
        for (auto r = run; r != folded.runs.end() && r->lane == lane && r->span.begin < span.end; ++r) {
            if (r->state != PieceState::free) continue;
            const Interval part = intersect(r->span, span);
            for (Time t = part.begin; t < part.end;) {
                const Time end = std::min(part.end, floor_to(t, hours(1)) + hours(1));
                marked[{lane, hour_of(t, folded.window)}]
                      [at(class_of(mark.cause)) - at(AccountClass::free_fragmented)] += (end - t).ms;
                t = end;
            }
        }
    }
    return marked;
}

// Wall time in which each lane was free, hour by hour: what the marks are a part of.
std::int64_t free_wall_ms(const Folded& folded, const HourShare& share, std::size_t& run) {
    const Time begin = floor_to(folded.window.begin, hours(1)) + hours(share.hour);
    const Interval hour{begin, begin + hours(1)};
    while (run < folded.runs.size() && (folded.runs[run].lane < share.lane ||
                                        (folded.runs[run].lane == share.lane && folded.runs[run].span.end <= begin)))
        ++run;
    std::int64_t ms = 0;
    for (std::size_t r = run; r < folded.runs.size() && folded.runs[r].lane == share.lane; ++r) {
        if (folded.runs[r].span.begin >= hour.end) break;
        if (folded.runs[r].state == PieceState::free) ms += intersect(folded.runs[r].span, hour).length().ms;
    }
    return ms;
}

ClassTimes classes_of(const HourShare& share, Stall stall) {
    ClassTimes times{};
    times[at(AccountClass::unavailable)] = share.unavailable_ms;
    times[at(AccountClass::used_unclaimed)] = share.used_unclaimed_ms;
    times[at(AccountClass::free_ghost)] = share.ghost_ms;
    times[at(AccountClass::free_no_demand)] = share.free_ms;
    times[at(AccountClass::unknown)] = share.unknown_ms;
    times[at(AccountClass::held_starting)] = share.starting_ms;
    times[at(AccountClass::held_empty)] = share.empty_ms;
    times[at(AccountClass::held_loaded)] = share.loaded_ms;
    times[at(AccountClass::productive)] = share.computing_ms;
    if (stall != Stall::none) {
        times[at(AccountClass::active_stalled)] = share.bandwidth_rest_ms + share.other_rest_ms;
    } else {
        times[at(AccountClass::active_bandwidth)] = share.bandwidth_rest_ms;
        times[at(AccountClass::active_headroom)] = share.other_rest_ms;
    }
    return times;
}

void move_marked(ClassTimes& times, const std::array<std::int64_t, 3>& marked, std::int64_t free_wall) {
    const std::int64_t all = std::accumulate(marked.begin(), marked.end(), std::int64_t{0});
    const auto parts = apportion(
        times[at(AccountClass::free_no_demand)],
        std::vector<std::int64_t>{marked[0], marked[1], marked[2], std::max<std::int64_t>(0, free_wall - all)});
    times[at(AccountClass::free_fragmented)] = parts[0];
    times[at(AccountClass::free_stranded)] = parts[1];
    times[at(AccountClass::free_constrained)] = parts[2];
    times[at(AccountClass::free_no_demand)] = parts[3];
}

std::vector<std::uint32_t> owners_of_claims(const model::Timeline& timeline, std::span<const WorkloadView> views) {
    std::vector<std::uint32_t> of_pod(timeline.pods.size(), static_cast<std::uint32_t>(views.size()));
    for (std::size_t v = 0; v < views.size(); ++v) {
        for (const model::PodIx pod : views[v].pods) of_pod[pod.at()] = static_cast<std::uint32_t>(v);
    }
    std::vector<std::uint32_t> owner;
    owner.reserve(timeline.claims.size());
    for (const model::Claim& claim : timeline.claims)
        owner.push_back(claim.pod.known() ? of_pod[claim.pod.at()] : static_cast<std::uint32_t>(views.size()));
    return owner;
}

}  // namespace

void Account::add(const ClassTimes& times, std::int64_t low_ms) {
    for (std::size_t c = 0; c < kAccountClasses; ++c) classes[c] += times[c];
    computing_low_ms += low_ms;
    is_range = is_range || low_ms != times[at(AccountClass::productive)];
}

std::int64_t Account::total() const { return std::accumulate(classes.begin(), classes.end(), std::int64_t{0}); }

Accounts account(const model::Timeline& timeline, const Folded& folded, std::span<const Stall> stalls,
                 std::span<const FreeMark> marks, std::span<const WorkloadView> views, const Policy& policy) {
    ARABLE_CHECK(stalls.empty() || stalls.size() == folded.hours.size());
    Accounts out;
    out.gpus.resize(timeline.gpus.size());
    out.workloads.resize(views.size() + 1);
    out.owner.reserve(folded.hours.size());
    const MarkedHours marked = marked_hours(folded, marks);
    const std::vector<std::uint32_t> owners = owners_of_claims(timeline, views);
    std::size_t run = 0;
    for (std::size_t i = 0; i < folded.hours.size(); ++i) {
        const HourShare& share = folded.hours[i];
        ClassTimes times = classes_of(share, stalls.empty() ? Stall::none : stalls[i]);
        if (share.free_ms > 0) {
            const auto it = marked.find({share.lane, share.hour});
            if (it != marked.end()) move_marked(times, it->second, free_wall_ms(folded, share, run));
        }
        const auto sure = static_cast<double>(share.computing_ms) * policy.thresholds.range_low;
        const std::int64_t low = share.engine_only ? std::llround(sure) : share.computing_ms;
        out.estate.add(times, low);
        out.gpus[folded.lanes[share.lane].gpu.at()].add(times, low);
        const std::uint32_t owner = share.claim.known() ? owners[share.claim.at()] : Accounts::kNoOwner;
        // A ghost's card is nobody's: it is not part of what a workload holds.
        const bool ghost = share.ghost_ms + share.used_unclaimed_ms > 0;
        if (owner != Accounts::kNoOwner && !ghost) out.workloads[owner].add(times, low);
        out.shares.push_back(times);
        out.owner.push_back(ghost ? Accounts::kNoOwner : owner);
    }
    for (std::size_t g = 0; g < out.gpus.size(); ++g) {
        out.gpus[g].classes[at(AccountClass::unusable_mig)] = folded.gpu_unusable_ms[g];
        out.estate.classes[at(AccountClass::unusable_mig)] += folded.gpu_unusable_ms[g];
        ARABLE_CHECK(out.gpus[g].total() == folded.gpu_presence_ms[g]);
    }
    ARABLE_CHECK(out.estate.total() == folded.presence_ms);
    return out;
}

}  // namespace arable::diagnose
