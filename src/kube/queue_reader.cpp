// Objects of batch queues: Kueue, PodGroups, JobSets, LeaderWorkerSets; and of autoscalers: Karpenter.
#include "base/units.h"
#include "kube/fields.h"

namespace arable::kube {
namespace {

QueuedWorkload queued_of(const Value& object, Reading& reading) {
    QueuedWorkload workload;
    workload.meta = meta_of(object, reading);
    const Value& spec = object["spec"];
    workload.queue = spec["queueName"].text();
    workload.active = spec["active"].boolean();
    for (const Value& set : spec["podSets"].items()) {
        const auto count = set["count"].integer();
        if (!count || *count < 0 || *count > 1'000'000) {
            reading.problem("spec.podSets.count is no count");
            continue;
        }
        workload.pod_sets.emplace_back(pod_of(set["template"], reading), *count);
    }
    workload.conditions = conditions_of(object["status"], reading);
    return workload;
}

ClusterQueue cluster_queue_of(const Value& object, Reading& reading) {
    ClusterQueue queue;
    queue.meta = meta_of(object, reading);
    queue.strategy = object["spec"]["queueingStrategy"].text();
    for (const Value& group : object["spec"]["resourceGroups"].items()) {
        for (const Value& flavor : group["flavors"].items()) {
            for (const Value& resource : flavor["resources"].items()) {
                const std::string name = resource["name"].text();
                const auto more = parse_quantity(resource["nominalQuota"].scalar());
                if (!more) {
                    reading.problem("nominalQuota of " + name + " is no quantity");
                    continue;
                }
                const auto known = queue.nominal.find(name);
                const std::int64_t sum = known == queue.nominal.end() ? *more : known->second + *more;
                queue.nominal[name] = sum;
            }
        }
    }
    return queue;
}

PodGroup group_of(const std::string& kind, const Value& object, Reading& reading) {
    const Value& spec = object["spec"];
    PodGroup group;
    group.meta = meta_of(object, reading);
    group.kind = kind;
    group.queue = spec["queue"].text();
    group.phase = object["status"]["phase"].text();
    std::optional<std::int64_t> members = spec["minMember"].integer();
    if (kind == "LeaderWorkerSet") members = spec["leaderWorkerTemplate"]["size"].integer();
    if (members && *members > 0) group.min_member = *members;
    return group;
}

}  // namespace

void add_queueing(Objects& into, const std::string& kind, const Value& object, Reading& reading) {
    if (kind == "Workload") {
        into.queued.push_back(queued_of(object, reading));
    } else if (kind == "ClusterQueue") {
        into.cluster_queues.push_back(cluster_queue_of(object, reading));
    } else if (kind == "LocalQueue") {
        into.local_queues.push_back({meta_of(object, reading), object["spec"]["clusterQueue"].text()});
    } else if (kind == "NodeClaim") {
        const Meta meta = meta_of(object, reading);
        const auto pool = meta.labels.find("karpenter.sh/nodepool");
        into.node_claims.push_back({.meta = meta,
                                    .pool = pool == meta.labels.end() ? std::string() : pool->second,
                                    .node = object["status"]["nodeName"].text(),
                                    .conditions = conditions_of(object["status"], reading)});
    } else {
        into.groups.push_back(group_of(kind, object, reading));
    }
}

}  // namespace arable::kube
