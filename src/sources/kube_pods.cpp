// Pods of a dump: when they were made, bound, started and finished, and why they wait.
#include <fmt/format.h>

#include <algorithm>

#include "sources/hami.h"
#include "sources/kube_parts.h"
#include "sources/label_facts.h"

namespace arable::sources {
namespace {

constexpr std::size_t kLongestDetail = 200;

model::PodPhase phase_of(const std::string& phase) {
    if (phase == "Pending") return model::PodPhase::pending;
    if (phase == "Running") return model::PodPhase::running;
    if (phase == "Succeeded") return model::PodPhase::succeeded;
    if (phase == "Failed") return model::PodPhase::failed;
    return model::PodPhase::unknown;
}

// A finished pod holds nothing from the end of its last container on.
std::optional<Time> end_of(const kube::Pod& pod) {
    if (pod.phase != "Succeeded" && pod.phase != "Failed") return std::nullopt;
    std::optional<Time> end;
    for (const kube::Container& c : pod.containers) {
        if (c.finished) end = std::max(end.value_or(*c.finished), *c.finished);
    }
    for (const kube::Condition& c : pod.conditions) {
        if (!end && c.type == "Ready" && c.status == "False") end = c.transition;
    }
    return end ? end : pod.meta.created;  // refused at admission: it never held anything
}

bool refused_at_admission(const kube::Pod& pod) {
    return pod.phase == "Failed" && (pod.reason == "UnexpectedAdmissionError" || pod.reason == "OutOfnvidia.com/gpu" ||
                                     pod.reason.starts_with("OutOf") || pod.reason == "NodeAffinity");
}

void note_waits(const kube::Pod& pod, PodFact& fact) {
    if (!fact.pod.created) return;
    using Kind = model::WaitNote::Kind;
    // What held a pod back when it was last looked at holds it back until something says that it went on.
    const Time until = fact.pod.scheduled.value_or(fact.pod.ended.value_or(kEndOfTime));
    const auto note = [&](Time since, Kind kind, const std::string& detail) {
        if (since < until) fact.pod.notes.push_back({{since, until}, kind, detail.substr(0, kLongestDetail)});
    };
    if (!pod.gates.empty()) note(*fact.pod.created, Kind::gated, "scheduling gate " + pod.gates.front());
    const kube::Condition* scheduled = find_condition(pod.conditions, "PodScheduled");
    if (scheduled != nullptr && scheduled->status == "False" && pod.gates.empty()) {
        const bool gated = scheduled->reason == "SchedulingGated";
        note(*fact.pod.created, gated ? Kind::gated : Kind::unschedulable, scheduled->message);
    }
    if (refused_at_admission(pod)) {
        fact.pod.notes.push_back({{*fact.pod.created, *fact.pod.created + Duration{1}},
                                  Kind::admission_failed,
                                  fmt::format("{}: {}", pod.reason, pod.message).substr(0, kLongestDetail),
                                  pod.reason == "UnexpectedAdmissionError"});
    }
}

PodFact fact_of(const KubeContext& context, const kube::Pod& from) {
    PodFact fact;
    model::Pod& pod = fact.pod;
    pod.cluster = context.cluster;
    pod.ns = from.meta.ns;
    pod.name = from.meta.name;
    pod.uid = from.meta.uid;
    pod.phase = phase_of(from.phase);
    pod.created = from.meta.created;
    pod.scheduled = true_since(from.conditions, "PodScheduled");
    if (!pod.scheduled && !from.node.empty()) pod.scheduled = from.started ? from.started : from.meta.created;
    for (const kube::Container& c : from.containers) {
        if (c.started) pod.started = std::min(pod.started.value_or(*c.started), *c.started);
    }
    pod.ended = end_of(from);
    pod.labels = from.meta.labels;
    std::vector<std::string> problems;
    pod.spec = spec_of(context.claims, pod.ns, from, problems);
    for (const std::string& problem : problems) {
        context.facts.gaps.push_back({.kind = model::Gap::Kind::unreadable,
                                      .subject = fmt::format("Pod {}/{}", pod.ns, pod.name),
                                      .message = problem,
                                      .count = 1,
                                      .gpu_time = {}});
    }
    fact.node = from.node;
    for (const kube::OwnerReference& owner : from.meta.owners)
        fact.owners.push_back({owner.kind, owner.name, owner.uid});
    fact.end_known = true;
    fact.pictured = true;
    fact.first_seen = fact.last_seen = context.seen_at;
    GangName gang = gang_of(from.meta.labels, from.meta.annotations);
    fact.gang_kind = std::move(gang.kind);
    fact.gang_name = std::move(gang.name);
    note_waits(from, fact);
    return fact;
}

// HAMi's scheduler writes down which cards it gave to a pod.
void add_hami_claims(const KubeContext& context, const kube::Pod& from, const PodFact& fact) {
    if (from.node.empty()) return;
    const Time end = std::min(fact.pod.ended.value_or(context.seen_at), context.seen_at) + Duration{1};
    const Time begin = std::min(fact.pod.scheduled.value_or(context.seen_at), context.seen_at);
    for (const std::string& uuid : hami_given(from.meta.annotations)) {
        context.facts.claims.push_back(
            {.gpu = {.cluster = context.cluster, .node = from.node, .uuid = uuid},
             .pod = {.cluster = context.cluster, .ns = fact.pod.ns, .name = fact.pod.name, .uid = fact.pod.uid},
             .held = {begin, std::max(end, begin + Duration{1})},
             .start_known = fact.pod.scheduled.has_value(),
             .source = model::ClaimSource::allocation,
             .intended = true});
    }
}

}  // namespace

void add_kube_pods(const KubeContext& context) {
    for (const kube::Pod& pod : context.objects.pods) {
        PodFact fact = fact_of(context, pod);
        add_hami_claims(context, pod, fact);
        context.facts.pods.push_back(std::move(fact));
    }
    context.facts.has_pod_data = !context.objects.pods.empty();
}

}  // namespace arable::sources
