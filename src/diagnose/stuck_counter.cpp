#include "diagnose/stuck_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

bool about_activity(const model::Gap& gap) {
    return gap.kind == model::Gap::Kind::broken_reading && std::string_view(gap.message).substr(0, 8) == "activity";
}

}  // namespace

std::vector<Finding> stuck_counter(const DetectorInput& input) {
    std::map<std::string_view, const model::Gap*> by_subject;
    for (const model::Gap& gap : input.folded.gaps)
        if (about_activity(gap)) by_subject.emplace(gap.subject, &gap);
    if (by_subject.empty()) return {};
    std::vector<std::int64_t> unknown(input.timeline.gpus.size(), 0);
    for (const HourShare& share : input.folded.hours)
        unknown[input.folded.lanes[share.lane].gpu.at()] += share.unknown_ms;
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < input.timeline.gpus.size(); ++i) {
        const model::Gpu& gpu = input.timeline.gpus[i];
        const auto found = by_subject.find(gpu.name);
        if (found == by_subject.end()) continue;
        const model::Gap& gap = *found->second;
        Finding finding = new_finding(input, FindingKind::stuck_counter, subject_of(gpu));
        at(finding.gpu_ms, AccountClass::unknown) = std::min(gap.gpu_time.ms, unknown[i]);
        finding.statement = fmt::format("{}: {}. What it did then is unknown, not idle.", gpu.name, gap.message);
        finding.evidence.push_back(
            evidence(input, selector(model::Quantity::engine_active, finding.subject), "max", 0.0, "ratio", gap.count));
        Confidence confidence = window_confidence(input);
        confidence.give(finding);
        finding.remedy = {"restart dcgm-exporter (or nv-hostengine) on that node; keep profilers off it",
                          "cluster admin",
                          gpu.node.known() ? "kubectl get pods -A -o wide --field-selector " +
                                                 shell_word("spec.nodeName=" + input.timeline.nodes[gpu.node.at()].name)
                                           : ""};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
