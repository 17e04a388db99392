// dcgm-exporter: the names of its counter files, and those that DCGM 4.6 (July 2026) introduced for the same fields.
// Units are those of the DCGM field (dcgm_fields.h), whatever the name says: GPU_UTIL_RATIO is percent, FB is MiB.
#include "sources/dialect.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;

constexpr double kMiB = 1024.0 * 1024.0;

constexpr DialectRow gauge(std::string_view name, Q quantity, double scale, Blank blank) {
    DialectRow row;
    row.name = name;
    row.dialect = Dialect::dcgm;
    row.of = RowOf::gpu;
    row.quantity = quantity;
    row.scale = scale;
    row.blank = blank;
    return row;
}
constexpr DialectRow profile(std::string_view name, Q quantity) { return gauge(name, quantity, 1.0, Blank::real); }
// Of the card, also when the exporter prints it once for every MIG instance.
constexpr DialectRow card(std::string_view name, Q quantity, double scale, Blank blank) {
    auto row = gauge(name, quantity, scale, blank);
    row.whole_card = true;
    return row;
}
constexpr DialectRow not_on_mig(std::string_view name, Q quantity, double scale, Blank blank) {
    auto row = card(name, quantity, scale, blank);
    row.not_on_mig = true;
    return row;
}
constexpr DialectRow mig_mode(std::string_view name) {
    auto row = card(name, Q::mig_mode, 1.0, Blank::int32);
    row.state = StateKind::mig_mode;
    return row;
}
constexpr DialectRow unused(std::string_view name) {
    DialectRow row;
    row.name = name;
    row.dialect = Dialect::dcgm;
    return row;
}

constexpr DialectRow kRows[] = {
    profile("DCGM_FI_PROF_GR_ENGINE_ACTIVE", Q::engine_active),
    profile("DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO", Q::engine_active),
    profile("DCGM_FI_PROF_SM_ACTIVE", Q::sm_active),
    profile("DCGM_FI_PROF_SM_UTIL_RATIO", Q::sm_active),
    profile("DCGM_FI_PROF_SM_OCCUPANCY", Q::sm_occupancy),
    profile("DCGM_FI_PROF_SM_OCCUPANCY_RATIO", Q::sm_occupancy),
    profile("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Q::tensor_active),
    profile("DCGM_FI_PROF_TENSOR_UTIL_RATIO", Q::tensor_active),
    profile("DCGM_FI_PROF_DRAM_ACTIVE", Q::dram_active),
    profile("DCGM_FI_PROF_DRAM_UTIL_RATIO", Q::dram_active),
    not_on_mig("DCGM_FI_DEV_GPU_UTIL", Q::gpu_util, 0.01, Blank::int64),
    not_on_mig("DCGM_FI_DEV_GPU_UTIL_RATIO", Q::gpu_util, 0.01, Blank::int64),  // percent under both names
    not_on_mig("DCGM_FI_DEV_MEM_COPY_UTIL", Q::mem_copy_util, 0.01, Blank::int64),
    gauge("DCGM_FI_DEV_FB_USED", Q::memory_used, kMiB, Blank::int64),
    gauge("DCGM_FI_DEV_FB_FREE", Q::memory_free, kMiB, Blank::int64),
    gauge("DCGM_FI_DEV_FB_RESERVED", Q::memory_reserved, kMiB, Blank::int64),
    gauge("DCGM_FI_DEV_FB_TOTAL", Q::memory_total, kMiB, Blank::int64),
    card("DCGM_FI_DEV_POWER_USAGE", Q::power, 1.0, Blank::real),
    card("DCGM_FI_DEV_BOARD_POWER_WATTS", Q::power, 1.0, Blank::real),
    card("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", Q::energy, 1e-3, Blank::int64),  // mJ since driver load
    card("DCGM_FI_DEV_SM_CLOCK", Q::sm_clock, 1e6, Blank::int64),
    card("DCGM_FI_DEV_GPU_TEMP", Q::temperature, 1.0, Blank::int64),
    card("DCGM_FI_DEV_GPU_TEMP_CELSIUS", Q::temperature, 1.0, Blank::int64),
    card("DCGM_FI_PROF_PCIE_RX_BYTES", Q::pcie_rx, 1.0, Blank::int64),  // a rate, as the GPU sees it
    card("DCGM_FI_PROF_PCIE_TX_BYTES", Q::pcie_tx, 1.0, Blank::int64),
    card("DCGM_FI_PROF_NVLINK_RX_BYTES", Q::nvlink_rx, 1.0, Blank::int64),
    card("DCGM_FI_PROF_NVLINK_TX_BYTES", Q::nvlink_tx, 1.0, Blank::int64),
    card("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", Q::clock_event_reasons, 1.0, Blank::int64),
    card("DCGM_FI_DEV_CLOCKS_EVENT_REASONS", Q::clock_event_reasons, 1.0, Blank::int64),
    card("DCGM_FI_DEV_POWER_VIOLATION", Q::power_violation, 1e-9, Blank::int64),  // ns; old help texts said us
    card("DCGM_FI_DEV_THERMAL_VIOLATION", Q::thermal_violation, 1e-9, Blank::int64),
    card("DCGM_FI_DEV_XID_ERRORS", Q::xid, 1.0, Blank::int64),  // the last number, not a count
    card("DCGM_FI_DEV_XID_ERROR", Q::xid, 1.0, Blank::int64),
    unused("DCGM_FI_DEV_PCIE_REPLAY_COUNTER"),
    unused("DCGM_FI_DEV_PCIE_REPLAY_TOTAL"),
    mig_mode("DCGM_FI_DEV_MIG_MODE"),
    // The names of exporters before 2.0 (1.x-compatibility-metrics.csv).
    not_on_mig("dcgm_gpu_utilization", Q::gpu_util, 0.01, Blank::int64),
    not_on_mig("dcgm_mem_copy_utilization", Q::mem_copy_util, 0.01, Blank::int64),
    gauge("dcgm_fb_used", Q::memory_used, kMiB, Blank::int64),
    gauge("dcgm_fb_free", Q::memory_free, kMiB, Blank::int64),
    card("dcgm_power_usage", Q::power, 1.0, Blank::real),
    card("dcgm_total_energy_consumption", Q::energy, 1e-3, Blank::int64),
    card("dcgm_sm_clock", Q::sm_clock, 1e6, Blank::int64),
    card("dcgm_gpu_temp", Q::temperature, 1.0, Blank::int64),
    card("dcgm_xid_errors", Q::xid, 1.0, Blank::int64),
    unused("dcgm_pcie_replay_counter"),
    card("dcgm_power_violation", Q::power_violation, 1e-9, Blank::int64),
    card("dcgm_thermal_violation", Q::thermal_violation, 1e-9, Blank::int64),
    profile("dcgm_fi_prof_gr_engine_active", Q::engine_active),
    profile("dcgm_fi_prof_sm_active", Q::sm_active),
    profile("dcgm_fi_prof_sm_occupancy", Q::sm_occupancy),
    profile("dcgm_fi_prof_pipe_tensor_active", Q::tensor_active),
    profile("dcgm_fi_prof_dram_active", Q::dram_active),
    unused("dcgm_fi_prof_pcie_rx_bytes"),  // typed counter or rate, depending on the version
    unused("dcgm_fi_prof_pcie_tx_bytes"),
    unused("DCGM_FI_DEV_FB_USED_PERCENT"),
    unused("DCGM_FI_DEV_FB_USED_RATIO"),
    unused("DCGM_FI_DEV_ENC_UTIL"),
    unused("DCGM_FI_DEV_DEC_UTIL"),
    unused("DCGM_FI_DEV_MEM_CLOCK"),
    unused("DCGM_FI_DEV_MEMORY_TEMP"),
    unused("DCGM_FI_DEV_MEMORY_TEMP_CELSIUS"),
    unused("DCGM_FI_PROF_PIPE_FP64_ACTIVE"),
    unused("DCGM_FI_PROF_PIPE_FP32_ACTIVE"),
    unused("DCGM_FI_PROF_PIPE_FP16_ACTIVE"),
    unused("DCGM_FI_PROF_FP64_UTIL_RATIO"),
    unused("DCGM_FI_PROF_FP32_UTIL_RATIO"),
    unused("DCGM_FI_PROF_FP16_UTIL_RATIO"),
    unused("DCGM_FI_PROF_PIPE_TENSOR_IMMA_ACTIVE"),
    unused("DCGM_FI_PROF_PIPE_TENSOR_HMMA_ACTIVE"),
    unused("DCGM_FI_PROF_PIPE_TENSOR_DFMA_ACTIVE"),
    unused("DCGM_FI_PROF_IMMA_UTIL_RATIO"),
    unused("DCGM_FI_PROF_HMMA_UTIL_RATIO"),
    unused("DCGM_FI_PROF_DFMA_UTIL_RATIO"),
    unused("DCGM_FI_PROF_PCIE_RX_BYTES_TOTAL"),
    unused("DCGM_FI_PROF_PCIE_TX_BYTES_TOTAL"),
    unused("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL"),  // its unit depends on the driver
    unused("DCGM_FI_DEV_NVLINK_THROUGHPUT_TOTAL"),
    unused("DCGM_FI_DEV_NVLINK_BANDWIDTH_L0"),
    unused("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL"),
    unused("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL"),
    unused("DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL"),
    unused("DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL"),
    unused("DCGM_FI_DEV_BOARD_LIMIT_VIOLATION"),
    unused("DCGM_FI_DEV_LOW_UTIL_VIOLATION"),
    unused("DCGM_FI_DEV_RELIABILITY_VIOLATION"),
    unused("DCGM_FI_DEV_SYNC_BOOST_VIOLATION"),
    unused("DCGM_FI_DEV_ROW_REMAP_FAILURE"),
    unused("DCGM_FI_DEV_ROW_REMAP_FAILED"),
    unused("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS"),
    unused("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS"),
    unused("DCGM_FI_DEV_ROW_REMAP_CORRECTABLE_TOTAL"),
    unused("DCGM_FI_DEV_ROW_REMAP_UNCORRECTABLE_TOTAL"),
    unused("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"),
    unused("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL"),
    unused("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL"),
    unused("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL"),
    unused("DCGM_FI_DEV_RETIRED_SBE"),
    unused("DCGM_FI_DEV_RETIRED_DBE"),
    unused("DCGM_FI_DEV_RETIRED_PENDING"),
    unused("DCGM_FI_DEV_VGPU_LICENSE_STATUS"),
    unused("DCGM_EXP_XID_ERRORS_COUNT"),
    unused("DCGM_EXP_CLOCK_EVENTS_COUNT"),
    unused("DCGM_EXP_GPU_HEALTH_STATUS"),
    unused("DCGM_EXP_P2P_STATUS"),
    unused("DCGM_FI_DEV_BRAND"),
    unused("DCGM_FI_DEV_OEM_INFOROM_VER"),
    unused("DCGM_FI_DEV_ECC_INFOROM_VER"),
    unused("DCGM_FI_DEV_POWER_INFOROM_VER"),
    unused("DCGM_FI_DEV_INFOROM_IMAGE_VER"),
    unused("DCGM_FI_NVML_VERSION"),
    unused("DCGM_FI_DEV_SERIAL"),
    unused("DCGM_FI_DEV_VBIOS_VERSION"),
    unused("DCGM_FI_DRIVER_VERSION"),
    unused("DCGM_FI_SYSTEM_DRIVER_VERSION"),
};

}  // namespace

std::span<const DialectRow> dcgm_rows() { return kRows; }

}  // namespace arable::sources
