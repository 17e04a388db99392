#include "sources/kube_facts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace arable::sources {
namespace {

Facts facts_of(std::string_view text) {
    const auto objects = kube::parse_objects(text);
    EXPECT_TRUE(objects.has_value()) << (objects ? "" : objects.error().message);
    return objects ? interpret_objects(*objects, "c", "dump") : Facts{};
}

Facts capture(const std::string& name) {
    std::ifstream file("tests/captures/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return facts_of(text.str());
}

TEST(KubeFacts, KeepCapacityAndAllocatableApart) {
    const Facts facts = capture("k8s-objects-runai/a100_node_mig_4_instances.yaml");
    ASSERT_EQ(facts.nodes.size(), 1U);
    const model::Node& node = facts.nodes[0].node;
    EXPECT_EQ(node.capacity.at("nvidia.com/mig-3g.20gb"), 1);
    EXPECT_EQ(node.allocatable.at("nvidia.com/mig-3g.20gb"), 0);
    EXPECT_TRUE(node.cpu.has_value());
    EXPECT_TRUE(node.readiness_known);
}

TEST(KubeFacts, ReadAPodsRequestAsTheSchedulerDoes) {
    const Facts facts = facts_of(R"(
kind: Pod
metadata: {name: p, namespace: ml, uid: u, creationTimestamp: "2026-01-01T00:00:00Z", labels: {kueue.x-k8s.io/queue-name: q}}
spec:
  nodeName: n1
  initContainers:
  - {name: fetch, resources: {requests: {cpu: "6", memory: 1Gi}}}
  - {name: proxy, restartPolicy: Always, resources: {requests: {cpu: 500m}}}
  containers:
  - {name: a, image: "reg:5000/x/vllm:v1@sha256:0", resources: {requests: {cpu: "4"}, limits: {nvidia.com/gpu: 2, memory: 8Gi}}}
  nodeSelector: {pool: a}
  tolerations: [{key: gpu, operator: Exists}]
status:
  phase: Running
  conditions: [{type: PodScheduled, status: "True", lastTransitionTime: "2026-01-01T00:05:00Z"}]
)");
    ASSERT_EQ(facts.pods.size(), 1U);
    const model::Pod& pod = facts.pods[0].pod;
    EXPECT_EQ(pod.spec.cpu, MilliCpu{6000});  // the init step alone is the largest
    EXPECT_EQ(pod.spec.memory, gibibytes(8));
    EXPECT_EQ(pod.spec.device.kind, model::DeviceKind::whole);
    EXPECT_EQ(pod.spec.device.count, 2);
    EXPECT_TRUE(pod.spec.peer_to_peer);
    EXPECT_EQ(pod.spec.image, "reg:5000/x/vllm");
    EXPECT_EQ(pod.spec.queue, "q");
    EXPECT_EQ(pod.spec.rules.tolerations[0].op, "Exists");
    EXPECT_EQ(format_rfc3339(*pod.scheduled), "2026-01-01T00:05:00Z");
    EXPECT_FALSE(pod.ended.has_value());
    EXPECT_TRUE(facts.pods[0].end_known);
    EXPECT_FALSE(pod.spec.cpu_limit.has_value());
}

TEST(KubeFacts, SayWhyPodsWait) {
    const Facts facts = facts_of(R"({"kind":"List","items":[
{"kind":"Pod","metadata":{"name":"gated","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{"schedulingGates":[{"name":"x/y"}],"containers":[{"name":"a"}]},"status":{"phase":"Pending"}},
{"kind":"Pod","metadata":{"name":"stuck","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{"containers":[{"name":"a"}]},"status":{"phase":"Pending",
  "conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes","lastTransitionTime":"2026-01-01T01:00:00Z"}]}},
{"kind":"Pod","metadata":{"name":"refused","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{"nodeName":"n","containers":[{"name":"a"}]},"status":{"phase":"Failed","reason":"UnexpectedAdmissionError","message":"no devices"}}]})");
    ASSERT_EQ(facts.pods.size(), 3U);
    EXPECT_EQ(facts.pods[0].pod.notes.at(0).kind, model::WaitNote::Kind::gated);
    EXPECT_EQ(facts.pods[1].pod.notes.at(0).kind, model::WaitNote::Kind::unschedulable);
    EXPECT_EQ(facts.pods[1].pod.notes.at(0).detail, "0/3 nodes");
    EXPECT_EQ(facts.pods[2].pod.notes.at(0).kind, model::WaitNote::Kind::admission_failed);
    EXPECT_EQ(facts.pods[2].pod.ended, facts.pods[2].pod.created);
}

TEST(KubeFacts, LearnSharingFromTheDevicePluginsConfiguration) {
    const Facts facts = facts_of(R"(
kind: Node
metadata: {name: n, creationTimestamp: "2026-01-01T00:00:00Z", labels: {nvidia.com/device-plugin.config: shared}}
spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule, timeAdded: "2026-01-03T00:00:00Z"}]}
status: {allocatable: {nvidia.com/gpu: "8", cpu: 95500m}, conditions: [{type: Ready, status: "False", lastTransitionTime: "2026-01-04T00:00:00Z"}]}
---
kind: ConfigMap
metadata: {name: plugin, creationTimestamp: "2026-01-05T00:00:00Z"}
data:
  shared: "version: v1\nsharing:\n  mps:\n    resources:\n    - name: nvidia.com/gpu\n      replicas: 4\n"
---
kind: ClusterPolicy
metadata: {name: p}
spec: {devicePlugin: {config: {name: plugin}}}
)");
    ASSERT_EQ(facts.nodes.size(), 1U);
    const model::Node& node = facts.nodes[0].node;
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.replicas"), "4");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.sharing-strategy"), "mps");
    EXPECT_EQ(node.cpu, MilliCpu{95500});
    EXPECT_EQ(format_rfc3339(node.cordoned.at(0).begin), "2026-01-03T00:00:00Z");
    EXPECT_EQ(format_rfc3339(node.ready.at(0).end), "2026-01-04T00:00:00Z");
}

TEST(KubeFacts, TurnQueuedWorkloadsIntoGangsAndClaimsIntoOwners) {
    const Facts facts = facts_of(R"(
apiVersion: kueue.x-k8s.io/v1beta1
kind: Workload
metadata: {name: w, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z", ownerReferences: [{kind: Job, name: j, uid: u1, controller: true}]}
spec: {queueName: team, podSets: [{count: 2, template: {spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]}
status: {conditions: [{type: QuotaReserved, status: "False", message: "insufficient quota", lastTransitionTime: "2026-01-01T02:00:00Z"}]}
---
kind: LocalQueue
metadata: {name: team, namespace: ml}
spec: {clusterQueue: gpus}
---
kind: ResourceSlice
metadata: {name: s}
spec: {driver: gpu.nvidia.com, nodeName: n, pool: {name: n}, devices: [{name: gpu-0, attributes: {uuid: {string: GPU-AB}, type: {string: gpu}, productName: {string: NVIDIA L4}}}]}
---
kind: ResourceClaim
metadata: {name: rc, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: n, device: gpu-0}]}}, reservedFor: [{resource: pods, name: p, uid: x}]}
---
kind: ResourceQuota
metadata: {name: q, namespace: ml}
status: {hard: {requests.nvidia.com/gpu: "8", cpu: "4"}, used: {requests.nvidia.com/gpu: "8"}}
)");
    ASSERT_EQ(facts.gangs.size(), 1U);
    EXPECT_EQ(facts.gangs[0].gang.queue, "gpus");
    EXPECT_EQ(facts.gangs[0].gang.templates.at(0).first.device.count, 4);
    EXPECT_EQ(facts.gangs[0].gang.templates.at(0).second, 2);
    EXPECT_EQ(facts.gangs[0].gang.notes.at(0).detail, "ClusterQueue gpus: insufficient quota");
    EXPECT_EQ(facts.gangs[0].owner->name, "j");
    ASSERT_EQ(facts.claims.size(), 1U);
    EXPECT_EQ(facts.claims[0].gpu.uuid, "ab");
    EXPECT_EQ(facts.claims[0].pod.name, "p");
    ASSERT_EQ(facts.quotas.size(), 1U);
    EXPECT_EQ(facts.quotas[0].hard, 8);
    EXPECT_EQ(facts.quotas[0].used, 8);
}

TEST(KubeFacts, BoundAmountsThatNoMachineHas) {
    std::ifstream file("tests/fuzz/corpus/kube_yaml/absurd_amounts");
    std::stringstream text;
    text << file.rdbuf();
    const Facts facts = facts_of(text.str());
    ASSERT_EQ(facts.pods.size(), 2U);
    for (const PodFact& fact : facts.pods) {
        EXPECT_EQ(fact.pod.spec.cpu.value, model::kMostMilliCpu);
        EXPECT_EQ(fact.pod.spec.memory.value, model::kMostMemoryBytes);
    }
    EXPECT_EQ(facts.pods[0].pod.spec.cpu_limit->value, model::kMostMilliCpu);
    EXPECT_EQ(facts.nodes.at(0).node.cpu->value, model::kMostMilliCpu);
    EXPECT_EQ(facts.nodes.at(0).node.memory->value, model::kMostMemoryBytes);
}

TEST(KubeFacts, OneStrictQueueMakesNoOtherQueueStrict) {
    const Facts facts = facts_of(R"(
kind: ClusterQueue
metadata: {name: research, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {queueingStrategy: StrictFIFO}
---
kind: ClusterQueue
metadata: {name: batch}
spec: {queueingStrategy: BestEffortFIFO}
---
kind: ClusterQueue
metadata: {name: plain}
spec: {}
)");
    ASSERT_EQ(facts.strict_queues.size(), 1U);
    EXPECT_EQ(facts.strict_queues[0].second, "research");
}

TEST(KubeFacts, FilesOfDifferentKindsAreOnePicture) {
    std::vector<kube::Objects> files;
    files.push_back(
        *kube::parse_objects("kind: Node\nmetadata: {name: n, creationTimestamp: \"2026-01-05T00:00:00Z\"}\n"));
    files.push_back(*kube::parse_objects(
        "kind: ResourceQuota\nmetadata: {name: q, namespace: a}\nstatus: {hard: {requests.nvidia.com/gpu: 4}}\n"));
    const auto picture = one_picture(files);
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(format_rfc3339(*picture), "2026-01-05T00:00:00Z");
    EXPECT_EQ(interpret_objects(files[1], "", "q", picture).quotas.size(), 1U);
    files.push_back(
        *kube::parse_objects("kind: Node\nmetadata: {name: n, creationTimestamp: \"2026-01-07T00:00:00Z\"}\n"));
    EXPECT_FALSE(one_picture(files).has_value());
}

TEST(KubeFacts, AreLeftOutWhenNothingCarriesATime) {
    const Facts facts = facts_of("kind: Node\nmetadata: {name: n}\n");
    EXPECT_TRUE(facts.nodes.empty());
    EXPECT_EQ(facts.gaps.at(0).kind, model::Gap::Kind::unreadable);
}

}  // namespace
}  // namespace arable::sources
