#include "diagnose/confidence.h"

namespace arable::diagnose {

void Confidence::doubt(double factor, const Text& why) {
    value *= factor;
    if (!reason.empty()) reason += text("; ");
    reason += why;
}

void Confidence::give(Finding& finding) const {
    finding.confidence = value;
    finding.confidence_reason =
        reason.empty() ? text("every signal it rests on was measured for almost all of the time") : reason;
}

Confidence window_confidence(const DetectorInput& input) {
    Confidence confidence;
    if (input.timeline.instant) {
        confidence.doubt(0.5, text("the input shows one instant"));
    } else if (input.timeline.window.length() < input.policy.detectors.confidence.observed) {
        confidence.doubt(0.7, text("less than a day was observed"));
    }
    return confidence;
}

Confidence workload_confidence(const DetectorInput& input, const WorkloadView& view, const HeldTime& time) {
    Confidence confidence = window_confidence(input);
    if (time.util_only_ms * 2 > time.active_ms()) {
        confidence.doubt(0.6, text("activity rests on GPU_UTIL alone, which only says that some kernel ran"));
    } else if ((time.engine_only_ms + time.util_only_ms) * 2 > time.active_ms()) {
        confidence.doubt(0.8, text("SM activity is not exported: activity rests on the engine alone"));
    }
    const double unknown = static_cast<double>(time.unknown_ms);
    if (unknown > input.policy.detectors.confidence.unknown_share * static_cast<double>(time.claimed_ms()))
        confidence.doubt(0.7, text("much of its claimed time has too little telemetry"));
    if (view.source == model::ClaimSource::exporter_labels) {
        confidence.doubt(0.97, text("its GPUs are known by exporter labels"));
    } else if (view.source == model::ClaimSource::count) {
        confidence.doubt(0.7, text("its GPUs are known by count only"));
    }
    return confidence;
}

}  // namespace arable::diagnose
