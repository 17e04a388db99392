// Real expositions; every count and value here was read off the file by eye or with grep.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prom/exposition.h"
#include "prom/recording_sink.h"

namespace arable::prom {
namespace {

constexpr Time kNow{1'700'000'000'000};

struct Capture {
    RecordingSink sink;
    ExpositionStats stats;
};

Capture read_capture(const std::string& name) {
    Capture capture;
    const auto file = wire::open_file("tests/captures/" + name);
    EXPECT_TRUE(file) << name;
    if (!file) return capture;
    auto stats = read_exposition(**file, capture.sink, {.default_time = kNow});
    EXPECT_TRUE(stats);
    capture.stats = std::move(*stats);
    EXPECT_EQ(capture.stats.bad_lines, 0U) << name;
    EXPECT_EQ(capture.stats.duplicates, 0U) << name;
    EXPECT_EQ(capture.stats.without_time, 0U) << name;
    EXPECT_FALSE(capture.stats.truncated) << name;
    return capture;
}

struct Expected {
    const char* name;
    std::uint64_t samples;
};

TEST(Captures, HoldTheSamplesThatWereCountedInThem) {
    const std::vector<Expected> files{
        {"dcgm-aicr/h100_8gpu_dynamo_vllm.prom", 30},
        {"dcgm-cncf-conformance/ericsson_t4.prom", 20},
        {"dcgm-cncf-conformance/kops_l4_idle.prom", 23},
        {"dcgm-cncf-conformance/upcloud_l40s.prom", 23},
        {"dcgm-cncf-conformance/vks_grid_a100_10c_vgpu.prom", 11},
        {"dcgm-nvidia-docs/a100_whole_and_mig_1g5gb.prom", 21},
        {"dcgm-nvidia-docs/blank_sentinel_memory_temp.prom", 3},
        {"dcgm-runai-samples/a100_mig_4_active_workloads.prom", 56},
        {"dcgm-runai-samples/a100_mig_active_2x1g5gb_2g10gb.prom", 42},
        {"dcgm-runai-samples/a100_mig_disabled_empty_scrape1.prom", 23},
        {"dcgm-runai-samples/a100_mig_disabled_empty_scrape2.prom", 23},
        {"dcgm-runai-samples/a100_mig_enabled_empty.prom", 14},
        {"dcgm-runai-samples/a100_mig_idle_1g5gb_allocated.prom", 14},
        {"dcgm-runai-samples/t4_fraction_1_workload.prom", 38},
        {"kube-state-metrics/ksm_node_exposition_gpu.prom", 16},
        {"kube-state-metrics/ksm_pod_exposition_gpu.prom", 41},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__idle.metrics", 132},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load.metrics", 138},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h100-mig__590.48.01__idle.metrics", 122},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h100-mig__590.48.01__load.metrics", 128},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h200__590.48.01__idle.metrics", 133},
        {"nvidia-smi-captures/linux-x86_64__nvidia-h200__590.48.01__load.metrics", 139},
        {"nvidia-smi-captures/linux-x86_64__nvidia-l40s__595.80__idle.metrics", 130},
        {"nvidia-smi-captures/linux-x86_64__nvidia-l40s__595.80__load.metrics", 134},
        {"sglang-metrics/sglang_llama3.1-8b_overloaded.prom", 70},
        {"triton-metrics/triton_trtllm.prom", 30},
        {"vllm-metrics/aibrix_vllm_v0_qwen2.5-coder-1.5b.prom", 29},
    };
    for (const auto& [name, samples] : files) {
        const auto capture = read_capture(name);
        EXPECT_EQ(capture.stats.samples, samples) << name;
        EXPECT_EQ(capture.sink.names.size(), samples) << name;  // a scrape names each series once
        EXPECT_EQ(capture.stats.created, 0U) << name;
    }
}

TEST(Captures, DcgmValuesAndLabelsAreThoseOfTheFile) {
    const auto h100 = read_capture("dcgm-aicr/h100_8gpu_dynamo_vllm.prom").sink;
    EXPECT_EQ(h100.value("DCGM_FI_DEV_GPU_TEMP{DCGM_FI_DRIVER_VERSION=\"580.105.08\",Hostname=\"gpu-node-1\","
                         "UUID=\"GPU-bc5610b9-79c8-fedd-8899-07539c7f868a\",device=\"nvidia1\",gpu=\"1\","
                         "modelName=\"NVIDIA H100 80GB HBM3\",pci_bus_id=\"00000000:64:00.0\"}"),
              29.0);
    EXPECT_EQ(h100.values("DCGM_FI_DEV_GPU_TEMP", "container=\"main\""), std::vector<double>{30.0});

    const auto mig = read_capture("dcgm-runai-samples/a100_mig_4_active_workloads.prom").sink;
    EXPECT_EQ(mig.values("DCGM_FI_DEV_FB_USED", "GPU_I_ID=\"8\""), std::vector<double>{4384.0});
    EXPECT_EQ(mig.values("DCGM_FI_DEV_FB_USED", "2g.10gb"), std::vector<double>{13.0});
    EXPECT_EQ(mig.values("DCGM_FI_DEV_FB_USED").size(), 4U);

    const auto blank = read_capture("dcgm-nvidia-docs/blank_sentinel_memory_temp.prom").sink;
    EXPECT_EQ(blank.values("DCGM_FI_DEV_MEMORY_TEMP"), std::vector<double>{9223372036854775808.0});
    EXPECT_EQ(blank.values("DCGM_FI_DEV_SM_CLOCK"), std::vector<double>{139.0});
}

TEST(Captures, KubeStateMetricsValuesAreThoseOfTheFile) {
    const auto nodes = read_capture("kube-state-metrics/ksm_node_exposition_gpu.prom").sink;
    EXPECT_EQ(nodes.value("kube_node_created{node=\"127.0.0.1\"}"), 1.5e9);
    EXPECT_EQ(nodes.value("kube_node_status_capacity{node=\"127.0.0.1\",resource=\"nvidia_com_gpu\",unit=\"integer\"}"),
              4.0);
    EXPECT_EQ(
        nodes.value("kube_node_status_allocatable{node=\"127.0.0.1\",resource=\"nvidia_com_gpu\",unit=\"integer\"}"),
        1.0);
    EXPECT_EQ(nodes.types.size(), 7U);
}

TEST(Captures, ServerValuesAreThoseOfTheFile) {
    const auto sglang = read_capture("sglang-metrics/sglang_llama3.1-8b_overloaded.prom").sink;
    const std::string model = "{model_name=\"meta-llama/Llama-3.1-8B-Instruct\"}";
    EXPECT_EQ(sglang.value("sglang:prompt_tokens_total" + model), 8'128'902.0);
    EXPECT_EQ(sglang.value("sglang:token_usage" + model), 0.28);
    EXPECT_EQ(sglang.value("sglang:num_queue_reqs" + model), 2826.0);
    EXPECT_EQ(sglang.values("sglang:time_to_first_token_seconds_bucket", "le=\"1\""), std::vector<double>{27.0});
    EXPECT_EQ(sglang.values("sglang:time_to_first_token_seconds_bucket", "le=\"+Inf\""), std::vector<double>{11008.0});

    const auto triton = read_capture("triton-metrics/triton_trtllm.prom").sink;
    EXPECT_EQ(triton.values("nv_trt_llm_kv_cache_block_metrics", "\"free\""), std::vector<double>{6239.0});
    EXPECT_EQ(triton.values("nv_trt_llm_kv_cache_block_metrics", "\"fraction\""), std::vector<double>{0.4875});

    const auto smi = read_capture("nvidia-smi-captures/linux-x86_64__nvidia-l40s__595.80__load.metrics").sink;
    EXPECT_EQ(smi.values("nvidia_smi_power_draw_watts"), std::vector<double>{110.23});
    EXPECT_EQ(smi.values("nvidia_smi_utilization_gpu_ratio"), std::vector<double>{0.09});
    EXPECT_EQ(smi.values("nvidia_smi_memory_used_bytes"), std::vector<double>{1294991360.0});
}

// 395 samples, 38 of which are "_created" beside their counter or histogram.
TEST(Captures, CreationTimesOfVllmAreLeftOut) {
    const auto capture = read_capture("vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom");
    EXPECT_EQ(capture.stats.created, 38U);
    EXPECT_EQ(capture.stats.samples, 357U);
    EXPECT_EQ(capture.sink.value("process_resident_memory_bytes"), 1126473728.0);
    EXPECT_EQ(capture.sink.value("process_start_time_seconds"), 1774011384.6);
}

}  // namespace
}  // namespace arable::prom
