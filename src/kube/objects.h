#pragma once
// The typed subset of the Kubernetes API that an audit reads. Fields that are not here are never looked at: no env, no
// args, no secrets. An absent field is an absent value.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "kube/meta.h"
#include "kube/value.h"

namespace arable::kube {

struct NodeTaint {
    std::string key, value, effect;
    std::optional<Time> added;
};

struct Node {
    Meta meta;
    bool unschedulable = false;
    std::vector<NodeTaint> taints;
    Texts allocatable, capacity;  // quantities as written
    std::vector<Condition> conditions;
};

struct Container {
    std::string name, image;
    Texts requests, limits;
    bool init = false;     // runs before the others
    bool sidecar = false;  // an init container that stays (restartPolicy Always)
    std::optional<Time> started, finished;
};

struct Expression {
    std::string key, op;
    std::vector<std::string> values;
};
struct AffinityTerm {
    std::string topology_key;
    std::vector<Expression> selector;
    std::vector<std::string> namespaces;
};
struct Toleration {
    std::string key, op, value, effect;
};
struct Spread {
    std::int64_t max_skew = 1;
    std::string topology_key, when_unsatisfiable;
    std::vector<Expression> selector;
};
// A resource claim of a pod: the entry's name, and the ResourceClaim or template behind it.
struct PodClaim {
    std::string entry, claim, claim_template;
};

struct Pod {
    Meta meta;
    std::string node, phase, reason, message, scheduler, priority_class;
    std::optional<std::int64_t> priority;
    std::vector<Container> containers;  // init containers too
    Texts overhead;
    Texts node_selector;
    std::vector<std::vector<Expression>> node_affinity;  // required terms, ORed
    std::vector<AffinityTerm> affinity, anti_affinity;   // required
    std::vector<Toleration> tolerations;
    std::vector<Spread> spread;
    std::vector<std::string> gates;
    std::vector<PodClaim> claims;
    std::vector<Condition> conditions;
    std::optional<Time> started;
};

// Anything that owns pods or owns what owns them: ReplicaSet, Deployment, Job, a custom kind.
struct Owner {
    Meta meta;
    std::string kind;
    std::optional<std::int64_t> replicas, parallelism;
};

struct ResourceQuota {
    Meta meta;
    Texts hard, used;
};

// Kueue: a Workload, its pod sets (pod template x count) and conditions.
struct QueuedWorkload {
    Meta meta;
    std::string queue;
    std::optional<bool> active;
    std::vector<std::pair<Pod, std::int64_t>> pod_sets;
    std::vector<Condition> conditions;
};
struct ClusterQueue {
    Meta meta;
    std::string strategy;                         // StrictFIFO, BestEffortFIFO
    std::map<std::string, std::int64_t> nominal;  // resource -> quota, all flavors added, whole units
};
struct LocalQueue {
    Meta meta;
    std::string cluster_queue;
};

// Pods that only start together, whatever the operator calls it.
struct PodGroup {
    Meta meta;
    std::string kind;  // PodGroup, JobSet, LeaderWorkerSet
    std::string queue, phase;
    std::int64_t min_member = 0;
};

// What a claim asks for. `count` absent: all devices of a node that suit (allocationMode All).
struct DeviceAsk {
    std::string device_class;
    std::optional<std::int64_t> count;
};
struct DeviceResult {
    std::string request, driver, pool, device;
};
struct ResourceClaim {
    Meta meta;
    std::vector<DeviceAsk> requests;        // of alternatives the first
    std::vector<DeviceResult> devices;      // allocated
    std::vector<std::string> reserved_for;  // pod names
    std::optional<Time> allocated;          // not in the object; absent
};
struct ClaimTemplate {
    Meta meta;
    std::vector<DeviceAsk> requests;
};
struct DeviceClass {
    Meta meta;
    std::vector<std::string> selectors;  // CEL
    std::string extended_resource;       // resource that pods may name instead, "" = none
};
struct SliceDevice {
    std::string name;
    Texts attributes;  // typed values as text: uuid, productName, type, parentUUID, profile, pcieBusID
};
struct ResourceSlice {
    Meta meta;
    std::string driver, pool, node;
    std::int64_t generation = 0;  // of the pool: slices of an older one are out of date
    std::vector<SliceDevice> devices;
};

struct NodeClaim {  // Karpenter
    Meta meta;
    std::string pool, node;
    std::vector<Condition> conditions;
};

struct ConfigMap {
    Meta meta;
    Texts data;  // of device-plugin and MIG configurations only
};
struct ClusterPolicy {
    Meta meta;
    std::string plugin_config, plugin_default;
};

struct Objects {
    std::vector<Node> nodes;
    std::vector<Pod> pods;
    std::vector<Owner> owners;
    std::vector<ResourceQuota> quotas;
    std::vector<QueuedWorkload> queued;
    std::vector<ClusterQueue> cluster_queues;
    std::vector<LocalQueue> local_queues;
    std::vector<PodGroup> groups;
    std::vector<ResourceClaim> claims;
    std::vector<ClaimTemplate> claim_templates;
    std::vector<DeviceClass> device_classes;
    std::vector<ResourceSlice> slices;
    std::vector<NodeClaim> node_claims;
    std::vector<ConfigMap> configs;
    std::vector<ClusterPolicy> policies;
    std::map<std::string, std::int64_t> by_kind;  // every kind seen, read or not
    std::optional<Time> latest;                   // the latest time in any object: the dump is not older
    std::map<std::int64_t, TimesOfDay> times;     // all times, by days since 1970
    std::vector<std::string> problems;            // the first 20: object, field, what is wrong
    std::int64_t bad = 0;
};

// Adds what one object says. Unknown kinds are counted; those with ownerReferences become Owners.
void add_object(Objects& into, const Value& object);
// Reads a whole dump (kube/documents.h).
Result<Objects> parse_objects(std::string_view text);

}  // namespace arable::kube
