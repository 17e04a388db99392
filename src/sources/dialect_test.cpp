#include "sources/dialect.h"

#include <cmath>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

using Q = model::Quantity;

const DialectRow& only(std::string_view name) {
    const auto rows = find_rows(name);
    EXPECT_EQ(rows.size(), 1U) << name;
    return rows.front();
}

TEST(Dialect, OldAndNewDcgmNamesAreOneQuantityInOneScale) {
    const std::map<std::string, std::string> renamed = {
        {"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_GPU_UTIL_RATIO"},
        {"DCGM_FI_PROF_GR_ENGINE_ACTIVE", "DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO"},
        {"DCGM_FI_PROF_SM_ACTIVE", "DCGM_FI_PROF_SM_UTIL_RATIO"},
        {"DCGM_FI_PROF_SM_OCCUPANCY", "DCGM_FI_PROF_SM_OCCUPANCY_RATIO"},
        {"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "DCGM_FI_PROF_TENSOR_UTIL_RATIO"},
        {"DCGM_FI_PROF_DRAM_ACTIVE", "DCGM_FI_PROF_DRAM_UTIL_RATIO"},
        {"DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_BOARD_POWER_WATTS"},
        {"DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_GPU_TEMP_CELSIUS"},
        {"DCGM_FI_DEV_XID_ERRORS", "DCGM_FI_DEV_XID_ERROR"},
        {"DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "DCGM_FI_DEV_PCIE_REPLAY_TOTAL"},
        {"DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", "DCGM_FI_DEV_CLOCKS_EVENT_REASONS"},
    };
    for (const auto& [old_name, new_name] : renamed) {
        EXPECT_EQ(only(old_name).quantity, only(new_name).quantity) << old_name;
        EXPECT_EQ(only(old_name).scale, only(new_name).scale) << old_name;
        EXPECT_EQ(only(old_name).not_on_mig, only(new_name).not_on_mig) << old_name;
    }
}

TEST(Dialect, ScaleIsDeclaredAndNotReadFromTheName) {
    EXPECT_EQ(only("DCGM_FI_DEV_GPU_UTIL_RATIO").scale, 0.01);
    EXPECT_EQ(only("hami_host_gpu_utilization_ratio").scale, 0.01);
    EXPECT_EQ(only("HostCoreUtilization").scale, 0.01);
    EXPECT_EQ(only("nvidia_smi_utilization_gpu_ratio").scale, 1.0);
    EXPECT_EQ(only("vllm:kv_cache_usage_perc").scale, 1.0);
    EXPECT_EQ(only("node_gpu_tensor_core_utilization").scale, 1.0);
    EXPECT_EQ(only("node_gpu_utilization").scale, 0.01);
    EXPECT_EQ(only("DCGM_FI_DEV_FB_USED").scale, 1048576.0);
    EXPECT_EQ(only("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION").scale, 1e-3);
    EXPECT_EQ(only("amd_gpu_energy_consumed").scale, 1e-6);
}

TEST(Dialect, EveryNameOfTheDefaultCounterFilesIsKnown) {
    for (const auto* file : {"default-counters.csv", "dcp-metrics-included.csv", "1.x-compatibility-metrics.csv"}) {
        std::ifstream in(std::string("tests/captures/dcgm-exporter-counters/") + file);
        ASSERT_TRUE(in) << file;
        int names = 0;
        for (std::string line; std::getline(in, line);) {
            const auto at = line.find_first_of("Dd");
            const auto comma = line.find(',');
            if (at == std::string::npos || comma == std::string::npos || comma < at) continue;
            if (line.compare(at, 5, "DCGM_") != 0 && line.compare(at, 5, "dcgm_") != 0) continue;
            const auto name = line.substr(at, line.find_first_of(", ", at) - at);
            ++names;
            EXPECT_TRUE(!find_rows(name).empty() || is_known_unused(name)) << file << ": " << name;
        }
        EXPECT_GT(names, 10) << file;
    }
}

TEST(Dialect, BlanksAreToldByTypeOfField) {
    EXPECT_TRUE(is_blank(9223372036854775794.0, Blank::int64));
    EXPECT_TRUE(is_blank(9.223372036854776e+18, Blank::real));
    EXPECT_TRUE(is_blank(140737488355328.0, Blank::real));
    EXPECT_TRUE(is_blank(140737488355331.0, Blank::real));
    EXPECT_TRUE(is_blank(2147483635.0, Blank::int32));
    EXPECT_TRUE(is_blank(std::nan(""), Blank::int64));
    EXPECT_FALSE(is_blank(140737488355329.0, Blank::int64));  // a byte counter may pass 2^47
    EXPECT_FALSE(is_blank(2147483633.0, Blank::int64));
    EXPECT_FALSE(is_blank(140737488355400.0, Blank::real));
}

TEST(Dialect, PartsOfKnownHistogramsAndOtherFamiliesAreNotUnknown) {
    EXPECT_TRUE(is_known_unused("vllm:time_to_first_token_seconds_bucket"));
    EXPECT_TRUE(is_known_unused("vllm:prompt_tokens_created"));
    EXPECT_TRUE(is_known_unused("vllm:inter_token_latency_seconds_sum"));
    EXPECT_TRUE(is_known_unused("kube_pod_container_status_ready"));
    EXPECT_TRUE(is_known_unused("node_load1"));
    EXPECT_FALSE(is_known_unused("DCGM_FI_PROF_NEW_THING_RATIO"));
    EXPECT_FALSE(is_known_unused("vllm:brand_new"));
    EXPECT_FALSE(is_known_unused("my_queue_depth"));
}

TEST(Dialect, ANewNameOfAnExporterThatIsReadIsUnknownNotUnused) {
    for (const char* name :
         {"nvidia_smi_utilization_sm_ratio", "nvidia_smi_memory_in_use_bytes", "amd_gpu_gfx_busy", "dcgm_sm_active",
          "hami_host_gpu_busy_ratio", "runai_gpu_utilization_per_node", "hw_gpu_busy_ratio", "xpum_gpu_utilization",
          "nv_gpu_busy", "tgi_request_output_tokens", "kueue_cluster_queue_nominal_amount"}) {
        EXPECT_TRUE(find_rows(name).empty()) << name;
        EXPECT_FALSE(is_known_unused(name)) << name;
    }
    EXPECT_TRUE(is_known_unused("nvidia_smi_ecc_mode_current"));
    EXPECT_TRUE(is_known_unused("kueue_pending_workloads"));
}

TEST(Dialect, OtherSpellingsOfServingNamesAreTheSame) {
    EXPECT_EQ(find_rows("vllm_num_requests_running").front().name, "vllm:num_requests_running");
    EXPECT_EQ(find_rows("ray_vllm_num_requests_running").front().name, "vllm:num_requests_running");
    EXPECT_EQ(find_rows("kubernetes.io/container/accelerator/duty_cycle").front().scale, 0.01);
    EXPECT_TRUE(find_rows("").empty());
}

}  // namespace
}  // namespace arable::sources
