#include "diagnose/waiting.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace arable::diagnose {
namespace {

__extension__ using Wide = __int128;

Subject subject_of_gang(const model::Gang& gang) {
    return {SubjectType::gang, gang.cluster, gang.ns + "/" + gang.name};
}

Subject subject_of_workload(const model::Workload& workload) {
    return {SubjectType::workload, workload.cluster, workload.ns + "/" + workload.name};
}

Subject subject_of_wait(const model::Timeline& timeline, const Wait& wait, By by) {
    if (wait.gang.known() && wait.gang.at() < timeline.gangs.size()) {
        const model::Gang& gang = timeline.gangs[wait.gang.at()];
        if (by == By::workload && gang.workload.known())
            return subject_of_workload(timeline.workloads[gang.workload.at()]);
        return subject_of_gang(gang);
    }
    if (wait.pod.known() && wait.pod.at() < timeline.pods.size())
        return by == By::gang ? gang_or_workload(timeline, wait.pod) : workload_of_pod(timeline, wait.pod);
    return {SubjectType::pool, wait.cluster, wait.name};
}

// Free wall time by lane, and what is left of it while marks take their parts.
std::map<std::uint32_t, IntervalSet> free_by_lane(const Folded& folded) {
    std::map<std::uint32_t, IntervalSet> lanes;
    for (const Run& run : folded.runs)
        if (run.state == PieceState::free) lanes[run.lane].push_back(run.span);
    for (auto& [lane, times] : lanes) times = normalise(std::move(times));
    return lanes;
}

}  // namespace

Subject workload_of_pod(const model::Timeline& timeline, model::PodIx ix) {
    const model::Pod& pod = timeline.pods[ix.at()];
    if (pod.workload.known() && pod.workload.at() < timeline.workloads.size())
        return subject_of_workload(timeline.workloads[pod.workload.at()]);
    return {SubjectType::pod, pod.cluster, pod.ns + "/" + pod.name};
}

Subject gang_or_workload(const model::Timeline& timeline, model::PodIx ix) {
    const model::GangIx gang = timeline.pods[ix.at()].gang;
    if (gang.known() && gang.at() < timeline.gangs.size()) return subject_of_gang(timeline.gangs[gang.at()]);
    return workload_of_pod(timeline, ix);
}

std::map<Subject, Waiting> waiting_by(const DetectorInput& input, By by) {
    std::map<Subject, Waiting> subjects;
    for (const Wait& wait : input.waits.waits) {
        Waiting& waiting = subjects[subject_of_wait(input.timeline, wait, by)];
        waiting.gpu_ms += wait.gpu_ms;
        for (std::size_t i = 0; i < kWaitCauses; ++i) waiting.by_cause[i] += wait.by_cause[i];
        waiting.waits.push_back(&wait);
    }
    return subjects;
}

std::vector<MarkedTime> marked_times(const DetectorInput& input) {
    const Folded& folded = input.folded;
    std::map<std::uint32_t, IntervalSet> left = free_by_lane(folded);
    std::map<std::uint32_t, std::int64_t> free_ms;  // GPU-time by lane, after slices
    std::map<std::uint32_t, std::int64_t> wall_ms;
    for (const HourShare& share : folded.hours) free_ms[share.lane] += share.free_ms;
    for (const auto& [lane, times] : left) wall_ms[lane] = total(times).ms;
    std::vector<MarkedTime> marked;
    for (const FreeMark& mark : input.marks) {
        MarkedTime time{&mark, 0};
        IntervalSet& free = left[mark.lane];
        const Duration taken = total(intersect(free, mark.span));
        free = subtract(free, IntervalSet{mark.span});
        // Wall time to GPU-time in the proportion that the lane's free time has; a floor keeps sums within it.
        if (const std::int64_t wall = wall_ms[mark.lane]; wall > 0)
            time.gpu_ms =
                static_cast<std::int64_t>(static_cast<Wide>(taken.ms) * std::min(free_ms[mark.lane], wall) / wall);
        marked.push_back(time);
    }
    return marked;
}

WaitDetail main_detail(const Waiting& waiting, WaitCause cause) {
    std::map<WaitDetail, std::int64_t> details;
    for (const Wait* wait : waiting.waits)
        for (const WaitSpan& span : wait->spans)
            if (span.cause == cause && !span.detail.empty()) details[span.detail] += span.gpu_ms();
    const auto most = std::max_element(details.begin(), details.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == details.end() ? WaitDetail{} : most->first;
}

AccountClass class_of(WaitCause cause) {
    if (cause == WaitCause::fragmented) return AccountClass::free_fragmented;
    if (cause == WaitCause::stranded) return AccountClass::free_stranded;
    return AccountClass::free_constrained;
}

}  // namespace arable::diagnose
