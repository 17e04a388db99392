#include "kube/objects.h"

#include <algorithm>
#include <array>

#include "kube/documents.h"
#include "kube/fields.h"

namespace arable::kube {
namespace {

Node node_of(const Value& object, Reading& reading) {
    Node node;
    node.meta = meta_of(object, reading);
    const Value& spec = object["spec"];
    node.unschedulable = spec["unschedulable"].boolean() == true;
    for (const Value& t : spec["taints"].items()) {
        node.taints.push_back({.key = t["key"].text(),
                               .value = t["value"].scalar(),
                               .effect = t["effect"].text(),
                               .added = reading.time(t["timeAdded"], "taints.timeAdded")});
    }
    node.allocatable = texts(object["status"]["allocatable"]);
    node.capacity = texts(object["status"]["capacity"]);
    node.conditions = conditions_of(object["status"], reading);
    return node;
}

bool one_of(const std::string& kind, std::initializer_list<const char*> kinds) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const char* k) { return kind == k; });
}

// Kinds named Workload, Job, Queue exist in several API groups.
bool in_group(const Value& object, std::string_view group) {
    return object["apiVersion"].text().find(group) != std::string::npos;
}

void add_owner(Objects& into, const std::string& kind, const Value& object, Reading& reading) {
    into.owners.push_back({.meta = meta_of(object, reading),
                           .kind = kind,
                           .replicas = object["spec"]["replicas"].integer(),
                           .parallelism = object["spec"]["parallelism"].integer()});
}

}  // namespace

void add_object(Objects& into, const Value& object) {
    Reading reading(into);
    reading.begin(object);
    const std::string kind = object["kind"].text();
    ++into.by_kind[kind.substr(0, 100)];
    if (object["metadata"]["name"].text().empty()) {
        reading.problem("has no name");
        return;
    }
    if (kind == "Node") {
        into.nodes.push_back(node_of(object, reading));
    } else if (kind == "Pod") {
        into.pods.push_back(pod_of(object, reading));
    } else if (kind == "ResourceQuota") {
        const Value& status = object["status"];
        const Value& hard = status["hard"].is_object() ? status["hard"] : object["spec"]["hard"];
        into.quotas.push_back({meta_of(object, reading), texts(hard), texts(status["used"])});
    } else if (kind == "Workload" && in_group(object, "kueue")) {
        add_queueing(into, kind, object, reading);
    } else if (one_of(kind, {"ClusterQueue", "LocalQueue", "NodeClaim", "PodGroup"})) {
        add_queueing(into, kind, object, reading);
    } else if (one_of(kind, {"ResourceClaim", "ResourceClaimTemplate", "DeviceClass", "ResourceSlice", "ConfigMap",
                             "ClusterPolicy"})) {
        add_devices(into, kind, object, reading);
    } else {
        if (one_of(kind, {"JobSet", "LeaderWorkerSet"})) add_queueing(into, kind, object, reading);
        add_owner(into, kind, object, reading);
    }
}

Result<Objects> parse_objects(std::string_view text) {
    Objects objects;
    ARABLE_TRY(stats, each_object(text, [&](const Value& object) { add_object(objects, object); }));
    objects.bad += stats.bad;
    for (const std::string& problem : stats.problems) objects.problems.push_back(problem);
    return objects;
}

}  // namespace arable::kube
