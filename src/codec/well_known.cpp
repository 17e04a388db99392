#include "codec/well_known.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "model/product.h"

namespace arable::codec {
namespace {

constexpr std::array<std::string_view, 30> kKinds{"ClusterQueue",
                                                  "CronJob",
                                                  "DaemonSet",
                                                  "Deployment",
                                                  "InferenceService",
                                                  "Job",
                                                  "JobSet",
                                                  "LeaderWorkerSet",
                                                  "LocalQueue",
                                                  "MPIJob",
                                                  "Node",
                                                  "Notebook",
                                                  "Pod",
                                                  "PodGroup",
                                                  "PyTorchJob",
                                                  "RayCluster",
                                                  "RayJob",
                                                  "RayService",
                                                  "ReplicaSet",
                                                  "ReplicationController",
                                                  "ResourceQuota",
                                                  "Rollout",
                                                  "SparkApplication",
                                                  "StatefulSet",
                                                  "TFJob",
                                                  "TrainJob",
                                                  "VCJob",
                                                  "Workflow",
                                                  "Workload",
                                                  "XGBoostJob"};

// Whose resources, labels and taints they are; matched as the part before "/".
constexpr std::array<std::string_view, 22> kDomains{"aliyun.com",
                                                    "alpha.eksctl.io",
                                                    "amd.com",
                                                    "beta.kubernetes.io",
                                                    "cloud.google.com",
                                                    "eks.amazonaws.com",
                                                    "failure-domain.beta.kubernetes.io",
                                                    "gpu.intel.com",
                                                    "k8s.amazonaws.com",
                                                    "karpenter.k8s.aws",
                                                    "karpenter.sh",
                                                    "kubernetes.azure.com",
                                                    "kubernetes.io",
                                                    "kueue.x-k8s.io",
                                                    "node-role.kubernetes.io",
                                                    "node.kubernetes.io",
                                                    "nvidia.com",
                                                    "requests.nvidia.com",
                                                    "tencent.com",
                                                    "topology.kubernetes.io",
                                                    "volcano.sh",
                                                    "vke.volcengine.com"};

struct NamedValue {
    std::string_view key;
    Named what;
};
// Keys of everybody whose values are a site's own.
constexpr std::array<NamedValue, 14> kOwnValues{{
    {"agentpool", Named::pool},
    {"alpha.eksctl.io/cluster-name", Named::cluster},
    {"alpha.eksctl.io/nodegroup-name", Named::pool},
    {"cloud.google.com/gke-nodepool", Named::pool},
    {"eks.amazonaws.com/nodegroup", Named::pool},
    {"eks.amazonaws.com/nodegroup-image", Named::label_value},
    {"karpenter.sh/nodepool", Named::pool},
    {"karpenter.sh/provisioner-name", Named::pool},
    {"kubernetes.azure.com/agentpool", Named::pool},
    {"kubernetes.azure.com/cluster", Named::cluster},
    {"kubernetes.io/hostname", Named::node},
    {"kueue.x-k8s.io/queue-name", Named::queue},
    {"nvidia.com/device-plugin.config", Named::label_value},
    {"nvidia.com/mig.config", Named::label_value},
}};

constexpr std::array<std::string_view, 96> kWords{
    "a",           "affinity",     "after",     "allocate",    "and",        "anti-affinity",
    "are",         "at",           "available", "be",          "because",    "by",
    "cannot",      "capacity",     "cluster",   "constraints", "count",      "cpu",
    "device",      "devices",      "didn't",    "does",        "due",        "error",
    "exceeded",    "exceeds",      "existing",  "exist",       "failed",     "find",
    "fit",         "for",          "found",     "free",        "from",       "gpu",
    "gpus",        "had",          "has",       "have",        "healthy",    "help",
    "in",          "insufficient", "is",        "it",          "limit",      "limited",
    "limits",      "match",        "matched",   "max",         "memory",     "more",
    "no",          "node",         "node(s)",   "nodes",       "not",        "of",
    "on",          "out",          "plugin",    "pod",         "pods",       "pool",
    "preemption",  "quota",        "quotas",    "reached",     "ready",      "requested",
    "requests",    "resource",     "resources", "rules",       "scheduling", "selector",
    "skew",        "spread",       "taint",     "taints",      "that",       "the",
    "to",          "too",          "topology",  "unexpected",  "unhealthy",  "unschedulable",
    "untolerated", "used",         "victims",   "were",        "which",      "with"};

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool known_domain(std::string_view key) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return false;
    std::string_view domain = key.substr(0, slash);
    if (domain.starts_with("requests.")) domain.remove_prefix(9);
    if (domain.starts_with("limits.")) domain.remove_prefix(7);
    return std::ranges::find(kDomains, domain) != kDomains.end();
}

}  // namespace

bool is_well_known(std::string_view name, Named what) {
    switch (what) {
        case Named::kind:
            return std::ranges::find(kKinds, name) != kKinds.end();
        case Named::product:
            return model::find_product(name) != nullptr;
        case Named::resource:
            return known_domain(name) || name == "cpu" || name == "memory" || name == "pods" ||
                   name == "ephemeral-storage" || name.starts_with("hugepages-");
        default:
            return false;
    }
}

LabelRule label_rule(std::string_view key) {
    for (const NamedValue& own : kOwnValues)
        if (own.key == key) return {.key_stays = true, .value = own.what};
    if (key.empty() || known_domain(key)) return {.key_stays = true, .value = {}};
    return {.key_stays = false, .value = Named::label_value};
}

bool is_plain_word(std::string_view word) {
    const std::string small = lower(word);
    return std::ranges::find(kWords, small) != kWords.end();
}

}  // namespace arable::codec
