// Owners, gangs, quotas and autoscalers of a dump.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sources/kube_parts.h"
#include "sources/resource_names.h"

namespace arable::sources {
namespace {

std::map<std::string, std::string> cluster_queues(const kube::Objects& objects) {
    std::map<std::string, std::string> by_local;  // "ns/name" -> ClusterQueue
    for (const kube::LocalQueue& queue : objects.local_queues)
        by_local[queue.meta.ns + "/" + queue.meta.name] = queue.cluster_queue;
    return by_local;
}

// Suspended until quota is reserved and every admission check passed.
GangFact gang_of(const KubeContext& context, const kube::QueuedWorkload& from,
                 const std::map<std::string, std::string>& queues) {
    GangFact fact;
    model::Gang& gang = fact.gang;
    gang.cluster = context.cluster;
    gang.ns = from.meta.ns;
    gang.kind = "Workload";
    gang.name = from.meta.name;
    const auto queue = queues.find(from.meta.ns + "/" + from.queue);
    if (queue != queues.end()) gang.queue = queue->second;
    fact.local_queue = from.queue;
    gang.created = from.meta.created;
    gang.admitted = true_since(from.conditions, "Admitted");
    gang.ended = true_since(from.conditions, "Finished");
    std::vector<std::string> problems;
    for (const auto& [pod, count] : from.pod_sets)
        gang.templates.emplace_back(spec_of(context.claims, gang.ns, pod, problems), count);
    if (!problems.empty()) {
        context.facts.gaps.push_back({.kind = model::Gap::Kind::unreadable,
                                      .subject = fmt::format("Workload {}/{}", gang.ns, gang.name),
                                      .message = problems.front(),
                                      .count = static_cast<std::int64_t>(problems.size()),
                                      .gpu_time = {}});
    }
    const Time until = gang.admitted.value_or(gang.ended.value_or(context.seen_at + Duration{1}));
    if (gang.created && *gang.created < until) {
        const kube::Condition* reserved = find_condition(from.conditions, "QuotaReserved");
        const std::string why = reserved != nullptr && !reserved->message.empty() ? ": " + reserved->message : "";
        std::string name = fmt::format("ClusterQueue {}", gang.queue);
        if (gang.queue.empty()) name = fmt::format("LocalQueue {}/{}", gang.ns, from.queue);
        if (from.queue.empty()) name = "no queue";
        gang.notes.push_back({{*gang.created, until}, model::WaitNote::Kind::gated, (name + why).substr(0, 200)});
    }
    fact.owner = owner_of(from.meta);
    return fact;
}

void add_quota(const KubeContext& context, const kube::ResourceQuota& from) {
    for (const auto& [name, text] : from.hard) {
        const std::string_view bare = std::string_view(name).substr(name.starts_with("requests.") ? 9 : 0);
        const auto resource = find_gpu_resource(bare);
        const auto hard = parse_quantity(text);
        if (!resource || !hard) continue;
        model::Quota quota{.cluster = context.cluster,
                           .ns = from.meta.ns,
                           .kind = "ResourceQuota",
                           .name = from.meta.name,
                           .resource = resource->resource,
                           .hard = *hard,
                           .used = std::nullopt};
        const auto used = from.used.find(name);
        if (used != from.used.end()) {
            if (const auto amount = parse_quantity(used->second)) quota.used = *amount;
        }
        context.facts.quotas.push_back(std::move(quota));
    }
}

void add_cluster_queue(const KubeContext& context, const kube::ClusterQueue& from) {
    // "" is Kueue's default, BestEffortFIFO.
    if (from.strategy == "StrictFIFO") context.facts.strict_queues.emplace_back(context.cluster, from.meta.name);
    for (const auto& [name, nominal] : from.nominal) {
        if (!find_gpu_resource(name)) continue;
        context.facts.quotas.push_back({.cluster = context.cluster,
                                        .ns = from.meta.name,
                                        .kind = "ClusterQueue",
                                        .name = from.meta.name,
                                        .resource = name,
                                        .hard = nominal,
                                        .used = std::nullopt});
    }
}

// Karpenter: from the NodeClaim's creation until the node is initialised; a refusal of the cloud is a cap.
void add_launch(const KubeContext& context, const kube::NodeClaim& from) {
    if (!from.meta.created) return;
    const auto ready = true_since(from.conditions, "Initialized");
    const kube::Condition* launched = find_condition(from.conditions, "Launched");
    if (launched != nullptr && launched->status == "False" && launched->reason.find("Capacity") != std::string::npos) {
        context.facts.caps.push_back(
            {{*from.meta.created, context.seen_at + Duration{1}}, from.pool, launched->reason});
        return;
    }
    const Time end = ready.value_or(context.seen_at + Duration{1});
    if (end <= *from.meta.created) return;
    context.facts.launches.push_back({{*from.meta.created, end}, from.pool, model::NodeIx::none()});
    context.facts.launch_nodes.push_back(from.node);
}

}  // namespace

void add_kube_owners(const KubeContext& context) {
    for (const kube::Owner& from : context.objects.owners) {
        context.facts.owners.push_back({.cluster = context.cluster,
                                        .ns = from.meta.ns,
                                        .kind = from.kind,
                                        .name = from.meta.name,
                                        .uid = from.meta.uid,
                                        .owner = owner_of(from.meta),
                                        .replicas = from.replicas,
                                        .parallelism = from.parallelism,
                                        .labels = from.meta.labels});
    }
}

void add_kube_queues(const KubeContext& context) {
    const auto queues = cluster_queues(context.objects);
    for (const kube::QueuedWorkload& workload : context.objects.queued)
        context.facts.gangs.push_back(gang_of(context, workload, queues));
    for (const kube::PodGroup& group : context.objects.groups) {
        GangFact fact;
        fact.gang.cluster = context.cluster;
        fact.gang.ns = group.meta.ns;
        fact.gang.kind = group.kind;
        fact.gang.name = group.meta.name;
        fact.gang.queue = group.queue;
        fact.gang.min_members = group.min_member;
        fact.gang.created = group.meta.created;
        context.facts.gangs.push_back(std::move(fact));
    }
    for (const kube::ResourceQuota& quota : context.objects.quotas) add_quota(context, quota);
    for (const kube::LocalQueue& queue : context.objects.local_queues) {
        context.facts.local_queues.push_back({context.cluster, queue.meta.ns, queue.meta.name, queue.cluster_queue});
    }
    for (const kube::ClusterQueue& queue : context.objects.cluster_queues) add_cluster_queue(context, queue);
    for (const kube::NodeClaim& claim : context.objects.node_claims) add_launch(context, claim);
    context.facts.has_pod_data = context.facts.has_pod_data || !context.objects.queued.empty();
}

}  // namespace arable::sources
