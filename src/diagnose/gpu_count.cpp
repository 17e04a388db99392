#include "diagnose/gpu_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

using Cards = std::map<model::GpuIx, HeldTime>;

// Whole cards by pod: no MIG instances, no replicas of a shared card.
std::map<model::PodIx, Cards> cards_by_pod(const DetectorInput& input, const WorkloadView& view) {
    std::map<model::PodIx, Cards> pods;
    for (const std::uint32_t i : view.shares) {
        const HourShare& share = input.folded.hours[i];
        const Lane& lane = input.folded.lanes[share.lane];
        const model::Claim& claim = input.timeline.claims[share.claim.at()];
        if (lane.instance || lane.uncovered || claim.replicas > 0) continue;
        pods[claim.pod][lane.gpu].add(share);
    }
    return pods;
}

double duty(const HeldTime& time) {
    return static_cast<double>(time.active_ms()) / static_cast<double>(time.known_ms());
}

struct PodCards {
    std::int64_t held = 0, used = 0;
    std::vector<HeldTime> unused;
};

// Cards known for long enough to judge.
PodCards judge(const Cards& cards, const GpuCountLimits& limits) {
    PodCards pod;
    bool one_used = false;
    for (const auto& [gpu, time] : cards) {
        if (time.known_ms() < limits.least.ms) continue;
        ++pod.held;
        one_used = one_used || duty(time) >= limits.used;
        if (duty(time) < limits.unused) {
            pod.unused.push_back(time);
        } else {
            ++pod.used;
        }
    }
    if (!one_used) pod.unused.clear();  // an idle pod says nothing of how many cards work would need
    return pod;
}

std::int64_t idle_ms(const HeldTime& time) { return time.starting_ms + time.empty_ms + time.loaded_ms; }

struct Excess {
    std::int64_t held = 0, needed = 0;  // most cards of a pod that has too many; most that any pod uses
    std::int64_t pods = 0, of_pods = 0;
    HeldTime unused;
};

// Pods of one workload ask alike: what the busiest of them uses, all must be able to get.
Excess excess_of(const DetectorInput& input, const WorkloadView& view, const GpuCountLimits& limits) {
    Excess excess;
    std::vector<PodCards> pods;
    for (const auto& [pod, cards] : cards_by_pod(input, view)) {
        pods.push_back(judge(cards, limits));
        if (pods.back().held > 0) ++excess.of_pods;
        excess.needed = std::max(excess.needed, pods.back().used);
    }
    for (PodCards& pod : pods) {
        if (pod.held < limits.gpus || pod.held <= excess.needed || pod.unused.empty()) continue;
        ++excess.pods;
        excess.held = std::max(excess.held, pod.held);
        // Those it could do without; of more unused cards, the ones that cost least.
        std::stable_sort(pod.unused.begin(), pod.unused.end(),
                         [](const HeldTime& a, const HeldTime& b) { return idle_ms(a) < idle_ms(b); });
        const auto spare = std::min(pod.unused.size(), static_cast<std::size_t>(pod.held - excess.needed));
        for (std::size_t i = 0; i < spare; ++i) {
            excess.unused.starting_ms += pod.unused[i].starting_ms;
            excess.unused.empty_ms += pod.unused[i].empty_ms;
            excess.unused.loaded_ms += pod.unused[i].loaded_ms;
        }
    }
    return excess;
}

}  // namespace

std::vector<Finding> over_requested_gpus(const DetectorInput& input) {
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const Excess excess = excess_of(input, view, input.policy.detectors.gpu_count);
        if (excess.pods == 0) continue;
        Finding finding = new_finding(input, FindingKind::over_requested_gpus, subject_of(view));
        at(finding.gpu_ms, AccountClass::held_starting) = excess.unused.starting_ms;
        at(finding.gpu_ms, AccountClass::held_empty) = excess.unused.empty_ms;
        at(finding.gpu_ms, AccountClass::held_loaded) = excess.unused.loaded_ms;
        finding.statement = text(
            "{} {} needs {} of the {} GPUs a pod holds: no pod used more, and {} were held by cards active "
            "under {} of the time, in {} of its {}.",
            view.kind, view.full_name(), excess.needed, excess.held, hours_text(extent_of(finding)),
            percent_text(input.policy.detectors.gpu_count.unused), excess.pods,
            plural(excess.of_pods, "{} pod", "{} pods"));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, finding.subject),
                                            "most cards of a pod with a duty cycle of 1 % or more",
                                            static_cast<double>(excess.needed), "GPUs", excess.held));
        workload_confidence(input, view, held_time(input.folded, view.shares)).give(finding);
        finding.remedy = {text("ask for {} a pod instead of {}, or make the program use them all",
                               plural(excess.needed, "{} GPU", "{} GPUs"), excess.held),
                          owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
