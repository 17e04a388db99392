// What the cluster says about itself: kube-state-metrics, cAdvisor, node_exporter, GPU operator, Kueue, OpenCost.
#include "sources/dialect.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using D = Dialect;
using S = StateKind;

constexpr DialectRow state(std::string_view name, StateKind kind, Dialect dialect = D::kube_state_metrics) {
    DialectRow out;
    out.name = name;
    out.dialect = dialect;
    out.of = RowOf::state;
    out.state = kind;
    return out;
}
constexpr DialectRow value(Dialect dialect, RowOf of, std::string_view name, Q quantity) {
    DialectRow out;
    out.name = name;
    out.dialect = dialect;
    out.of = of;
    out.quantity = quantity;
    return out;
}
constexpr DialectRow pod(std::string_view name, Q quantity) { return value(D::cadvisor, RowOf::pod, name, quantity); }
constexpr DialectRow unused(Dialect dialect, std::string_view name) {
    DialectRow out;
    out.name = name;
    out.dialect = dialect;
    return out;
}

constexpr DialectRow kRows[] = {
    state("kube_pod_info", S::pod_info),
    state("kube_pod_owner", S::pod_owner),
    state("kube_pod_status_phase", S::pod_phase),
    state("kube_pod_created", S::pod_created),
    state("kube_pod_start_time", S::pod_started),
    state("kube_pod_status_scheduled_time", S::pod_scheduled),
    state("kube_pod_completion_time", S::pod_completed),
    state("kube_pod_deletion_timestamp", S::pod_deleted),
    state("kube_pod_status_unschedulable", S::pod_unschedulable),
    state("kube_pod_status_reason", S::pod_reason),
    state("kube_pod_container_resource_requests", S::pod_request),
    state("kube_pod_init_container_resource_requests", S::pod_init_request),
    state("kube_pod_container_resource_limits", S::pod_limit),
    state("kube_pod_labels", S::pod_labels),
    state("kube_pod_resourceclaim_info", S::pod_claim),
    state("kube_pod_scheduler", S::pod_scheduler),
    state("kube_pod_container_state_started", S::container_started),
    state("kube_node_info", S::node_info),
    state("kube_node_created", S::node_created),
    state("kube_node_labels", S::node_labels),
    state("kube_node_status_condition", S::node_condition),
    state("kube_node_spec_unschedulable", S::node_cordoned),
    state("kube_node_spec_taint", S::node_taint),
    state("kube_node_status_allocatable", S::node_allocatable),
    state("kube_node_status_capacity", S::node_capacity),
    state("kube_replicaset_owner", S::replicaset_owner),
    state("kube_job_owner", S::job_owner),
    state("kube_replicaset_spec_replicas", S::replicaset_replicas),
    state("kube_deployment_spec_replicas", S::deployment_replicas),
    state("kube_statefulset_replicas", S::statefulset_replicas),
    state("kube_job_spec_parallelism", S::job_parallelism),
    state("kube_resourcequota", S::quota),

    state("gpu_operator_nvidia_pci_devices_total", S::node_pci_devices, D::gpu_operator),
    unused(D::gpu_operator, "gpu_operator_node_device_plugin_devices_total"),
    unused(D::gpu_operator, "gpu_operator_node_driver_ready"),
    unused(D::gpu_operator, "gpu_operator_node_plugin_ready"),
    unused(D::gpu_operator, "gpu_operator_node_cuda_ready"),
    unused(D::gpu_operator, "gpu_operator_node_toolkit_ready"),

    state("kueue_cluster_queue_resource_nominal_quota", S::queue_quota, D::kueue),
    state("kueue_cluster_queue_nominal_quota", S::queue_quota, D::kueue),
    state("kueue_cluster_queue_resource_usage", S::queue_usage, D::kueue),

    pod("container_cpu_usage_seconds_total", Q::cpu_used),
    pod("container_cpu_cfs_periods_total", Q::cpu_periods),
    pod("container_cpu_cfs_throttled_periods_total", Q::cpu_throttled),
    pod("container_pressure_cpu_waiting_seconds_total", Q::cpu_pressure),
    pod("container_pressure_io_waiting_seconds_total", Q::io_pressure),
    unused(D::cadvisor, "container_memory_working_set_bytes"),  // one a container of the whole cluster
    unused(D::cadvisor, "container_oom_events_total"),

    value(D::node_exporter, RowOf::node, "node_pressure_cpu_waiting_seconds_total", Q::node_cpu_pressure),

    unused(D::other, "node_gpu_hourly_cost"),
    unused(D::other, "node_gpu_count"),
    unused(D::other, "container_gpu_allocation"),
    unused(D::other, "up"),
    unused(D::other, "ALERTS"),
    unused(D::other, "ALERTS_FOR_STATE"),
};

}  // namespace

std::span<const DialectRow> cluster_rows() { return kRows; }

}  // namespace arable::sources
