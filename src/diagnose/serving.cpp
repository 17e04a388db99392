#include "diagnose/serving.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "diagnose/confidence.h"
#include "diagnose/saturation.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

struct Traffic {
    Average running, waiting, engine;
    bool some = false;  // at least one request was seen
};

Traffic traffic_of(const Folded& folded, const WorkloadView& view) {
    Traffic traffic;
    for (const std::uint32_t i : view.pod_hours) {
        const PodHour& pod = folded.pod_hours[i];
        traffic.running.add(pod.running);
        traffic.waiting.add(pod.waiting);
        traffic.some = traffic.some || (pod.running.known() && pod.running.value > 0.0F) ||
                       (pod.request_rate.known() && pod.request_rate.value > 0.0F);
    }
    for (const std::uint32_t i : view.shares) traffic.engine.add(folded.hours[i].engine_all);
    return traffic;
}

Text bound_text(const SaturatedQueue& queue, const ServingLimits& limits) {
    if (below(queue.kv, limits.kv_slack))
        return text("bound by compute, not by memory (KV cache {} full)", percent_text(*queue.kv));
    if (queue.kv && *queue.kv > limits.kv_full)
        return text("bound by memory (KV cache {} full)", percent_text(*queue.kv));
    return text("what bounds it is not known");
}

Text load_text(const SaturatedQueue& queue) {
    if (!queue.load) return {};
    const Decimal arrivals{*queue.arrivals, 1};
    const Decimal served{*queue.served, 1};
    if (queue.needed <= queue.replicas) {
        return text(" Arrivals were {} requests/s where {} are served: a load of {}.", arrivals, served,
                    percent_text(*queue.load));
    }
    return text(" Arrivals were {} requests/s where {} are served: a load of {}; at least {} replicas are needed.",
                arrivals, served, percent_text(*queue.load), queue.needed);
}

// What was found of a queue that stayed full.
Text queue_text(const WorkloadView& view, const SaturatedQueue& queue, const ServingLimits& limits) {
    const Text length = plural(queue.pod_hours, "{} pod-hour", "{} pod-hours");
    const Decimal waiting{queue.waiting, 0};
    Text all =
        queue.running
            ? text("{} {} had {} requests waiting beside {} running for {}: {}. Its spare capacity is 0 then.",
                   view.kind, view.full_name(), waiting, Decimal{*queue.running, 0}, length, bound_text(queue, limits))
            : text("{} {} had {} requests waiting for {}: {}. Its spare capacity is 0 then.", view.kind,
                   view.full_name(), waiting, length, bound_text(queue, limits));
    return all += load_text(queue);
}

}  // namespace

double percentile(std::vector<double> values, double rank) {
    ARABLE_CHECK(!values.empty());
    std::sort(values.begin(), values.end());
    const double place = std::ceil(rank * static_cast<double>(values.size()));
    const auto index = static_cast<std::size_t>(std::max(1.0, place)) - 1;
    return values[std::min(index, values.size() - 1)];
}

std::vector<double> kv_peaks(const Folded& folded, const WorkloadView& view) {
    std::vector<double> peaks;
    for (const std::uint32_t i : view.pod_hours) {
        const PodHour& pod = folded.pod_hours[i];
        const bool busy = pod.running.known() && pod.running.value > 0.0F;
        if (busy && pod.kv_use.known()) peaks.push_back(static_cast<double>(pod.kv_most));
    }
    return peaks;
}

std::vector<Finding> low_traffic(const DetectorInput& input) {
    const ServingLimits& limits = input.policy.detectors.serving;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const HeldTime time = held_time(input.folded, view.shares);
        if (!view.serving || time.claimed_ms() < gpu_hours_ms(limits.claimed_hours)) continue;
        const Traffic traffic = traffic_of(input.folded, view);
        const Measured running = traffic.running.value();
        const Measured waiting = traffic.waiting.value();
        const Measured engine = traffic.engine.value();
        if (!traffic.some || !running || *running > limits.running) continue;
        if (at_least(waiting, limits.waiting) || !below(engine, limits.engine)) continue;
        if (saturated_queue(input.folded, view, limits).holds) continue;
        Finding finding = new_finding(input, FindingKind::low_traffic, subject_of(view));
        at(finding.gpu_ms, AccountClass::held_loaded) = time.loaded_ms;
        for (const std::uint32_t i : view.shares)
            if (input.stalls[i] == Stall::none)
                at(finding.gpu_ms, AccountClass::active_headroom) += input.folded.hours[i].other_rest_ms;
        finding.statement =
            text("{} {} ran {} requests at a time on each replica, with an engine active {} of {}.", view.kind,
                 view.full_name(), Decimal{*running, 2}, percent_text(*engine), hours_text(time.claimed_ms()));
        const auto n = static_cast<std::int64_t>(view.pod_hours.size());
        finding.evidence.push_back(evidence(input, selector(model::Quantity::requests_running, finding.subject), "mean",
                                            *running, "requests", n));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::engine_active, finding.subject), "mean",
                                            *engine, "ratio", static_cast<std::int64_t>(view.shares.size())));
        Confidence confidence = workload_confidence(input, view, time);
        if (!waiting) confidence.doubt(0.9, text("its waiting requests were not measured"));
        confidence.give(finding);
        finding.remedy = {
            text("share the card, use a smaller slice, or fewer replicas; scale to zero if cold starts are bearable"),
            owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> queue_saturated(const DetectorInput& input) {
    const ServingLimits& limits = input.policy.detectors.serving;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const SaturatedQueue queue = saturated_queue(input.folded, view, limits);
        if (!queue.holds) continue;
        Finding finding = new_finding(input, FindingKind::queue_saturated, subject_of(view));
        finding.statement = queue_text(view, queue, limits);
        finding.evidence.push_back(evidence(input, selector(model::Quantity::requests_waiting, finding.subject), "mean",
                                            queue.waiting, "requests", queue.pod_hours));
        if (queue.served)
            finding.evidence.push_back(evidence(input, selector(model::Quantity::requests_done, finding.subject),
                                                "rate in the fullest hour", *queue.served, "requests/s",
                                                queue.replicas));
        if (queue.kv)
            finding.evidence.push_back(evidence(input, selector(model::Quantity::kv_cache_use, finding.subject), "mean",
                                                *queue.kv, "ratio", queue.pod_hours));
        Confidence confidence = window_confidence(input);
        if (!queue.kv) confidence.doubt(0.85, text("its KV use was not measured"));
        if (!queue.load) confidence.doubt(0.95, text("the rate of its requests was not measured"));
        confidence.give(finding);
        const bool more = queue.needed > queue.replicas;
        finding.remedy = {more ? text("run at least {} replicas instead of {}, and do not let others share its cards",
                                      queue.needed, queue.replicas)
                               : text("add a replica (at least one more), and do not let others share its cards"),
                          owner_of(view), kubectl(view, "get", " -o wide")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
