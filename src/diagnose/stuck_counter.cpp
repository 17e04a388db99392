#include "diagnose/stuck_counter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {

std::vector<Finding> stuck_counter(const DetectorInput& input) {
    if (input.folded.stuck.empty()) return {};
    std::vector<std::int64_t> unknown(input.timeline.gpus.size(), 0);
    for (const HourShare& share : input.folded.hours)
        unknown[input.folded.lanes[share.lane].gpu.at()] += share.unknown_ms;
    std::vector<Finding> findings;
    for (const StuckCard& card : input.folded.stuck) {
        const model::Gpu& gpu = input.timeline.gpus[card.gpu.at()];
        Finding finding = new_finding(input, FindingKind::stuck_counter, subject_of(gpu));
        at(finding.gpu_ms, AccountClass::unknown) = std::min(card.length.ms, unknown[card.gpu.at()]);
        finding.statement = text(
            "The activity counters of {} read exactly 0 for {} while the board drew {} W and held {}: they are dead. "
            "What it did then is unknown, not idle.",
            gpu.name, duration_text(card.length), Decimal{card.watts, 0}, gib_text(card.memory_used));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, finding.subject), "max",
                                            0.0, "ratio", card.stretches));
        Confidence confidence = window_confidence(input);
        confidence.give(finding);
        finding.remedy = {text("restart dcgm-exporter (or nv-hostengine) on that node; keep profilers off it"),
                          cluster_admin(),
                          gpu.node.known() ? "kubectl get pods -A -o wide --field-selector " +
                                                 shell_word("spec.nodeName=" + input.timeline.nodes[gpu.node.at()].name)
                                           : ""};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
