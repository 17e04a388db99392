#include "diagnose/blocked_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "base/figures.h"
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
        confidence.doubt(0.5, text("inferred from a pool's totals: the table names neither nodes nor sizes of jobs"));
    }
    if (!known) confidence.doubt(0.8, text("what some of its pods ask for is not known: taken as unconstrained"));
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

Text of_its_wait(const Waiting& waiting, WaitCause cause) {
    if (waiting.ms(cause) == waiting.gpu_ms) return text("all of its {} of waiting", hours_text(waiting.gpu_ms));
    return text("{} of its {} of waiting", hours_text(waiting.ms(cause)), hours_text(waiting.gpu_ms));
}

// Pods without a GPU, by the node that they run on.
std::map<model::NodeIx, std::vector<const model::Pod*>> pods_without_gpu(const model::Timeline& timeline) {
    std::map<model::NodeIx, std::vector<const model::Pod*>> pods;
    for (const model::Pod& pod : timeline.pods) {
        if (pod.node.known() && pod.spec.device.kind == model::DeviceKind::none) pods[pod.node].push_back(&pod);
    }
    return pods;
}

Interval life_of(const model::Pod& pod) {
    const std::optional<Time> begin = pod.scheduled ? pod.scheduled : pod.created;
    return {begin.value_or(kBeginningOfTime), pod.ended.value_or(kEndOfTime)};
}

// The one of them that took most of the CPU or memory of a node while its GPUs were stranded; empty when none did.
Text largest_holder(const std::vector<const model::Pod*>& pods, const IntervalSet& stranded, bool memory) {
    Text holder;
    std::int64_t most = 0;
    for (const model::Pod* there : pods) {
        const model::Pod& pod = *there;
        if (intersect(stranded, life_of(pod)).empty()) continue;
        const std::int64_t asks = memory ? pod.spec.memory.value : pod.spec.cpu.value;
        if (asks <= most) continue;
        most = asks;
        holder = text(
            " Without a GPU, pod {} asks for {} there.", pod.ns + "/" + pod.name,
            memory ? bytes_text(pod.spec.memory) : text("{} cores", Decimal{static_cast<double>(asks) / 1000.0, 1}));
    }
    return holder;
}

struct Stranded {
    std::int64_t gpu_ms = 0;
    IntervalSet times;
    std::set<model::PodIx> pods;
};

std::map<model::NodeIx, Stranded> stranded_by_node(const DetectorInput& input) {
    std::map<model::NodeIx, Stranded> nodes;
    for (const MarkedTime& time : marked_times(input)) {
        if (time.mark->cause != WaitCause::stranded || time.mark->lane >= input.folded.lanes.size()) continue;
        const model::NodeIx node = input.timeline.gpus[input.folded.lanes[time.mark->lane].gpu.at()].node;
        if (!node.known()) continue;
        nodes[node].gpu_ms += time.gpu_ms;
        nodes[node].times.push_back(time.mark->span);
        if (time.mark->pod.known()) nodes[node].pods.insert(time.mark->pod);
    }
    for (auto& [node, stranded] : nodes) stranded.times = normalise(std::move(stranded.times));
    return nodes;
}

struct MovesFound {
    std::int64_t fragmented = 0;  // waits
    std::int64_t healed = 0;      // of them
    std::int64_t most = -1;       // moves that one of them needs; -1: none were found
    bool asked = false;
    bool partly = false;  // of a part of the nodes
};

MovesFound moves_of(const Waiting& waiting) {
    MovesFound found;
    for (const Wait* wait : waiting.waits) {
        if (wait->by_cause[static_cast<std::size_t>(WaitCause::fragmented)] == 0) continue;
        ++found.fragmented;
        found.healed += wait->fewest_moves >= 0 ? 1 : 0;
        found.most = std::max(found.most, wait->fewest_moves);
        found.asked = found.asked || wait->move_search != MoveSearch::not_asked;
        found.partly = found.partly || wait->move_search == MoveSearch::partly;
    }
    return found;
}

// "Not asked" is not "no", and moves were looked for at the first moment of each wait's fragmentation only.
Text moves_text(const MovesFound& moves) {
    if (moves.healed > 0 && moves.fragmented == 1) {
        return plural(moves.most, "{} move of running pods would have started it when this began.",
                      "{} moves of running pods would have started it when this began.");
    }
    if (moves.healed > 0) {
        return text("At most {} each would have started {} of its {} such waits.",
                    plural(moves.most, "{} move of running pods", "{} moves of running pods"), moves.healed,
                    moves.fragmented);
    }
    if (!moves.asked) return text("Whether moving running pods would start it was not asked.");
    if (moves.partly) return text("Among the nodes with the most free cards no set of moves was found that starts it.");
    return text("No set of moves of running pods was found that starts it.");
}

// Of MIG instances: what is free has another size.
bool asks_instances(const DetectorInput& input, const Waiting& waiting) {
    return !waiting.waits.empty() && std::ranges::all_of(waiting.waits, [&](const Wait* wait) {
        return wait->pod.known() && input.timeline.pods[wait->pod.at()].spec.device.kind == model::DeviceKind::mig;
    });
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
        const MovesFound moves = moves_of(waiting);
        finding.statement = text("{} waited although enough GPUs were free, only not on one node: {}. {}", subject.name,
                                 of_its_wait(waiting, WaitCause::fragmented), moves_text(moves));
        if (of_pool(waiting)) {
            // Each GPU-hour of it is one of a free GPU of the same pool.
            at(finding.gpu_ms, AccountClass::free_fragmented) = waiting.ms(WaitCause::fragmented);
            finding.statement =
                text("Jobs of pool {} waited while GPUs of the pool were free, likely too few on any one node: {}.",
                     subject.name, of_its_wait(waiting, WaitCause::fragmented));
        }
        const bool instances = asks_instances(input, waiting);
        if (instances) {
            finding.statement = text(
                "{} waited although MIG slices were free, only not as instances of the size that "
                "it asks for: {}.",
                subject.name, of_its_wait(waiting, WaitCause::fragmented));
        }
        finding.remedy = {instances ? text("cut a card anew, once nothing runs on it, so that it has that instance")
                          : moves.healed == 0
                              ? text("pack single-GPU pods (most-allocated scoring) so that whole nodes stay free")
                              : text("move small pods together so that one node is free, and pack them from then on"),
                          cluster_admin(), "kubectl get pods -A -o wide --field-selector status.phase=Running"};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> stranding(const DetectorInput& input) {
    std::vector<Finding> findings;
    const auto waits = waiting_by(input, By::gang);
    const auto others = pods_without_gpu(input.timeline);
    for (const auto& [ix, stranded] : stranded_by_node(input)) {
        if (stranded.gpu_ms < input.policy.detectors.wait.least_ms) continue;
        const model::Node& node = input.timeline.nodes[ix.at()];
        Finding finding = new_finding(input, FindingKind::stranding, subject_of(node));
        at(finding.gpu_ms, AccountClass::free_stranded) = stranded.gpu_ms;
        WaitDetail binding;
        for (const model::PodIx pod : stranded.pods) {
            const auto wait = waits.find(gang_or_workload(input.timeline, pod));
            if (binding.empty() && wait != waits.end()) binding = main_detail(wait->second, WaitCause::stranded);
        }
        const bool memory = binding.kind == WaitDetail::Kind::memory;
        const auto beside = others.find(ix);
        const Text holder = beside == others.end() ? Text() : largest_holder(beside->second, stranded.times, memory);
        finding.statement =
            binding.empty()
                ? text(
                      "Free GPUs of node {} were out of reach for {}: waiting pods lacked CPU, memory or pod slots "
                      "there.",
                      node.name, hours_text(stranded.gpu_ms))
                : text("Free GPUs of node {} were out of reach for {}: waiting pods found {}.", node.name,
                       hours_text(stranded.gpu_ms), worded(binding));
        finding.statement += holder;
        finding.evidence.push_back(evidence(input, selector("free[stranded]", finding.subject), "sum",
                                            gpu_hours(GpuTime{stranded.gpu_ms}), "GPU-h",
                                            static_cast<std::int64_t>(stranded.pods.size())));
        Confidence confidence = window_confidence(input);
        if (binding.empty()) confidence.doubt(0.85, text("which resource binds is not known"));
        confidence.give(finding);
        finding.remedy = {holder.empty()
                              ? text("lower the requests beside the GPUs, or place work that needs fewer of them there")
                              : text("move work without GPUs to other nodes, and keep it away with a taint"),
                          cluster_admin(), kubectl_node(node, "describe")};
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
        const WaitDetail obstacle = main_detail(waiting, WaitCause::constrained);
        finding.statement =
            obstacle.empty()
                ? text("{} waited beside free GPUs: taints, selectors, affinity or spread kept it from them ({}).",
                       subject.name, of_its_wait(waiting, WaitCause::constrained))
                : text("{} waited beside free GPUs that it was kept from ({}): {}.", subject.name, worded(obstacle),
                       of_its_wait(waiting, WaitCause::constrained));
        finding.remedy = {text("relax the rule, or label and taint nodes so that it can be met"),
                          text("owner of {}", subject.name),
                          fmt::format("kubectl -n {} describe pods", shell_word(namespace_of(subject)))};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
