#include "diagnose/gpu_count.h"

#include <fmt/format.h>

#include <map>

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

struct Excess {
    std::int64_t held = 0, used = 0;  // cards of the pod that uses most
    std::int64_t pods = 0;
    HeldTime unused;
};

Excess excess_of(const DetectorInput& input, const WorkloadView& view, const GpuCountLimits& limits) {
    Excess excess;
    for (const auto& [pod, cards] : cards_by_pod(input, view)) {
        std::int64_t held = 0;
        std::int64_t unused = 0;
        bool one_used = false;
        for (const auto& [gpu, time] : cards) {
            if (time.known_ms() < limits.least.ms) continue;
            ++held;
            one_used = one_used || duty(time) >= limits.used;
            unused += duty(time) < limits.unused ? 1 : 0;
        }
        if (held < limits.gpus || !one_used || unused == 0) continue;
        ++excess.pods;
        if (held - unused > excess.used) {
            excess.used = held - unused;
            excess.held = held;
        }
        for (const auto& [gpu, time] : cards) {
            if (time.known_ms() < limits.least.ms || duty(time) >= limits.unused) continue;
            excess.unused.starting_ms += time.starting_ms;
            excess.unused.empty_ms += time.empty_ms;
            excess.unused.loaded_ms += time.loaded_ms;
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
        finding.statement =
            fmt::format("{} {} needs {} of the {} GPUs a pod holds: the others were never active ({} in {} pod{}).",
                        view.kind, view.full_name(), excess.used, excess.held, hours_text(extent_of(finding)),
                        excess.pods, excess.pods == 1 ? "" : "s");
        finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, finding.subject),
                                            "cards with a duty cycle of 1 % or more", static_cast<double>(excess.used),
                                            "GPUs", excess.held));
        workload_confidence(input, view, held_time(input.folded, view.shares)).give(finding);
        finding.remedy = {fmt::format("ask for {} GPU{} a pod instead of {}, or make the program use them all",
                                      excess.used, excess.used == 1 ? "" : "s", excess.held),
                          owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
