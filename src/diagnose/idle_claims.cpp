#include "diagnose/idle_claims.h"

#include <fmt/format.h>

#include <optional>

#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

double share_of(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::optional<FindingKind> idle_kind(const WorkloadView& view, const HeldTime& time, const IdleLimits& limits) {
    const std::int64_t known = time.known_ms();
    if (known == 0) return std::nullopt;
    if (view.notebook) {
        const bool idle = time.claimed_ms() >= limits.notebook_claimed_ms &&
                          share_of(time.active_ms(), known) <= limits.notebook_active &&
                          time.empty_ms + time.loaded_ms > 0;
        return idle ? std::optional(FindingKind::idle_notebook) : std::nullopt;
    }
    const bool empty = time.empty_ms >= limits.least_ms && share_of(time.empty_ms, known) >= limits.empty_share;
    const bool loaded = time.loaded_ms >= limits.least_ms && share_of(time.loaded_ms, known) >= limits.loaded_share;
    if (empty && (!loaded || time.empty_ms >= time.loaded_ms)) return FindingKind::claimed_empty;
    if (loaded) return FindingKind::loaded_idle;
    return std::nullopt;
}

bool scalable(const WorkloadView& view) {
    return view.kind == "Deployment" || view.kind == "StatefulSet" || view.kind == "ReplicaSet";
}

Remedy remedy_for(FindingKind kind, const WorkloadView& view) {
    Remedy remedy;
    remedy.owner = owner_of(view);
    if (kind == FindingKind::loaded_idle) {
        remedy.action = text("share the card (time-slicing, MPS or a MIG slice), or scale to zero between requests");
        remedy.command = kubectl(view, "get", " -o yaml");
    } else if (kind == FindingKind::idle_notebook) {
        remedy.action = text("stop the notebook when it is not used (an idle culler does), or give it a shared card");
        remedy.command = kubectl(view, "get", " -o yaml");
    } else if (scalable(view)) {
        remedy.action = text("give the GPU back: scale down, or drop the GPU request");
        remedy.command = kubectl(view, "scale", " --replicas=0");
    } else {
        remedy.action = text("give the GPU back: end it, or drop the GPU request");
        remedy.command = kubectl(view, "describe");
    }
    return remedy;
}

Finding described(const DetectorInput& input, const WorkloadView& view, const HeldTime& time, FindingKind kind) {
    Finding finding = new_finding(input, kind, subject_of(view));
    if (kind != FindingKind::loaded_idle) at(finding.gpu_ms, AccountClass::held_empty) = time.empty_ms;
    if (kind != FindingKind::claimed_empty) at(finding.gpu_ms, AccountClass::held_loaded) = time.loaded_ms;
    const std::int64_t known = time.known_ms();
    const std::int64_t extent = extent_of(finding);
    const Figure idle = percent_text(share_of(extent, known));
    const Figure active = percent_text(share_of(time.active_ms(), known));
    if (kind == FindingKind::claimed_empty) {
        finding.statement = text(
            "{} {} held GPUs with nothing loaded on them and no activity for {}: {} of its claimed time. It was active "
            "(5 % "
            "or more) {} of that time.",
            view.kind, view.full_name(), hours_text(extent), idle, active);
    } else if (kind == FindingKind::loaded_idle) {
        finding.statement = text(
            "{} {} held GPUs loaded but without activity for {}: {} of its claimed time. It was active (5 % or more) "
            "{} of that "
            "time.",
            view.kind, view.full_name(), hours_text(extent), idle, active);
    } else {
        finding.statement = text(
            "{} {} held GPUs without activity for {}: {} of its claimed time. It was active (5 % or more) {} of that "
            "time.",
            view.kind, view.full_name(), hours_text(extent), idle, active);
    }
    const Subject subject = finding.subject;
    const auto n = static_cast<std::int64_t>(view.shares.size());
    finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, subject), "duty cycle",
                                        share_of(time.active_ms(), known), "ratio", n));
    float most = -1.0F;
    for (const std::uint32_t i : view.profiles) most = std::max(most, input.folded.claims[i].memory_most);
    if (most >= 0.0F)
        finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, subject), "max",
                                            static_cast<double>(most), "bytes", n));
    workload_confidence(input, view, time).give(finding);
    finding.remedy = remedy_for(kind, view);
    return finding;
}

std::vector<Finding> of_kind(const DetectorInput& input, FindingKind kind) {
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const HeldTime time = held_time(input.folded, view.shares);
        if (idle_kind(view, time, input.policy.detectors.idle) == kind)
            findings.push_back(described(input, view, time, kind));
    }
    return findings;
}

}  // namespace

std::vector<Finding> claimed_empty(const DetectorInput& input) { return of_kind(input, FindingKind::claimed_empty); }
std::vector<Finding> loaded_idle(const DetectorInput& input) { return of_kind(input, FindingKind::loaded_idle); }
std::vector<Finding> idle_notebook(const DetectorInput& input) { return of_kind(input, FindingKind::idle_notebook); }

}  // namespace arable::diagnose
