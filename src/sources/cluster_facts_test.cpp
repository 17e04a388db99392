// kube-state-metrics and Kueue, as change points.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sources/metric_ingest.h"

namespace arable::sources {
namespace {

using series::Label;

constexpr Time kStart{1'700'000'000'000};
constexpr double kStartSeconds = 1'700'000'000;

Time minute(std::int64_t n) { return kStart + minutes(n); }

class Cluster {
  public:
    // One value a minute from `from` to `to` (exclusive), `value` of the minute.
    Cluster& series(const std::string& metric, std::vector<Label> labels, int from, int to,
                    const std::function<double(int)>& value) {
        const auto ref = ingest_.declare(series::make_labels(metric, std::move(labels)));
        for (int i = from; ref.known() && i < to; ++i) ingest_.append(ref, {minute(i), value(i)});
        return *this;
    }
    Cluster& series(const std::string& metric, std::vector<Label> labels, int from, int to, double value = 1.0) {
        return series(metric, std::move(labels), from, to, [value](int) { return value; });
    }
    // As another replica of the reporter says it.
    Cluster& twice(const std::string& metric, std::vector<Label> labels, int from, int to, double value = 1.0) {
        auto other = labels;
        labels.push_back({"instance", "10.0.0.1:8080"});
        other.push_back({"instance", "10.0.0.2:8080"});
        series(metric, std::move(other), from, to, value);
        return series(metric, std::move(labels), from, to, value);
    }
    const Facts& facts() {
        if (!facts_) facts_ = *ingest_.finish();
        return *facts_;
    }

  private:
    series::TrackStore store_;
    MetricIngest ingest_{store_};
    std::optional<Facts> facts_;
};

std::vector<Label> pod(const char* name, const char* uid, std::vector<Label> more = {}) {
    more.push_back({"namespace", "ml"});
    more.push_back({"pod", name});
    more.push_back({"uid", uid});
    return more;
}

TEST(ClusterFacts, APodFromCreationToCompletion) {
    Cluster cluster;
    cluster.series("kube_node_info", {{"node", "n1"}}, 0, 60);
    cluster.twice("kube_pod_created", pod("p", "u1"), 1, 40, kStartSeconds + 30);
    cluster.twice("kube_pod_status_scheduled_time", pod("p", "u1"), 11, 40, kStartSeconds + 600);
    cluster.series("kube_pod_container_state_started", pod("p", "u1", {{"container", "c"}}), 12, 30,
                   kStartSeconds + 660);
    cluster.series("kube_pod_completion_time", pod("p", "u1"), 30, 40, kStartSeconds + 1800);
    cluster.twice("kube_pod_info", pod("p", "u1", {{"node", "n1"}, {"priority_class", "high"}}), 11, 40);
    cluster.series("kube_pod_owner", pod("p", "u1", {{"owner_kind", "Job"}, {"owner_name", "j"}}), 1, 40);
    cluster.series("kube_pod_status_unschedulable", pod("p", "u1"), 1, 10);
    cluster.series("kube_pod_status_phase", pod("p", "u1", {{"phase", "Pending"}}), 1, 40,
                   [](int i) { return i < 12 ? 1.0 : 0.0; });
    cluster.series("kube_pod_status_phase", pod("p", "u1", {{"phase", "Running"}}), 1, 40,
                   [](int i) { return i >= 12 && i < 30 ? 1.0 : 0.0; });
    cluster.series("kube_pod_status_phase", pod("p", "u1", {{"phase", "Succeeded"}}), 1, 40,
                   [](int i) { return i >= 30 ? 1.0 : 0.0; });
    cluster.twice("kube_pod_container_resource_requests",
                  pod("p", "u1", {{"container", "c"}, {"resource", "nvidia_com_gpu"}}), 1, 40, 2);
    cluster.twice("kube_pod_container_resource_requests", pod("p", "u1", {{"container", "c"}, {"resource", "cpu"}}), 1,
                  40, 8.5);
    cluster.series("kube_pod_init_container_resource_requests",
                   pod("p", "u1", {{"container", "i"}, {"resource", "cpu"}}), 1, 40, 12);
    ASSERT_EQ(cluster.facts().pods.size(), 1U);
    const auto& fact = cluster.facts().pods.front();
    EXPECT_EQ(fact.pod.created, kStart + seconds(30));
    EXPECT_EQ(fact.pod.scheduled, minute(10));
    EXPECT_EQ(fact.pod.started, minute(11));
    EXPECT_EQ(fact.pod.ended, minute(30));
    EXPECT_TRUE(fact.end_known);
    EXPECT_EQ(fact.pod.phase, model::PodPhase::succeeded);
    EXPECT_EQ(fact.node, "n1");
    EXPECT_EQ(fact.pod.spec.priority_class, "high");
    EXPECT_EQ(fact.owners, (std::vector<OwnerRef>{{"Job", "j", ""}}));
    EXPECT_EQ(fact.pod.spec.device.count, 2);        // one request, seen by two replicas
    EXPECT_EQ(fact.pod.spec.cpu, MilliCpu{12'000});  // the init container is larger
    ASSERT_EQ(fact.pod.notes.size(), 1U);
    EXPECT_EQ(fact.pod.notes[0].kind, model::WaitNote::Kind::unschedulable);
    EXPECT_EQ(fact.pod.notes[0].during, (Interval{kStart + seconds(30), minute(10)}));
    EXPECT_TRUE(cluster.facts().has_pod_data);
}

TEST(ClusterFacts, APodWhoseSeriesEndIsGoneAndOneThatStaysIsNot) {
    Cluster cluster;
    cluster.series("kube_node_info", {{"node", "n1"}}, 0, 60);
    cluster.series("kube_pod_created", pod("gone", "u1"), 0, 20, kStartSeconds);
    cluster.series("kube_pod_created", pod("here", "u2"), 0, 60, kStartSeconds);
    cluster.series("kube_pod_created", pod("gone", "u3"), 40, 60, kStartSeconds + 2400);  // the same name again
    ASSERT_EQ(cluster.facts().pods.size(), 3U);
    EXPECT_EQ(cluster.facts().pods[0].pod.ended, minute(20));  // last sample + one interval
    EXPECT_FALSE(cluster.facts().pods[1].pod.ended);
    EXPECT_EQ(cluster.facts().pods[1].pod.uid, "u3");
    EXPECT_FALSE(cluster.facts().pods[2].pod.ended);
    EXPECT_EQ(cluster.facts().pods[2].last_seen, minute(59));
}

TEST(ClusterFacts, AStartIsBetweenTheTwoScrapesAroundItButNotBeforeTheKubelets) {
    const auto started = [](double kubelet) {
        Cluster cluster;
        cluster.series("kube_pod_created", pod("p", "u1"), 0, 40, kStartSeconds);
        cluster.series("kube_pod_start_time", pod("p", "u1"), 8, 40, kubelet);
        cluster.series("kube_pod_status_phase", pod("p", "u1", {{"phase", "Running"}}), 0, 40,
                       [](int i) { return i >= 12 ? 1.0 : 0.0; });
        return cluster.facts().pods.at(0).pod.started;
    };
    EXPECT_EQ(started(kStartSeconds + 480), minute(11));  // images were pulled since
    EXPECT_EQ(started(kStartSeconds + 690), minute(11) + seconds(30));
}

TEST(ClusterFacts, GatesAndFailedAdmissionsAreTold) {
    Cluster cluster;
    cluster.series("kube_pod_created", pod("p", "u1"), 0, 30, kStartSeconds);
    cluster.series("kube_pod_status_reason", pod("p", "u1", {{"reason", "SchedulingGated"}}), 0, 30,
                   [](int i) { return i < 5 ? 1.0 : 0.0; });
    cluster.series("kube_pod_status_reason", pod("p", "u1", {{"reason", "UnexpectedAdmissionError"}}), 8, 10);
    cluster.series("kube_pod_status_reason", pod("p", "u1", {{"reason", "NodeLost"}}), 0, 30, 0.0);  // older versions
    const auto& notes = cluster.facts().pods.at(0).pod.notes;
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_EQ(notes[0].kind, model::WaitNote::Kind::gated);
    EXPECT_EQ(notes[0].during, (Interval{kStart, minute(5)}));
    EXPECT_EQ(notes[1].kind, model::WaitNote::Kind::admission_failed);
}

TEST(ClusterFacts, APodAskingInNoReadableWayIsInvalid) {
    Cluster cluster;
    cluster.series("kube_pod_container_resource_requests",
                   pod("p", "u1", {{"container", "c"}, {"resource", "nvidia_com_mig_1g_10gb"}}), 0, 3);
    cluster.series("kube_pod_container_resource_requests",
                   pod("q", "u2", {{"container", "c"}, {"resource", "nvidia_com_gpu"}}), 0, 3);
    cluster.series("kube_pod_container_resource_requests",
                   pod("q", "u2", {{"container", "c"}, {"resource", "amd_com_gpu"}}), 0, 3);
    EXPECT_EQ(cluster.facts().pods.at(0).pod.spec.device.mig_profile, "1g.10gb");
    EXPECT_EQ(cluster.facts().pods.at(0).pod.spec.device.resource, "nvidia.com/mig-1g.10gb");
    EXPECT_EQ(cluster.facts().pods.at(1).pod.spec.device.kind, model::DeviceKind::invalid);
}

TEST(ClusterFacts, LabelsGiveQueueAndGang) {
    Cluster cluster;
    cluster.series("kube_pod_labels",
                   pod("p", "u1",
                       {{"label_kueue_x_k8s_io_queue_name", "team-a"},
                        {"label_jobset_sigs_k8s_io_jobset_name", "js"},
                        {"label_my_secret_note", "x"}}),
                   0, 3);
    const auto& fact = cluster.facts().pods.at(0);
    EXPECT_EQ(fact.pod.spec.queue, "team-a");
    EXPECT_EQ(fact.gang_kind, "JobSet");
    EXPECT_EQ(fact.gang_name, "js");
    EXPECT_EQ(fact.pod.labels.size(), 2U);  // only labels that are read are kept
}

TEST(ClusterFacts, NodesComeGoAndAreBridgedForTenMinutes) {
    Cluster cluster;
    cluster.series("kube_node_info", {{"node", "n1"}}, 0, 10);
    cluster.series("kube_node_info", {{"node", "n1"}}, 18, 30);  // 9 min after the last: one presence
    cluster.series("kube_node_info", {{"node", "n1"}}, 50, 60);
    const auto& node = cluster.facts().nodes.at(0);
    EXPECT_TRUE(node.presence_known);
    EXPECT_EQ(node.node.present, (IntervalSet{{kStart, minute(30)}, {minute(50), minute(60)}}));
    EXPECT_FALSE(node.node.readiness_known);
    EXPECT_FALSE(node.cordon_known);
}

TEST(ClusterFacts, ReadinessCordonsResourcesAndTaints) {
    Cluster cluster;
    const std::vector<Label> n1 = {{"node", "n1"}};
    const auto with = [&](std::vector<Label> more) {
        more.push_back({"node", "n1"});
        return more;
    };
    cluster.series("kube_node_status_condition", with({{"condition", "Ready"}, {"status", "true"}}), 0, 60,
                   [](int i) { return i >= 20 && i < 30 ? 0.0 : 1.0; });
    cluster.series("kube_node_status_condition", with({{"condition", "Ready"}, {"status", "false"}}), 0, 60,
                   [](int i) { return i >= 20 && i < 30 ? 1.0 : 0.0; });
    cluster.series("kube_node_spec_unschedulable", n1, 0, 60, [](int i) { return i >= 40 ? 1.0 : 0.0; });
    cluster.series("kube_node_status_allocatable", with({{"resource", "nvidia_com_gpu"}}), 0, 60, 8);
    cluster.series("kube_node_status_allocatable", with({{"resource", "nvidia_com_mig_1g_5gb"}}), 0, 20, 7);  // gone
    cluster.series("kube_node_status_capacity", with({{"resource", "nvidia_com_gpu"}}), 0, 60, 8);
    cluster.series("kube_node_status_allocatable", with({{"resource", "cpu"}}), 0, 60, 95.6);
    cluster.series("kube_node_spec_taint", with({{"key", "gpu"}, {"value", "yes"}, {"effect", "NoSchedule"}}), 0, 60);
    cluster.series("kube_node_spec_taint", with({{"key", "old"}, {"effect", "NoSchedule"}}), 0, 10);
    cluster.series("kube_node_labels",
                   with({{"label_node_kubernetes_io_instance_type", "p5.48xlarge"},
                         {"label_nvidia_com_gpu_count", "8"},
                         {"label_karpenter_sh_capacity_type", "spot"}}),
                   0, 60);
    cluster.series("kube_node_status_allocatable", {{"node", "n2"}, {"resource", "nvidia_com_gpu"}}, 0, 60,
                   [](int i) { return i >= 10 ? 6.0 : 7.0; });
    cluster.series("kube_node_status_capacity", {{"node", "n2"}, {"resource", "nvidia_com_gpu"}}, 0, 60, 8);
    const auto facts = cluster.facts();
    EXPECT_EQ(facts.nodes.at(1).withheld,
              (std::vector<IntervalSet>{{{kStart, minute(60)}}, {{minute(10), minute(60)}}}));
    const auto& fact = facts.nodes.at(0);
    EXPECT_TRUE(fact.withheld.empty());
    EXPECT_TRUE(fact.node.readiness_known);
    EXPECT_EQ(fact.node.ready, (IntervalSet{{kStart, minute(20)}, {minute(30), minute(60)}}));
    EXPECT_EQ(fact.node.cordoned, (IntervalSet{{minute(40), minute(60)}}));
    EXPECT_EQ(fact.node.allocatable, (std::map<std::string, std::int64_t>{{"nvidia.com/gpu", 8}}));
    EXPECT_EQ(fact.node.capacity.at("nvidia.com/gpu"), 8);
    EXPECT_EQ(fact.node.cpu, MilliCpu{95'600});
    EXPECT_EQ(fact.node.taints, (std::vector<model::Taint>{{"gpu", "yes", "NoSchedule"}}));
    EXPECT_EQ(fact.node.instance_type, "p5.48xlarge");
    EXPECT_EQ(fact.node.capacity_type, "spot");
    EXPECT_EQ(fact.node.physical_gpus, 8);
    EXPECT_EQ(fact.node.labels.at("nvidia.com/gpu.count"), "8");
}

TEST(ClusterFacts, ANodeMadeAnewUnderItsNameIsAnotherNode) {
    Cluster cluster;
    cluster.series("kube_node_created", {{"node", "n1"}}, 0, 60,
                   [](int i) { return i < 30 ? kStartSeconds - 500 : kStartSeconds + 1800; });
    ASSERT_EQ(cluster.facts().nodes.size(), 2U);
    EXPECT_EQ(cluster.facts().nodes[0].node.created, kStart - seconds(500));
    EXPECT_EQ(cluster.facts().nodes[0].node.present, (IntervalSet{{kStart, minute(30)}}));
    EXPECT_EQ(cluster.facts().nodes[1].node.present, (IntervalSet{{minute(30), minute(60)}}));
}

TEST(ClusterFacts, ACreationTimeThatNeverStandsStillIsNone) {
    Cluster cluster;
    cluster.series("kube_node_created", {{"node", "n1"}}, 0, 200, [](int i) { return kStartSeconds + i; });
    ASSERT_EQ(cluster.facts().nodes.size(), 1U);
    EXPECT_FALSE(cluster.facts().nodes[0].node.created);
    EXPECT_EQ(cluster.facts().nodes[0].node.present, (IntervalSet{{kStart, minute(200)}}));
}

TEST(ClusterFacts, OwnersReplicasAndQuotas) {
    Cluster cluster;
    cluster.series("kube_replicaset_owner",
                   {{"namespace", "ml"}, {"replicaset", "d-1"}, {"owner_kind", "Deployment"}, {"owner_name", "d"}}, 0,
                   3);
    cluster.series("kube_deployment_spec_replicas", {{"namespace", "ml"}, {"deployment", "d"}}, 0, 3, 4);
    cluster.series("kube_job_owner",
                   {{"namespace", "ml"}, {"job_name", "j"}, {"owner_kind", "<none>"}, {"owner_name", "<none>"}}, 0, 3);
    cluster.series(
        "kube_resourcequota",
        {{"namespace", "ml"}, {"resourcequota", "q"}, {"resource", "requests.nvidia.com/gpu"}, {"type", "hard"}}, 0, 3,
        16);
    cluster.series(
        "kube_resourcequota",
        {{"namespace", "ml"}, {"resourcequota", "q"}, {"resource", "requests.nvidia.com/gpu"}, {"type", "used"}}, 0, 3,
        12);
    cluster.series(
        "kube_resourcequota",
        {{"namespace", "x"}, {"resourcequota", "q"}, {"resource", "requests.nvidia.com/gpu"}, {"type", "used"}}, 0, 3,
        1);
    for (const char* role : {"leader", "follower"}) {
        cluster.series(
            "kueue_cluster_queue_resource_nominal_quota",
            {{"cluster_queue", "cq"}, {"flavor", "f"}, {"resource", "nvidia.com/gpu"}, {"replica_role", role}}, 0, 3,
            32);
    }
    const auto& facts = cluster.facts();
    ASSERT_EQ(facts.owners.size(), 3U);
    EXPECT_EQ(facts.owners[0].replicas, 4);                               // Deployment
    EXPECT_FALSE(facts.owners[1].owner);                                  // Job without an owner
    EXPECT_EQ(facts.owners[2].owner, (OwnerRef{"Deployment", "d", ""}));  // ReplicaSet
    ASSERT_EQ(facts.quotas.size(), 2U);  // a quota of which only the use is known says nothing
    EXPECT_EQ(facts.quotas[0].kind, "ClusterQueue");
    EXPECT_EQ(facts.quotas[0].hard, 32);  // once, though two replicas say so
    EXPECT_EQ(facts.quotas[1].hard, 16);
    EXPECT_EQ(facts.quotas[1].used, 12);
}

TEST(ClusterFacts, KeptTargetLabelsAreNotTheObjects) {
    Cluster cluster;
    cluster.series("kube_pod_created",
                   {{"namespace", "monitoring"},
                    {"pod", "ksm-0"},
                    {"exported_namespace", "ml"},
                    {"exported_pod", "p"},
                    {"uid", "u"}},
                   0, 3, kStartSeconds);
    EXPECT_EQ(cluster.facts().pods.at(0).pod.ns, "ml");
    EXPECT_EQ(cluster.facts().pods.at(0).pod.name, "p");
}

}  // namespace
}  // namespace arable::sources
