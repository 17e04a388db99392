#include "diagnose/blocked_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "diagnose/confidence.h"
#include "diagnose/waiting.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

bool dominant(const Waiting& waiting, WaitCause cause, const WaitLimits& limits) {
    const std::int64_t ms = waiting.ms(cause);
    return ms >= limits.least_ms && static_cast<double>(ms) >= limits.share * static_cast<double>(waiting.gpu_ms);
}

// GPU-time of free GPUs that this subject's pods marked with this cause.
std::map<Subject, std::int64_t> marked_by(const DetectorInput& input, WaitCause cause, By by) {
    std::map<Subject, std::int64_t> sums;
    for (const MarkedTime& time : marked_times(input)) {
        const model::PodIx pod = time.mark->pod;
        if (time.mark->cause != cause || !pod.known() || pod.at() >= input.timeline.pods.size()) continue;
        sums[by == By::gang ? gang_or_workload(input.timeline, pod) : workload_of_pod(input.timeline, pod)] +=
            time.gpu_ms;
    }
    return sums;
}

// Waiting of a pool table: no pod and no gang stands for it.
bool of_pool(const Waiting& waiting) {
    return std::ranges::none_of(waiting.waits, [](const Wait* w) { return w->gang.known() || w->pod.known(); });
}

Confidence wait_confidence(const DetectorInput& input, const Waiting& waiting) {
    Confidence confidence = window_confidence(input);
    const bool known =
        std::all_of(waiting.waits.begin(), waiting.waits.end(), [](const Wait* w) { return w->spec_known; });
    if (of_pool(waiting)) {
        confidence.doubt(0.5, "inferred from a pool's totals: the table names neither nodes nor sizes of jobs");
    }
    if (!known) confidence.doubt(0.8, "what some of its pods ask for is not known: taken as unconstrained");
    return confidence;
}

std::string namespace_of(const Subject& subject) { return subject.name.substr(0, subject.name.find('/')); }

Finding new_wait_finding(const DetectorInput& input, FindingKind kind, WaitCause cause, const Subject& subject,
                         const Waiting& waiting) {
    Finding finding = new_finding(input, kind, subject);
    finding.evidence.push_back(evidence(input, selector(fmt::format("wait[{}]", name(cause)), subject), "sum",
                                        gpu_hours(GpuTime{waiting.ms(cause)}), "GPU-h",
                                        static_cast<std::int64_t>(waiting.waits.size())));
    wait_confidence(input, waiting).give(finding);
    return finding;
}

std::string of_its_wait(const Waiting& waiting, WaitCause cause) {
    if (waiting.ms(cause) == waiting.gpu_ms) return fmt::format("all of its {} of waiting", hours_text(waiting.gpu_ms));
    return fmt::format("{} of its {} of waiting", hours_text(waiting.ms(cause)), hours_text(waiting.gpu_ms));
}

// The pod without a GPU that takes most of the CPU or memory of a node; "" when none does.
std::string largest_holder(const DetectorInput& input, model::NodeIx node, bool memory) {
    std::string holder;
    std::int64_t most = 0;
    for (const model::Pod& pod : input.timeline.pods) {
        if (pod.node != node || pod.spec.device.kind != model::DeviceKind::none) continue;
        const std::int64_t asks = memory ? pod.spec.memory.value : pod.spec.cpu.value;
        if (asks <= most) continue;
        most = asks;
        holder = fmt::format(
            "pod {}/{} asks for {}", pod.ns, pod.name,
            memory ? format_bytes(pod.spec.memory) : fmt::format("{:.1f} cores", static_cast<double>(asks) / 1000.0));
    }
    return holder;
}

struct Stranded {
    std::int64_t gpu_ms = 0;
    std::set<model::PodIx> pods;
};

std::map<model::NodeIx, Stranded> stranded_by_node(const DetectorInput& input) {
    std::map<model::NodeIx, Stranded> nodes;
    for (const MarkedTime& time : marked_times(input)) {
        if (time.mark->cause != WaitCause::stranded || time.mark->lane >= input.folded.lanes.size()) continue;
        const model::NodeIx node = input.timeline.gpus[input.folded.lanes[time.mark->lane].gpu.at()].node;
        if (!node.known()) continue;
        nodes[node].gpu_ms += time.gpu_ms;
        if (time.mark->pod.known()) nodes[node].pods.insert(time.mark->pod);
    }
    return nodes;
}

// Most moves that one of its waits needs; -1: none were found.
std::int64_t moves_of(const Waiting& waiting) {
    std::int64_t moves = -1;
    for (const Wait* wait : waiting.waits) moves = std::max(moves, wait->fewest_moves);
    return moves;
}

// "Not asked" is not "no".
std::string moves_text(const Waiting& waiting, std::int64_t moves) {
    if (moves >= 0) return fmt::format("{} move{} would start it.", moves, moves == 1 ? "" : "s");
    bool asked = false;
    bool partly = false;
    for (const Wait* wait : waiting.waits) {
        if (wait->by_cause[static_cast<std::size_t>(WaitCause::fragmented)] == 0) continue;
        asked = asked || wait->move_search != MoveSearch::not_asked;
        partly = partly || wait->move_search == MoveSearch::partly;
    }
    if (!asked) return "Whether moving running pods would start it was not asked.";
    if (partly) return "Among the nodes with the most free cards no set of moves was found that starts it.";
    return "No set of moves of running pods was found that starts it.";
}

}  // namespace

std::vector<Finding> fragmentation(const DetectorInput& input) {
    std::vector<Finding> findings;
    const auto marked = marked_by(input, WaitCause::fragmented, By::gang);
    for (const auto& [subject, waiting] : waiting_by(input, By::gang)) {
        if (!dominant(waiting, WaitCause::fragmented, input.policy.detectors.wait)) continue;
        Finding finding = new_wait_finding(input, FindingKind::fragmentation, WaitCause::fragmented, subject, waiting);
        if (const auto at_it = marked.find(subject); at_it != marked.end())
            at(finding.gpu_ms, AccountClass::free_fragmented) = at_it->second;
        const std::int64_t moves = moves_of(waiting);
        finding.statement =
            fmt::format("{} waited although enough GPUs were free, only not on one node: {}. {}", subject.name,
                        of_its_wait(waiting, WaitCause::fragmented), moves_text(waiting, moves));
        if (of_pool(waiting)) {
            // Each GPU-hour of it is one of a free GPU of the same pool.
            at(finding.gpu_ms, AccountClass::free_fragmented) = waiting.ms(WaitCause::fragmented);
            finding.statement = fmt::format(
                "Jobs of pool {} waited while GPUs of the pool were free, likely too few on any one node: {}.",
                subject.name, of_its_wait(waiting, WaitCause::fragmented));
        }
        finding.remedy = {moves < 0 ? "pack single-GPU pods (most-allocated scoring) so that whole nodes stay free"
                                    : "move small pods together so that one node is free, and pack them from then on",
                          "cluster admin", "kubectl get pods -A -o wide --field-selector status.phase=Running"};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> stranding(const DetectorInput& input) {
    std::vector<Finding> findings;
    const auto waits = waiting_by(input, By::gang);
    for (const auto& [ix, stranded] : stranded_by_node(input)) {
        if (stranded.gpu_ms < input.policy.detectors.wait.least_ms) continue;
        const model::Node& node = input.timeline.nodes[ix.at()];
        Finding finding = new_finding(input, FindingKind::stranding, subject_of(node));
        at(finding.gpu_ms, AccountClass::free_stranded) = stranded.gpu_ms;
        std::string binding;
        for (const model::PodIx pod : stranded.pods) {
            const auto wait = waits.find(gang_or_workload(input.timeline, pod));
            if (binding.empty() && wait != waits.end()) binding = main_detail(wait->second, WaitCause::stranded);
        }
        const bool memory = binding.find("memory") != std::string::npos;
        const std::string holder = largest_holder(input, ix, memory);
        finding.statement = fmt::format("Free GPUs of node {} were out of reach for {}: waiting pods {}.{}", node.name,
                                        hours_text(stranded.gpu_ms),
                                        binding.empty() ? "lacked CPU, memory or pod slots there" : "found " + binding,
                                        holder.empty() ? "" : " Without a GPU, " + holder + " there.");
        finding.evidence.push_back(evidence(input, selector("free[stranded]", finding.subject), "sum",
                                            gpu_hours(GpuTime{stranded.gpu_ms}), "GPU-h",
                                            static_cast<std::int64_t>(stranded.pods.size())));
        Confidence confidence = window_confidence(input);
        if (binding.empty()) confidence.doubt(0.85, "which resource binds is not known");
        confidence.give(finding);
        finding.remedy = {holder.empty()
                              ? "lower the requests beside the GPUs, or place work that needs fewer of them there"
                              : "move work without GPUs to other nodes, and keep it away with a taint",
                          "cluster admin", kubectl_node(node, "describe")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> constraint_conflict(const DetectorInput& input) {
    std::vector<Finding> findings;
    const auto marked = marked_by(input, WaitCause::constrained, By::workload);
    for (const auto& [subject, waiting] : waiting_by(input, By::workload)) {
        if (!dominant(waiting, WaitCause::constrained, input.policy.detectors.wait)) continue;
        Finding finding =
            new_wait_finding(input, FindingKind::constraint_conflict, WaitCause::constrained, subject, waiting);
        if (const auto at_it = marked.find(subject); at_it != marked.end())
            at(finding.gpu_ms, AccountClass::free_constrained) = at_it->second;
        const std::string obstacle = main_detail(waiting, WaitCause::constrained);
        finding.statement = fmt::format("{} waited beside free GPUs that {} kept it from: {}.", subject.name,
                                        obstacle.empty() ? "taints, selectors, affinity or spread" : obstacle,
                                        of_its_wait(waiting, WaitCause::constrained));
        finding.remedy = {"relax the rule, or label and taint nodes so that it can be met", "owner of " + subject.name,
                          fmt::format("kubectl -n {} describe pods", shell_word(namespace_of(subject)))};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
