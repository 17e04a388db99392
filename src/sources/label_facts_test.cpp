#include "sources/label_facts.h"

#include <gtest/gtest.h>

#include "sources/state_series.h"

namespace arable::sources {
namespace {

// "nvidia.com/gpu.count" -> "label_nvidia_com_gpu_count", as kube-state-metrics writes it.
std::string mangled(std::string label) {
    for (char& c : label) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return "label_" + label;
}

TEST(LabelFacts, KubeStateMetricsCarriesEveryLabelThatIsRead) {
    for (const std::string label : {"karpenter.sh/nodepool",
                                    "agentpool",
                                    "cloud.google.com/gke-spot",
                                    "cloud.google.com/gke-preemptible",
                                    "karpenter.sh/capacity-type",
                                    "eks.amazonaws.com/capacityType",
                                    "kubernetes.azure.com/scalesetpriority",
                                    "node.kubernetes.io/lifecycle",
                                    "jobset.sigs.k8s.io/jobset-name",
                                    "leaderworkerset.sigs.k8s.io/name",
                                    "leaderworkerset.sigs.k8s.io/group-index",
                                    "kueue.x-k8s.io/pod-group-name",
                                    "scheduling.x-k8s.io/pod-group",
                                    "pod-group.scheduling.sigs.k8s.io",
                                    "scheduling.k8s.io/group-name",
                                    "pod-group-name",
                                    "volcano.sh/job-name",
                                    "training.kubeflow.org/job-name",
                                    "kueue.x-k8s.io/queue-name",
                                    "kai.scheduler/queue",
                                    "runai/queue",
                                    "scheduling.volcano.sh/queue-name",
                                    "volcano.sh/queue-name"}) {
        EXPECT_EQ(kubernetes_label(mangled(label)), label);
    }
}

TEST(LabelFacts, SpellHowANodeWasBoughtInOneWay) {
    const auto bought = [](const char* label, const char* value) {
        model::Node node;
        node.labels = {{label, value}};
        read_node_labels(node);
        return node.capacity_type;
    };
    EXPECT_EQ(bought("cloud.google.com/gke-preemptible", "true"), "spot");
    EXPECT_EQ(bought("cloud.google.com/gke-spot", "true"), "spot");
    EXPECT_EQ(bought("cloud.google.com/gke-spot", "false"), "");
    EXPECT_EQ(bought("node.kubernetes.io/lifecycle", "normal"), "on-demand");
    EXPECT_EQ(bought("eks.amazonaws.com/capacityType", "ON_DEMAND"), "on-demand");
    EXPECT_EQ(bought("kubernetes.azure.com/scalesetpriority", "Spot"), "spot");
    EXPECT_EQ(bought("kubernetes.azure.com/scalesetpriority", "regular"), "on-demand");
    EXPECT_EQ(bought("karpenter.sh/capacity-type", "reserved"), "reserved");
}

TEST(LabelFacts, NameTheGroupThatAPodStartsWith) {
    const LabelMap workers{{"leaderworkerset.sigs.k8s.io/name", "llm"},
                           {"leaderworkerset.sigs.k8s.io/group-index", "3"}};
    EXPECT_EQ(gang_of(workers, {}).name, "llm-3");
    EXPECT_EQ(gang_of(workers, {}).kind, "LeaderWorkerSet");
    EXPECT_EQ(gang_of({{"volcano.sh/job-name", "v"}}, {}).kind, "PodGroup");
    EXPECT_EQ(gang_of({{"training.kubeflow.org/job-name", "t"}}, {}).kind, "TrainingJob");
    EXPECT_EQ(gang_of({}, {{"pod-group-name", "kai"}}).name, "kai");
    EXPECT_EQ(gang_of({{"app", "web"}}, {}).name, "");
}

TEST(LabelFacts, ReadTheQueueOfEveryScheduler) {
    EXPECT_EQ(queue_of({{"scheduling.volcano.sh/queue-name", "q"}}, {}), "q");
    EXPECT_EQ(queue_of({{"kueue.x-k8s.io/queue-name", ""}, {"runai/queue", "r"}}, {}), "r");
    EXPECT_EQ(queue_of({}, {{"scheduling.volcano.sh/queue-name", "q"}}), "q");
    EXPECT_EQ(queue_of({}, {}), "");
}

}  // namespace
}  // namespace arable::sources
