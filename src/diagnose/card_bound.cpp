#include "diagnose/card_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "diagnose/active_hours.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

std::int64_t count(const std::vector<ActiveHour>& hours) { return static_cast<std::int64_t>(hours.size()); }

Confidence confidence_of(const DetectorInput& input, const WorkloadView& view) {
    return workload_confidence(input, view, held_time(input.folded, view.shares));
}

// Which card the others waited for, and how often all were on the wire instead.
struct Blame {
    std::map<model::GpuIx, std::int64_t> hours;
    std::int64_t link_bound = 0;
};

Blame blame_of(const DetectorInput& input, const WorkloadView& view, const std::vector<ActiveHour>& hours) {
    Blame blame;
    for (const ActiveHour& hour : hours) {
        for (const auto& ranks : rank_groups(input.timeline, input.folded, view, hour.hour)) {
            const Synchronisation found =
                synchronised(input.timeline, input.folded, ranks, input.policy.detectors.stall);
            if (!found.holds) continue;
            if (found.link_bound) {
                ++blame.link_bound;
            } else {
                ++blame.hours[input.folded.lanes[input.folded.hours[found.straggler].lane].gpu];
            }
        }
    }
    return blame;
}

}  // namespace

std::vector<Finding> bandwidth_bound(const DetectorInput& input) {
    const ApplicationLimits& limits = input.policy.detectors.application;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const auto hours = active_hours(input, view, [&](const ActiveHour& h) {
            return at_least(h.gpu.dram, limits.dram) && !at_least(h.gpu.tensor, limits.dram_tensor);
        });
        if (count(hours) < limits.hours) continue;
        Finding finding = new_finding(input, FindingKind::bandwidth_bound, subject_of(view));
        at(finding.gpu_ms, AccountClass::active_bandwidth) =
            rest_of(input, hours)[static_cast<std::size_t>(AccountClass::active_bandwidth)];
        const Measured dram = mean_over(hours, &GpuFeatures::dram);
        const Measured tensor = mean_over(hours, &GpuFeatures::tensor);
        finding.statement =
            tensor ? text(
                         "{} {} kept the memory interface {} busy in {} hours with tensor cores {} active: bandwidth "
                         "is its limit, and a second such tenant would halve both.",
                         view.kind, view.full_name(), percent_text(*dram), hours.size(), percent_text(*tensor))
                   : text(
                         "{} {} kept the memory interface {} busy in {} hours: bandwidth is its limit, and a second "
                         "such tenant would halve both.",
                         view.kind, view.full_name(), percent_text(*dram), hours.size());
        finding.evidence.push_back(evidence(input, selector(model::Quantity::dram_active, finding.subject),
                                            "mean while active", *dram, "ratio", count(hours)));
        Confidence confidence = confidence_of(input, view);
        if (!tensor) confidence.doubt(0.85, text("tensor activity is not exported"));
        confidence.give(finding);
        finding.remedy = {
            text("share it only with compute-bound work or behind MIG; larger batches or quantised weights read less "
                 "for each answer"),
            owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> straggler(const DetectorInput& input) {
    const ApplicationLimits& limits = input.policy.detectors.application;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const auto hours =
            active_hours(input, view, [](const ActiveHour& h) { return h.stall == Stall::synchronisation; });
        if (count(hours) < limits.hours) continue;
        Finding finding = new_finding(input, FindingKind::straggler, subject_of(view));
        finding.gpu_ms = rest_of(input, hours);
        const Blame blame = blame_of(input, view, hours);
        const auto most = std::max_element(blame.hours.begin(), blame.hours.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        Confidence confidence = confidence_of(input, view);
        if (most == blame.hours.end() || blame.link_bound > most->second) {
            finding.statement = text(
                "All ranks of {} {} sat on NVLink in {} hours with few SMs active: it is spread over too many "
                "cards, {} lost.",
                view.kind, view.full_name(), hours.size(), hours_text(extent_of(finding)));
            finding.remedy = {text("fewer cards a job, larger batches between exchanges, or overlap of communication"),
                              owner_of(view), kubectl(view, "get", " -o yaml")};
        } else {
            const model::Gpu& gpu = input.timeline.gpus[most->first.at()];
            finding.statement =
                text("Ranks of {} {} waited for each other in {} hours, {} of them for card {}: {} lost.", view.kind,
                     view.full_name(), hours.size(), most->second, gpu.name, hours_text(extent_of(finding)));
            finding.evidence.push_back(evidence(input, selector(model::Quantity::sm_active, subject_of(gpu)),
                                                "hours waited for", static_cast<double>(most->second), "h",
                                                count(hours)));
            if (most->second * 2 < count(hours)) confidence.doubt(0.8, text("it was not always the same card"));
            finding.remedy = {
                text("look at that card (clock, Xid, PCIe replays) and at how evenly the work is divided"),
                cluster_admin(), gpu.node.known() ? kubectl_node(input.timeline.nodes[gpu.node.at()], "describe") : ""};
        }
        finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, finding.subject),
                                            "mean while active", *mean_over(hours, &GpuFeatures::engine), "ratio",
                                            count(hours)));
        confidence.give(finding);
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> throttling(const DetectorInput& input) {
    const ApplicationLimits& limits = input.policy.detectors.application;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const auto hours = active_hours(input, view, [](const ActiveHour& h) { return h.stall == Stall::throttle; });
        if (count(hours) < limits.hours) continue;
        Finding finding = new_finding(input, FindingKind::throttling, subject_of(view));
        finding.gpu_ms = rest_of(input, hours);
        const Measured share = mean_over(hours, &GpuFeatures::throttled);
        finding.statement = text(
            "The cards of {} {} were slowed down by power, heat or hardware for {} of their active time in {} hours. "
            "What they did not compute then is no spare capacity.",
            view.kind, view.full_name(), percent_text(*share), hours.size());
        finding.evidence.push_back(evidence(input, selector(model::Quantity::clock_event_reasons, finding.subject),
                                            "share of active time with a slowdown", *share, "ratio", count(hours)));
        confidence_of(input, view).give(finding);
        finding.remedy = {text("check cooling, power cap and power supply of the node"), cluster_admin(),
                          kubectl(view, "get", " -o wide")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
