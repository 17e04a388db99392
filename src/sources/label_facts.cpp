#include "sources/label_facts.h"

#include <array>
#include <cctype>
#include <initializer_list>

#include "sources/resource_names.h"

namespace arable::sources {
namespace {

struct GangLabel {
    const char* key;
    const char* kind;
};
constexpr std::array<GangLabel, 9> kGangLabels{{{"jobset.sigs.k8s.io/jobset-name", "JobSet"},
                                                {"leaderworkerset.sigs.k8s.io/name", "LeaderWorkerSet"},
                                                {"kueue.x-k8s.io/pod-group-name", "PodGroup"},
                                                {"scheduling.x-k8s.io/pod-group", "PodGroup"},
                                                {"pod-group.scheduling.sigs.k8s.io", "PodGroup"},
                                                {"scheduling.k8s.io/group-name", "PodGroup"},
                                                {"pod-group-name", "PodGroup"},
                                                {"volcano.sh/job-name", "PodGroup"},
                                                {"training.kubeflow.org/job-name", "TrainingJob"}}};
constexpr const char* kGroupIndex = "leaderworkerset.sigs.k8s.io/group-index";

std::string first_of(const LabelMap& labels, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        const auto found = labels.find(key);
        if (found != labels.end() && !found->second.empty()) return found->second;
    }
    return {};
}

std::string text_of(const LabelMap& labels, const LabelMap& annotations, const char* key) {
    std::string text = first_of(labels, {key});
    return text.empty() ? first_of(annotations, {key}) : text;
}

std::string capacity_type(const LabelMap& labels) {
    for (const char* key : {"cloud.google.com/gke-spot", "cloud.google.com/gke-preemptible"})
        if (first_of(labels, {key}) == "true") return "spot";
    std::string text = first_of(labels, {"karpenter.sh/capacity-type", "eks.amazonaws.com/capacityType",
                                         "kubernetes.azure.com/scalesetpriority", "node.kubernetes.io/lifecycle"});
    for (char& c : text) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text == "regular" || text == "normal" ? "on-demand" : text;
}

}  // namespace

void read_node_labels(model::Node& node) {
    const LabelMap& labels = node.labels;
    node.pool = first_of(labels, {"karpenter.sh/nodepool", "cloud.google.com/gke-nodepool",
                                  "eks.amazonaws.com/nodegroup", "kubernetes.azure.com/agentpool", "agentpool"});
    node.instance_type = first_of(labels, {"node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"});
    node.region = first_of(labels, {"topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"});
    node.zone = first_of(labels, {"topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"});
    node.capacity_type = capacity_type(labels);
    if (const auto count = parse_positive(first_of(labels, {"nvidia.com/gpu.count"}))) node.physical_gpus = *count;
}

GangName gang_of(const LabelMap& labels, const LabelMap& annotations) {
    for (const GangLabel& label : kGangLabels) {
        GangName gang{.kind = label.kind, .name = text_of(labels, annotations, label.key)};
        if (gang.name.empty()) continue;
        const std::string group = text_of(labels, annotations, kGroupIndex);
        if (gang.kind == "LeaderWorkerSet" && !group.empty()) gang.name += "-" + group;
        return gang;
    }
    return {};
}

std::string queue_of(const LabelMap& labels, const LabelMap& annotations) {
    for (const char* key : {"kueue.x-k8s.io/queue-name", "kai.scheduler/queue", "runai/queue",
                            "scheduling.volcano.sh/queue-name", "volcano.sh/queue-name"}) {
        std::string queue = text_of(labels, annotations, key);
        if (!queue.empty()) return queue;
    }
    return {};
}

}  // namespace arable::sources
