#include "diagnose/unclaimed_gpus.h"

#include <fmt/format.h>

#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

// Sum of one part of HourShare by card; positions are GpuIx.
std::vector<std::int64_t> by_gpu(const DetectorInput& input, std::int64_t HourShare::*part) {
    std::vector<std::int64_t> sums(input.timeline.gpus.size(), 0);
    for (const HourShare& share : input.folded.hours) {
        const model::GpuIx gpu = input.folded.lanes[share.lane].gpu;
        if (gpu.known() && gpu.at() < sums.size()) sums[gpu.at()] += share.*part;
    }
    return sums;
}

const model::Node* node_of(const DetectorInput& input, const model::Gpu& gpu) {
    return gpu.node.known() && gpu.node.at() < input.timeline.nodes.size() ? &input.timeline.nodes[gpu.node.at()]
                                                                           : nullptr;
}

// The last holder on paper that is gone, as "ns/pod"; "" when no record names it.
std::string gone_holder(const DetectorInput& input, model::GpuIx gpu) {
    std::string name;
    for (const model::Claim& claim : input.timeline.claims) {
        if (claim.gpu != gpu || claim.holder != model::HolderState::gone || !claim.pod.known()) continue;
        const model::Pod& pod = input.timeline.pods[claim.pod.at()];
        name = pod.ns + "/" + pod.name;
    }
    return name;
}

}  // namespace

std::vector<Finding> ghost_claim(const DetectorInput& input) {
    std::vector<Finding> findings;
    const std::vector<std::int64_t> sums = by_gpu(input, &HourShare::ghost_ms);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] < input.policy.detectors.unclaimed.ghost_ms) continue;
        const model::Gpu& gpu = input.timeline.gpus[i];
        Finding finding = new_finding(input, FindingKind::ghost_claim, subject_of(gpu));
        at(finding.gpu_ms, AccountClass::free_ghost) = sums[i];
        const std::string holder = gone_holder(input, model::GpuIx::of(i));
        finding.statement =
            holder.empty() ? text("{} was given on paper for {} to a holder that no longer exists. The card was free.",
                                  gpu.name, hours_text(sums[i]))
                           : text("{} was given on paper for {} to {}, which no longer exists. The card was free.",
                                  gpu.name, hours_text(sums[i]), holder);
        finding.evidence.push_back(
            evidence(input, selector("claim", finding.subject), "sum", gpu_hours(GpuTime{sums[i]}), "GPU-h", 1));
        Confidence confidence = window_confidence(input);
        if (holder.empty()) confidence.doubt(0.9, text("no record names the holder that is gone"));
        confidence.give(finding);
        const model::Node* node = node_of(input, gpu);
        finding.remedy = {
            text("make the allocator forget the holder: restart its scheduler or device plugin on that node"),
            cluster_admin(), node != nullptr ? kubectl_node(*node, "describe") : ""};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> used_unclaimed(const DetectorInput& input) {
    std::vector<Finding> findings;
    const std::vector<std::int64_t> sums = by_gpu(input, &HourShare::used_unclaimed_ms);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] < input.policy.detectors.unclaimed.used_ms) continue;
        const model::Gpu& gpu = input.timeline.gpus[i];
        Finding finding = new_finding(input, FindingKind::used_unclaimed, subject_of(gpu));
        at(finding.gpu_ms, AccountClass::used_unclaimed) = sums[i];
        finding.statement = text(
            "{} was in use for {} while no pod is known to hold it: a process on the host, a "
            "pod that goes round the device plugin, or lost labels.",
            gpu.name, hours_text(sums[i]));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, finding.subject),
                                            "sum of time", gpu_hours(GpuTime{sums[i]}), "GPU-h", 1));
        Confidence confidence = window_confidence(input);
        confidence.doubt(0.85, text("lost owner labels look the same"));
        confidence.give(finding);
        const model::Node* node = node_of(input, gpu);
        finding.remedy = {
            text("find the process (nvidia-smi on the node) and give it a request, or end it; do not "
                 "reconfigure the node before"),
            cluster_admin(),
            node == nullptr ? "" : "kubectl get pods -A --field-selector " + shell_word("spec.nodeName=" + node->name)};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
