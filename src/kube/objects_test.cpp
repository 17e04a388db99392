#include "kube/objects.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace arable::kube {
namespace {

Objects capture(const std::string& name) {
    std::ifstream file("tests/captures/" + name);
    std::stringstream text;
    text << file.rdbuf();
    auto objects = parse_objects(text.str());
    EXPECT_TRUE(objects.has_value()) << name << (objects ? "" : objects.error().message);
    return objects ? *objects : Objects{};
}

TEST(Objects, ReadAMigNodeWhoseAllocatableIsStale) {
    const Objects objects = capture("k8s-objects-runai/a100_node_mig_4_instances.yaml");
    ASSERT_EQ(objects.nodes.size(), 1U);
    const Node& node = objects.nodes[0];
    EXPECT_EQ(node.capacity.at("nvidia.com/mig-3g.20gb"), "1");
    EXPECT_EQ(node.allocatable.at("nvidia.com/mig-3g.20gb"), "0");
    EXPECT_TRUE(objects.problems.empty()) << objects.problems.front();
    EXPECT_TRUE(objects.latest.has_value());
}

TEST(Objects, ReadAPodThatHoldsAMigInstance) {
    const Objects objects = capture("k8s-objects-runai/pod_mig_1g-5gb.yaml");
    ASSERT_EQ(objects.pods.size(), 1U);
    EXPECT_EQ(objects.pods[0].meta.annotations.at("nvidia.com/mig-1g.5gb"), "1");  // the way of run:ai
    EXPECT_EQ(objects.pods[0].phase, "Running");
    EXPECT_FALSE(objects.pods[0].node.empty());
}

TEST(Objects, ReadEveryOtherCapture) {
    for (const char* name :
         {"a100_node_mig_3_instances", "fractional_pod", "fractional_pod_reservation", "t4_node_fraction_1_workload"}) {
        const Objects objects = capture(std::string("k8s-objects-runai/") + name + ".yaml");
        EXPECT_EQ(objects.nodes.size() + objects.pods.size(), 1U) << name;
        EXPECT_TRUE(objects.problems.empty()) << name;
    }
}

TEST(Objects, ReadQueuesClaimsAndConfigurations) {
    const auto objects = parse_objects(R"(
apiVersion: kueue.x-k8s.io/v1beta1
kind: Workload
metadata: {name: w, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec:
  queueName: team
  podSets:
  - count: 4
    template: {spec: {containers: [{name: c, resources: {requests: {nvidia.com/gpu: 8}}}]}}
status: {conditions: [{type: QuotaReserved, status: "False", reason: Pending, lastTransitionTime: "2026-01-02T00:00:00Z"}]}
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata: {name: q}
spec:
  queueingStrategy: StrictFIFO
  resourceGroups: [{flavors: [{name: a, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}, {name: b, resources: [{name: nvidia.com/gpu, nominalQuota: "4"}]}]}]
---
kind: ConfigMap
metadata: {name: secret-settings, namespace: x}
data: {password: hunter2}
---
kind: ConfigMap
metadata: {name: plugin, namespace: gpu-operator}
data: {any: "sharing:\n  timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}"}
---
kind: TrainJob
metadata: {name: t, namespace: ml, ownerReferences: [{kind: Experiment, name: e, uid: u, controller: true}]}
)");
    ASSERT_TRUE(objects.has_value()) << objects.error().message;
    ASSERT_EQ(objects->queued.size(), 1U);
    EXPECT_EQ(objects->queued[0].pod_sets[0].second, 4);
    EXPECT_EQ(objects->queued[0].pod_sets[0].first.containers[0].requests.at("nvidia.com/gpu"), "8");
    EXPECT_EQ(objects->cluster_queues[0].nominal.at("nvidia.com/gpu"), 12);
    ASSERT_EQ(objects->configs.size(), 1U);
    EXPECT_EQ(objects->configs[0].meta.name, "plugin");
    EXPECT_EQ(objects->owners[0].meta.owners[0].kind, "Experiment");
    EXPECT_EQ(format_rfc3339(*objects->latest), "2026-01-02T00:00:00Z");
}

TEST(Objects, NoteBadFieldsAndGoOn) {
    const auto objects =
        parse_objects(R"({"kind":"List","items":[{"kind":"Pod","metadata":{"name":"p","creationTimestamp":"yesterday"}},
        {"kind":"Node","metadata":{}},{"kind":"Node","metadata":{"name":"n","labels":7}}]})");
    ASSERT_TRUE(objects.has_value());
    EXPECT_EQ(objects->pods.size(), 1U);
    EXPECT_EQ(objects->nodes.size(), 1U);
    EXPECT_EQ(objects->bad, 2);
    EXPECT_NE(objects->problems[0].find("Pod p: metadata.creationTimestamp: 'yesterday'"), std::string::npos);
}

}  // namespace
}  // namespace arable::kube
