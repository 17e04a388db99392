#include "diagnose/never_usable_node.h"

#include <fmt/format.h>

#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

struct NodeTime {
    std::int64_t unavailable_ms = 0;
    std::int64_t presence_ms = 0;
    std::int64_t gpus = 0;
};

std::vector<NodeTime> by_node(const DetectorInput& input) {
    const Folded& folded = input.folded;
    std::vector<NodeTime> nodes(input.timeline.nodes.size());
    const auto node_of = [&](model::GpuIx gpu) -> NodeTime* {
        if (!gpu.known() || gpu.at() >= input.timeline.gpus.size()) return nullptr;
        const model::NodeIx node = input.timeline.gpus[gpu.at()].node;
        return node.known() && node.at() < nodes.size() ? &nodes[node.at()] : nullptr;
    };
    for (std::size_t i = 0; i < folded.gpu_presence_ms.size(); ++i) {
        NodeTime* node = node_of(model::GpuIx::of(i));
        if (node == nullptr || folded.gpu_presence_ms[i] == 0) continue;
        node->presence_ms += folded.gpu_presence_ms[i];
        ++node->gpus;
    }
    for (const HourShare& share : folded.hours)
        if (NodeTime* node = node_of(folded.lanes[share.lane].gpu)) node->unavailable_ms += share.unavailable_ms;
    return nodes;
}

}  // namespace

std::vector<Finding> never_usable_node(const DetectorInput& input) {
    const NodeLimits& limits = input.policy.detectors.node;
    std::vector<Finding> findings;
    const std::vector<NodeTime> nodes = by_node(input);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const NodeTime& time = nodes[i];
        if (time.gpus == 0 || time.unavailable_ms < limits.least.ms * time.gpus) continue;
        const double share = static_cast<double>(time.unavailable_ms) / static_cast<double>(time.presence_ms);
        if (share < limits.unavailable_share) continue;
        const model::Node& node = input.timeline.nodes[i];
        Finding finding = new_finding(input, FindingKind::never_usable_node, subject_of(node));
        at(finding.gpu_ms, AccountClass::unavailable) = time.unavailable_ms;
        finding.statement = fmt::format("Node {} and its {} GPUs were paid for, but not usable {} of the time ({}).",
                                        node.name, time.gpus, percent_text(share), hours_text(time.unavailable_ms));
        finding.evidence.push_back(
            evidence(input, selector("ready", finding.subject), "duty cycle", 1.0 - share, "ratio", time.gpus));
        Confidence confidence = window_confidence(input);
        if (!node.readiness_known) confidence.doubt(0.8, "no source says when the node was ready");
        confidence.give(finding);
        finding.remedy = {"repair or release the node", "cluster admin", kubectl_node(node, "describe")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
