// Device metrics of everybody but dcgm-exporter. Rank orders the sources of one quantity: 0 is dcgm-exporter.
#include "sources/dialect.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using D = Dialect;

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kPercent = 0.01;

constexpr DialectRow gpu(Dialect dialect, std::int32_t rank, std::string_view name, Q quantity, double scale = 1.0) {
    DialectRow row;
    row.name = name;
    row.dialect = dialect;
    row.of = RowOf::gpu;
    row.quantity = quantity;
    row.scale = scale;
    row.rank = rank;
    return row;
}
constexpr DialectRow with(DialectRow row, std::string_view label, std::string_view value = {}) {
    row.where_label = label;
    row.where_value = value;
    return row;
}
constexpr DialectRow part(DialectRow row, std::string_view addend) {
    row.addend = addend;
    return row;
}
constexpr DialectRow whole(DialectRow row) {
    row.whole_card = true;
    return row;
}
constexpr DialectRow not_on_mig(DialectRow row) {
    row.whole_card = true;
    row.not_on_mig = true;
    return row;
}
constexpr DialectRow smi(std::string_view name, Q quantity, std::int32_t rank = 10) {
    return whole(gpu(D::nvidia_gpu_exporter, rank, name, quantity));
}
constexpr DialectRow smi_mig(std::string_view name, Q quantity) {
    return gpu(D::nvidia_gpu_exporter, 10, name, quantity);
}
// device-metrics-exporter. Bare names are claimed only beside its own label.
constexpr DialectRow amd(std::string_view name, Q quantity, double scale, bool zero_on_part) {
    auto row = with(gpu(D::amd, 20, name, quantity, scale), "gpu_id");
    row.zero_on_part = zero_on_part;
    return row;
}
// CloudWatch: rows hold only for series of one card.
constexpr DialectRow insight(std::int32_t rank, std::string_view name, Q quantity, double scale = 1.0) {
    return with(gpu(D::cloudwatch, rank, name, quantity, scale), "GpuDevice");
}
constexpr DialectRow unused(Dialect dialect, std::string_view name) {
    DialectRow row;
    row.name = name;
    row.dialect = dialect;
    return row;
}
constexpr DialectRow share(Dialect dialect, std::int32_t rank, std::string_view name, Q quantity, double scale) {
    auto row = gpu(dialect, rank, name, quantity, scale);
    row.of = RowOf::pod;
    row.per_process = true;
    return row;
}
constexpr DialectRow state(Dialect dialect, std::string_view name, StateKind kind) {
    DialectRow row;
    row.name = name;
    row.dialect = dialect;
    row.of = RowOf::state;
    row.state = kind;
    return row;
}
constexpr DialectRow mode(DialectRow row) {
    row.state = StateKind::mig_mode;
    return row;
}

constexpr DialectRow kRows[] = {
    // nvidia_gpu_exporter: base units, ratios 0-1 (docs/METRICS.md).
    state(D::nvidia_gpu_exporter, "nvidia_smi_gpu_info", StateKind::gpu_info),
    state(D::nvidia_gpu_exporter, "nvidia_smi_mig_info", StateKind::mig_info),
    not_on_mig(smi("nvidia_smi_utilization_gpu_ratio", Q::gpu_util)),
    not_on_mig(smi("nvidia_smi_utilization_memory_ratio", Q::mem_copy_util)),
    smi("nvidia_smi_memory_used_bytes", Q::memory_used),
    smi("nvidia_smi_memory_free_bytes", Q::memory_free),
    smi("nvidia_smi_memory_total_bytes", Q::memory_total),
    smi("nvidia_smi_memory_reserved_bytes", Q::memory_reserved),
    smi("nvidia_smi_power_draw_instant_watts", Q::power, 12),
    smi("nvidia_smi_power_draw_watts", Q::power, 10),
    smi("nvidia_smi_power_draw_average_watts", Q::power, 11),
    smi("nvidia_smi_clocks_current_sm_clock_hz", Q::sm_clock),
    smi("nvidia_smi_temperature_gpu", Q::temperature),
    smi("nvidia_smi_energy_joules_total", Q::energy),
    smi("nvidia_smi_pcie_throughput_rx_bytes_per_second", Q::pcie_rx),
    smi("nvidia_smi_pcie_throughput_tx_bytes_per_second", Q::pcie_tx),
    smi("nvidia_smi_clocks_event_reasons_active", Q::clock_event_reasons),
    smi("nvidia_smi_clocks_event_reasons_counters_sw_power_cap_seconds", Q::power_violation),
    part(smi("nvidia_smi_clocks_event_reasons_counters_hw_thermal_slowdown_seconds", Q::thermal_violation), "hw"),
    part(smi("nvidia_smi_clocks_event_reasons_counters_sw_thermal_slowdown_seconds", Q::thermal_violation), "sw"),
    mode(smi("nvidia_smi_mig_mode_current", Q::mig_mode)),
    smi_mig("nvidia_smi_mig_memory_used_bytes", Q::memory_used),
    smi_mig("nvidia_smi_mig_memory_free_bytes", Q::memory_free),
    smi_mig("nvidia_smi_mig_memory_total_bytes", Q::memory_total),
    smi_mig("nvidia_smi_mig_memory_reserved_bytes", Q::memory_reserved),
    smi_mig("nvidia_smi_mig_graphics_activity_ratio", Q::engine_active),
    smi_mig("nvidia_smi_mig_sm_activity_ratio", Q::sm_active),
    smi_mig("nvidia_smi_mig_sm_occupancy_ratio", Q::sm_occupancy),
    smi_mig("nvidia_smi_mig_tensor_activity_ratio", Q::tensor_active),

    // AMD device-metrics-exporter, with and without its usual prefix.
    amd("gpu_gfx_activity", Q::engine_active, kPercent, true),
    amd("amd_gpu_gfx_activity", Q::engine_active, kPercent, true),
    amd("gpu_umc_activity", Q::mem_copy_util, kPercent, true),
    amd("amd_gpu_umc_activity", Q::mem_copy_util, kPercent, true),
    amd("gpu_used_vram", Q::memory_used, kMiB, true),
    amd("amd_gpu_used_vram", Q::memory_used, kMiB, true),
    amd("gpu_free_vram", Q::memory_free, kMiB, true),
    amd("amd_gpu_free_vram", Q::memory_free, kMiB, true),
    amd("gpu_total_vram", Q::memory_total, kMiB, true),
    amd("amd_gpu_total_vram", Q::memory_total, kMiB, true),
    amd("gpu_package_power", Q::power, 1.0, true),
    amd("amd_gpu_package_power", Q::power, 1.0, true),
    amd("gpu_average_package_power", Q::power, 1.0, true),
    amd("amd_gpu_average_package_power", Q::power, 1.0, true),
    amd("gpu_power_usage", Q::power, 1.0, true),
    amd("amd_gpu_power_usage", Q::power, 1.0, true),
    amd("gpu_energy_consumed", Q::energy, 1e-6, true),
    amd("amd_gpu_energy_consumed", Q::energy, 1e-6, true),
    amd("gpu_junction_temperature", Q::temperature, 1.0, true),
    amd("amd_gpu_junction_temperature", Q::temperature, 1.0, true),

    // Intel XPU Manager v1 and v2. Not verified.
    gpu(D::intel, 25, "xpum_engine_ratio", Q::engine_active),
    gpu(D::intel, 25, "xpum_memory_used_bytes", Q::memory_used),
    gpu(D::intel, 25, "xpum_power_watts", Q::power),
    gpu(D::intel, 25, "xpum_energy_joules_total", Q::energy),
    with(gpu(D::intel, 26, "hw_gpu_utilization_ratio", Q::engine_active), "hw_gpu_task"),
    with(gpu(D::intel, 26, "hw_memory_usage_bytes", Q::memory_used), "pci_bdf"),
    with(gpu(D::intel, 26, "hw_memory_size_bytes", Q::memory_total), "pci_bdf"),
    with(gpu(D::intel, 26, "hw_power_watts", Q::power), "pci_bdf"),
    with(gpu(D::intel, 26, "hw_energy_joules_total", Q::energy), "pci_bdf"),

    // GKE system metrics: percent, bytes. Not collected for time-shared or MPS GPUs.
    gpu(D::gke, 30, "kubernetes_io:container_accelerator_duty_cycle", Q::gpu_util, kPercent),
    gpu(D::gke, 30, "kubernetes_io:container_accelerator_memory_used", Q::memory_used),
    gpu(D::gke, 30, "kubernetes_io:container_accelerator_memory_total", Q::memory_total),

    // CloudWatch Container Insights: one card of a node, or a pod's view of its card (with the device's label), percent
    // but for the tensor pipe. Without that label: sums and means over nodes and pods.
    insight(35, "node_gpu_utilization", Q::gpu_util, kPercent),
    insight(35, "node_gpu_memory_used", Q::memory_used),
    insight(35, "node_gpu_memory_total", Q::memory_total),
    insight(35, "node_gpu_power_draw", Q::power),
    insight(35, "node_gpu_temperature", Q::temperature),
    insight(35, "node_gpu_tensor_core_utilization", Q::tensor_active),
    insight(36, "container_gpu_utilization", Q::gpu_util, kPercent),
    insight(36, "container_gpu_memory_used", Q::memory_used),
    insight(36, "container_gpu_memory_total", Q::memory_total),
    insight(36, "container_gpu_power_draw", Q::power),
    insight(36, "container_gpu_temperature", Q::temperature),
    insight(36, "container_gpu_tensor_core_utilization", Q::tensor_active),
    insight(37, "pod_gpu_utilization", Q::gpu_util, kPercent),
    insight(37, "pod_gpu_memory_used", Q::memory_used),
    insight(37, "pod_gpu_memory_total", Q::memory_total),
    insight(37, "pod_gpu_power_draw", Q::power),
    insight(37, "pod_gpu_temperature", Q::temperature),
    insight(37, "pod_gpu_tensor_core_utilization", Q::tensor_active),
    unused(D::cloudwatch, "node_gpu_memory_utilization"),
    unused(D::cloudwatch, "container_gpu_memory_utilization"),
    unused(D::cloudwatch, "pod_gpu_memory_utilization"),
    // GPUs asked for, not activity; dumps of pods say it better.
    unused(D::cloudwatch, "node_gpu_limit"),
    unused(D::cloudwatch, "node_gpu_usage_total"),
    unused(D::cloudwatch, "node_gpu_reserved_capacity"),
    unused(D::cloudwatch, "node_gpu_available_capacity"),
    unused(D::cloudwatch, "node_gpu_unreserved_capacity"),
    unused(D::cloudwatch, "pod_gpu_request"),
    unused(D::cloudwatch, "pod_gpu_limit"),
    unused(D::cloudwatch, "pod_gpu_usage_total"),
    unused(D::cloudwatch, "pod_gpu_reserved_capacity"),
    unused(D::cloudwatch, "cluster_gpu_usage_total"),

    // HAMi, renamed 18 March 2026. 0-100 although the new names say ratio.
    not_on_mig(gpu(D::hami, 40, "hami_host_gpu_utilization_ratio", Q::gpu_util, kPercent)),
    not_on_mig(gpu(D::hami, 40, "HostCoreUtilization", Q::gpu_util, kPercent)),
    gpu(D::hami, 40, "hami_host_gpu_memory_used_bytes", Q::memory_used),
    gpu(D::hami, 40, "HostGPUMemoryUsage", Q::memory_used),
    share(D::hami, 40, "hami_vgpu_memory_used_bytes", Q::process_gpu_memory, 1.0),
    share(D::hami, 40, "vGPU_device_memory_usage_in_bytes", Q::process_gpu_memory, 1.0),
    share(D::hami, 41, "hami_container_device_memory_bytes", Q::process_gpu_memory, 1.0),
    share(D::hami, 41, "Device_memory_desc_of_container", Q::process_gpu_memory, 1.0),
    share(D::hami, 40, "hami_container_device_utilization_ratio", Q::process_gpu_util, kPercent),
    share(D::hami, 40, "Device_utilization_desc_of_container", Q::process_gpu_util, kPercent),
    state(D::hami, "hami_vgpu_memory_allocated_bytes", StateKind::promise),
    state(D::hami, "vGPUMemoryAllocated", StateKind::promise),
    state(D::hami, "hami_node_gpu_mig_instance_info", StateKind::mig_info),
    state(D::hami, "nodeGPUMigInstance", StateKind::mig_info),

    // Run:ai control plane, names up to 2.16.
    not_on_mig(gpu(D::runai, 50, "runai_gpu_utilization_per_gpu", Q::gpu_util, kPercent)),
    gpu(D::runai, 50, "runai_gpu_memory_used_mebibytes_per_gpu", Q::memory_used, kMiB),
    gpu(D::runai, 50, "runai_gpu_memory_total_mebibytes_per_gpu", Q::memory_total, kMiB),
    share(D::runai, 50, "runai_gpu_utilization_per_pod_per_gpu", Q::process_gpu_util, kPercent),

    // Triton's own view of the cards.
    not_on_mig(gpu(D::triton, 60, "nv_gpu_utilization", Q::gpu_util)),
    whole(gpu(D::triton, 60, "nv_gpu_memory_used_bytes", Q::memory_used)),
    whole(gpu(D::triton, 60, "nv_gpu_memory_total_bytes", Q::memory_total)),
    whole(gpu(D::triton, 60, "nv_gpu_power_usage", Q::power)),
    whole(gpu(D::triton, 60, "nv_energy_consumption", Q::energy)),
};

}  // namespace

std::span<const DialectRow> other_gpu_rows() { return kRows; }

}  // namespace arable::sources
