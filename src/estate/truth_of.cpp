#include <algorithm>

#include "estate/account.h"
#include "estate/generate.h"
#include "estate/verdict.h"

namespace arable::estate {
namespace {

void sort_once(std::vector<TruthFinding>& findings) {
    std::ranges::sort(findings);
    const auto twice = std::ranges::unique(findings);
    findings.erase(twice.begin(), twice.end());
}

void add_waits(const Estate& estate, Truth& truth) {
    for (const std::string_view cause : kCauseNames) truth.waits[std::string(cause)] = 0;
    for (const Pod& pod : estate.pods) {
        for (const WaitPart& part : pod.waits) {
            const std::int64_t ms = waited_milli(estate, pod) * intersect(part.span, estate.window).length().ms / 1000;
            truth.waits[part.cause] += ms;
            truth.wait_gpu_ms += ms;
        }
    }
}

// Nodes on which waiting pods stranded an hour of cards.
void add_stranding(const Estate& estate, std::span<const Mark> marked, Truth& truth) {
    std::map<std::string, std::int64_t> by_node;
    for (const Mark& m : marked) {
        if (m.cls == "free.stranded") by_node[estate.nodes[estate.gpus[m.gpu].node].name] += m.span.length().ms;
    }
    for (const auto& [node, ms] : by_node) {
        if (ms >= hours(1).ms * 11 / 10) {
            truth.findings.push_back({"stranding", node});
        } else if (ms >= hours(1).ms * 9 / 10) {
            truth.ambiguous.push_back({"stranding", node});
        }
    }
}

// Causes that are findings of the workload that waited.
void add_wait_findings(const Estate& estate, Truth& truth) {
    for (const Workload& w : estate.workloads) {
        std::map<std::string, std::int64_t> by_cause;
        std::int64_t all = 0;
        for (const std::uint32_t p : w.pods) {
            for (const WaitPart& part : estate.pods[p].waits) {
                const std::int64_t ms = estate.pods[p].gpus * intersect(part.span, estate.window).length().ms;
                by_cause[part.cause] += ms;
                all += ms;
            }
        }
        const auto judge_cause = [&](const char* cause, const char* kind) {
            const double ms = static_cast<double>(by_cause[cause]);
            if (ms < 0.9 * 3.6e6 || ms < 0.225 * static_cast<double>(all)) return;
            const bool sure = ms >= 1.1 * 3.6e6 && ms >= 0.275 * static_cast<double>(all);
            (sure ? truth.findings : truth.ambiguous).push_back({kind, subject(w)});
        };
        judge_cause("fragmented", "fragmentation");
        judge_cause("constrained", "constraint-conflict");
    }
}

}  // namespace

std::int64_t waited_milli(const Estate& estate, const Pod& pod) {
    int replicas = 1000;
    for (const Node& node : estate.nodes) replicas = std::min(replicas, node.replicas);
    return std::int64_t{1000} * pod.gpus / replicas;
}

Truth truth(const Estate& estate) {
    const std::vector<Lane> all = lanes(estate);
    const std::vector<Mark> marked = marks(estate, all);
    Truth t;
    t.kind = estate.spec.kind;
    t.seed = estate.spec.seed;
    t.window = estate.window;
    t.gpus = static_cast<std::int64_t>(estate.gpus.size());
    t.accounting = account(estate, all, marked);
    for (const auto& [cls, ms] : t.accounting) t.gpu_ms += ms;
    add_waits(estate, t);
    add_stranding(estate, marked, t);
    add_wait_findings(estate, t);
    const auto lane_of = lane_positions(estate, all);
    for (const Workload& w : estate.workloads) {
        const Verdicts v = judge(facts_of(estate, w, all, lane_of), w);
        for (const std::string& kind : v.kinds) t.findings.push_back({kind, subject(w)});
        for (const std::string& kind : v.ambiguous) t.ambiguous.push_back({kind, subject(w)});
    }
    t.findings.insert(t.findings.end(), estate.placed.begin(), estate.placed.end());
    t.distractors = estate.distractors;
    sort_once(t.findings);
    sort_once(t.ambiguous);
    sort_once(t.distractors);
    std::erase_if(t.ambiguous, [&](const TruthFinding& f) { return std::ranges::binary_search(t.findings, f); });
    return t;
}

}  // namespace arable::estate
