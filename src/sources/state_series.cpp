#include "sources/state_series.h"

#include <algorithm>

#include "sources/resource_names.h"

namespace arable::sources {
namespace {

using series::Labels;
using S = StateKind;

// Labels that are read, as Kubernetes spells them. kube-state-metrics puts "label_" before them and turns all but
// letters and digits into "_".
constexpr std::string_view kLabels[] = {
    "node.kubernetes.io/instance-type",
    "beta.kubernetes.io/instance-type",
    "topology.kubernetes.io/region",
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "karpenter.sh/capacity-type",
    "karpenter.sh/nodepool",
    "eks.amazonaws.com/capacityType",
    "eks.amazonaws.com/nodegroup",
    "cloud.google.com/gke-nodepool",
    "cloud.google.com/gke-spot",
    "cloud.google.com/gke-preemptible",
    "cloud.google.com/gke-accelerator",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "kubernetes.azure.com/scalesetpriority",
    "node.kubernetes.io/lifecycle",
    "nvidia.com/gpu.product",
    "nvidia.com/gpu.count",
    "nvidia.com/gpu.memory",
    "nvidia.com/gpu.replicas",
    "nvidia.com/gpu.sharing-strategy",
    "nvidia.com/gpu.family",
    "nvidia.com/mig.strategy",
    "nvidia.com/mig.config",
    "nvidia.com/mig.config.state",
    "nvidia.com/device-plugin.config",
    "amd.com/gpu.product-name",
    "app",
    "app.kubernetes.io/name",
    "app.kubernetes.io/instance",
    "app.kubernetes.io/component",
    "component",
    "job-name",
    "batch.kubernetes.io/job-name",
    "batch.kubernetes.io/job-completion-index",
    "kueue.x-k8s.io/queue-name",
    "kueue.x-k8s.io/pod-group-name",
    "kai.scheduler/queue",
    "runai/queue",
    "scheduling.volcano.sh/queue-name",
    "volcano.sh/queue-name",
    "volcano.sh/job-name",
    "scheduling.x-k8s.io/pod-group",
    "scheduling.k8s.io/group-name",
    "pod-group-name",
    "pod-group.scheduling.sigs.k8s.io",
    "jobset.sigs.k8s.io/jobset-name",
    "leaderworkerset.sigs.k8s.io/name",
    "leaderworkerset.sigs.k8s.io/group-index",
    "training.kubeflow.org/job-name",
    "ray.io/cluster",
    "notebook-name",
};

char mangled(char c) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return kept ? c : '_';
}

std::string label_lines(const Labels& labels) {
    std::string out;
    for (const auto& label : labels.labels) {
        const auto key = kubernetes_label(label.name);
        if (key.empty() || label.value.find('\n') != std::string::npos) continue;
        out += std::string(key) + "=" + label.value + "\n";
    }
    return out;
}

bool wanted_resource(std::string_view resource) {
    return resource == "cpu" || resource == "memory" || resource == "pods" || find_gpu_resource(resource).has_value();
}

std::string text(const Labels& labels, std::string_view name) { return std::string(labels.get(name)); }

std::optional<StateSeries> of_pod(StateKind kind, const Labels& labels, StateSeries out) {
    out.keys.plain.ns = label_or(labels, "exported_namespace", "namespace");
    out.keys.plain.name = label_or(labels, "exported_pod", "pod");
    out.keys.plain.uid = text(labels, "uid");
    if (out.keys.plain.name.empty()) return std::nullopt;
    switch (kind) {
        case S::pod_info:
            out.a = label_or(labels, "exported_node", "node");
            out.b = label_or(labels, "priority_class", "");
            out.c = text(labels, "pod_ip");
            break;
        case S::pod_owner:
            out.a = label_or(labels, "owner_kind", "");
            out.b = label_or(labels, "owner_name", "");
            break;
        case S::pod_phase:
            out.a = text(labels, "phase");
            break;
        case S::pod_reason:
            out.a = text(labels, "reason");
            break;
        case S::pod_request:
        case S::pod_init_request:
        case S::pod_limit:
            out.a = label_or(labels, "exported_container", "container");
            out.b = text(labels, "resource");
            out.c = label_or(labels, "exported_node", "node");
            if (!wanted_resource(out.b)) return std::nullopt;
            break;
        case S::pod_labels:
            out.a = label_lines(labels);
            if (out.a.empty()) return std::nullopt;
            break;
        case S::pod_claim:
            out.a = text(labels, "resourceclaim_name");
            break;
        case S::pod_scheduler:
            out.a = text(labels, "name");
            break;
        case S::container_started:
            out.a = label_or(labels, "exported_container", "container");
            break;
        default:
            break;
    }
    return out;
}

std::optional<StateSeries> of_node(StateKind kind, const Labels& labels, StateSeries out) {
    out.keys.object = label_or(labels, "exported_node", "node");
    if (out.keys.object.empty()) return std::nullopt;
    switch (kind) {
        case S::node_info:
            out.a = text(labels, "system_uuid");
            out.b = text(labels, "provider_id");
            out.c = text(labels, "internal_ip");
            break;
        case S::node_labels:
            out.a = label_lines(labels);
            break;
        case S::node_condition:
            out.a = text(labels, "condition");
            if (out.a != "Ready" || labels.get("status") != "true") return std::nullopt;
            break;
        case S::node_taint:
            out.a = text(labels, "key");
            out.b = text(labels, "value");
            out.c = text(labels, "effect");
            break;
        case S::node_allocatable:
        case S::node_capacity:
            out.a = text(labels, "resource");
            if (!wanted_resource(out.a)) return std::nullopt;
            break;
        default:
            break;
    }
    return out;
}

// Owners, quotas and queues: an object with a namespace (not the queues) and a name.
std::optional<StateSeries> of_object(StateKind kind, const Labels& labels, StateSeries out) {
    out.keys.plain.ns = label_or(labels, "exported_namespace", "namespace");
    std::string_view name_label;
    switch (kind) {
        case S::replicaset_owner:
        case S::replicaset_replicas:
            name_label = "replicaset";
            break;
        case S::job_owner:
        case S::job_parallelism:
            name_label = "job_name";
            break;
        case S::deployment_replicas:
            name_label = "deployment";
            break;
        case S::statefulset_replicas:
            name_label = "statefulset";
            break;
        case S::quota:
            name_label = "resourcequota";
            break;
        default:
            name_label = "cluster_queue";
            break;
    }
    out.keys.object = text(labels, name_label);
    if (out.keys.object.empty()) return std::nullopt;
    if (kind == S::replicaset_owner || kind == S::job_owner) {
        out.a = label_or(labels, "owner_kind", "");
        out.b = label_or(labels, "owner_name", "");
        return out;
    }
    if (kind != S::quota && kind != S::queue_quota && kind != S::queue_usage) return out;
    out.a = kind == S::quota ? "" : text(labels, "flavor");
    out.b = text(labels, "resource");
    out.c = kind == S::quota ? text(labels, "type") : "";
    if (kind != S::quota) out.keys.plain = {};
    std::string_view resource = out.b;
    if (resource.starts_with("requests.")) resource.remove_prefix(9);
    if (!find_gpu_resource(resource)) return std::nullopt;
    return out;
}

}  // namespace

std::optional<StateSeries> read_state(StateKind kind, const Labels& labels, std::string_view cluster_label) {
    StateSeries out;
    if (kind == S::gpu_info || kind == S::mig_info) {
        out.keys = device_keys(labels, cluster_label);
        if (kind == S::gpu_info) out.keys.product = text(labels, "name");
        return out;
    }
    if (kind == S::promise) {
        out.keys = container_keys(labels, cluster_label);
        out.keys.plain_container.clear();
        if (out.keys.uuid.empty() || out.keys.plain.name.empty()) return std::nullopt;
        return out;
    }
    out.keys.cluster = node_keys(labels, cluster_label).cluster;
    if (kind >= S::pod_info && kind <= S::container_started) return of_pod(kind, labels, std::move(out));
    if (kind >= S::node_info && kind <= S::node_pci_devices) return of_node(kind, labels, std::move(out));
    return of_object(kind, labels, std::move(out));
}

bool needs_track(StateKind kind) {
    return kind == S::node_info || kind == S::node_created || kind == S::node_condition || kind == S::node_cordoned ||
           kind == S::node_allocatable;
}

std::string_view kubernetes_label(std::string_view text) {
    if (!text.starts_with("label_")) return {};
    text.remove_prefix(6);
    const auto* found = std::ranges::find_if(kLabels, [&](std::string_view label) {
        return std::ranges::equal(label, text, [](char a, char b) { return mangled(a) == b; });
    });
    return found == std::end(kLabels) ? std::string_view() : *found;
}

std::map<std::string, std::string> parse_label_lines(std::string_view text) {
    std::map<std::string, std::string> out;
    for (std::size_t from = 0; from < text.size();) {
        const auto to = std::min(text.find('\n', from), text.size());
        const auto line = text.substr(from, to - from);
        const auto equals = line.find('=');
        if (equals != std::string_view::npos) {
            out.emplace(std::string(line.substr(0, equals)), std::string(line.substr(equals + 1)));
        }
        from = to + 1;
    }
    return out;
}

}  // namespace arable::sources
