// Real expositions, read whole; the numbers were read off the files by hand.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "prom/exposition.h"
#include "sources/metric_ingest.h"
#include "wire/byte_source.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;

constexpr Time kScrape{1'700'000'000'000};

class Captured {
  public:
    explicit Captured(const std::vector<std::string>& files) {
        MetricIngest ingest(store_);
        for (const auto& file : files) {
            auto source = wire::open_file("tests/captures/" + file);
            EXPECT_TRUE(source) << file;
            if (!source) continue;
            EXPECT_TRUE(prom::read_exposition(**source, ingest, {.default_time = kScrape})) << file;
        }
        auto finished = ingest.finish();
        EXPECT_TRUE(finished);
        if (finished) facts = std::move(*finished);
    }
    // All values of a quantity (of one instance), by instance.
    std::vector<double> values(Q quantity, std::optional<int> instance = std::nullopt) const {
        std::vector<double> out;
        for (const auto& track : facts.tracks) {
            if (track.quantity != quantity || track.instance != instance) continue;
            const auto samples = store_.read(series::TrackRef{track.track});
            for (const auto& sample : *samples) out.push_back(sample.value);
        }
        return out;
    }
    std::int64_t gap(model::Gap::Kind kind, std::string_view subject) const {
        std::int64_t count = 0;
        for (const auto& found : facts.gaps) {
            if (found.kind == kind && found.subject == subject) count += found.count;
        }
        return count;
    }
    Facts facts;

  private:
    series::TrackStore store_;
};

constexpr double kMiB = 1048576.0;

TEST(MetricCaptures, FourMigInstancesOfAnA100) {
    const Captured read({"dcgm-runai-samples/a100_mig_4_active_workloads.prom"});
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    const auto& gpu = read.facts.gpus.front();
    EXPECT_EQ(gpu.key.uuid, "473571f2-fb37-ef7e-50fe-9885b74a23cd");
    EXPECT_EQ(gpu.key.node, "");
    EXPECT_EQ(gpu.key.exporter, "nvidia-dcgm-exporter-tl46n");  // the exporter's pod, not a node
    EXPECT_EQ(gpu.key.index, 0);
    EXPECT_EQ(gpu.product_name, "NVIDIA A100-SXM4-40GB");
    EXPECT_FALSE(gpu.memory);  // only instances print theirs
    ASSERT_TRUE(gpu.layout);
    EXPECT_EQ(gpu.layout->kind, model::LayoutKind::mig);
    ASSERT_EQ(gpu.layout->instances.size(), 4U);
    EXPECT_EQ(gpu.layout->instances[0].id, 5);
    EXPECT_EQ(gpu.layout->instances[0].printed, "2g.10gb");
    EXPECT_EQ(gpu.layout->instances[3].id, 9);
    EXPECT_EQ(gpu.layout->instances[3].compute_slices, 1);
    EXPECT_EQ(read.values(Q::memory_used, 8), (std::vector<double>{4384 * kMiB}));
    EXPECT_EQ(read.values(Q::memory_free, 5), (std::vector<double>{9843 * kMiB}));
    EXPECT_EQ(read.values(Q::engine_active, 8), (std::vector<double>{0.408493}));
    // Power is the card's although it is printed four times; of readings of one time one stays.
    EXPECT_EQ(read.values(Q::power), (std::vector<double>{112.252}));
    EXPECT_TRUE(read.values(Q::power, 8).empty());
    EXPECT_FALSE(read.facts.has_label_claims);
}

TEST(MetricCaptures, AWholeA100AndAnInstance) {
    const Captured read({"dcgm-nvidia-docs/a100_whole_and_mig_1g5gb.prom"});
    EXPECT_EQ(read.values(Q::engine_active), (std::vector<double>{0.995630}));
    EXPECT_EQ(read.values(Q::engine_active, 13), (std::vector<double>{0.995687}));
    EXPECT_EQ(read.values(Q::dram_active, 13), (std::vector<double>{0.800339}));
    EXPECT_DOUBLE_EQ(read.values(Q::energy).at(0), 319159.391);  // mJ -> J
    EXPECT_EQ(read.values(Q::pcie_rx), (std::vector<double>{97863601}));
    EXPECT_EQ(read.values(Q::sm_clock), (std::vector<double>{1215e6}));
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    EXPECT_EQ(read.facts.gpus.front().memory, mebibytes(35690 + 4845));
}

TEST(MetricCaptures, EightH100sOfWhichOneHasAnOwner) {
    const Captured read({"dcgm-aicr/h100_8gpu_dynamo_vllm.prom"});
    EXPECT_EQ(read.facts.gpus.size(), 8U);
    EXPECT_TRUE(read.facts.has_label_claims);
    const auto power = read.values(Q::power);
    EXPECT_EQ(power.size(), 8U);
    EXPECT_TRUE(std::ranges::count(power, 113.611) == 1 && std::ranges::count(power, 66.997) == 1);
    for (const auto& track : read.facts.tracks) {
        EXPECT_EQ(track.gpu.exporter, "gpu-node-1");
        EXPECT_EQ(track.pod.name, track.gpu.index == 0 ? "vllm-agg-0-vllmdecodeworker-s65j5" : "");
    }
}

TEST(MetricCaptures, ABlankMemoryTemperatureIsKnownAndNotUsed) {
    const Captured read({"dcgm-nvidia-docs/blank_sentinel_memory_temp.prom"});
    EXPECT_EQ(read.values(Q::sm_clock), (std::vector<double>{139e6}));
    EXPECT_EQ(read.facts.tracks.size(), 1U);
    EXPECT_EQ(std::ranges::count(read.facts.gaps, model::Gap::Kind::unknown_metric, &model::Gap::kind), 0);
}

TEST(MetricCaptures, OneT4AndAVgpu) {
    const Captured t4({"dcgm-cncf-conformance/ericsson_t4.prom"});
    EXPECT_EQ(t4.values(Q::memory_used), (std::vector<double>{5120 * kMiB}));
    EXPECT_DOUBLE_EQ(t4.values(Q::energy).at(0), 15152422.938);
    ASSERT_EQ(t4.facts.gpus.size(), 1U);
    EXPECT_EQ(t4.facts.gpus[0].memory, mebibytes(9791 + 5120 + 447));
    EXPECT_EQ(t4.facts.gpus[0].key.pci, "00000000:37:00.0");
    const Captured vgpu({"dcgm-cncf-conformance/vks_grid_a100_10c_vgpu.prom"});
    EXPECT_EQ(vgpu.facts.gpus.at(0).product_name, "GRID A100-10C");
    EXPECT_EQ(vgpu.facts.gpus.at(0).memory, mebibytes(9323 + 916));
    EXPECT_TRUE(vgpu.values(Q::engine_active).empty());  // a guest has no profiling fields
    EXPECT_EQ(vgpu.values(Q::gpu_util), (std::vector<double>{0}));
}

TEST(MetricCaptures, NvidiaGpuExporterUnderAMaskedUuid) {
    const Captured read({"nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load.metrics"});
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    const auto& gpu = read.facts.gpus.front();
    EXPECT_EQ(gpu.key.uuid, "");
    EXPECT_EQ(gpu.key.index, 0);  // from gpu_info
    EXPECT_EQ(gpu.key.pci.size(), 16U);
    EXPECT_EQ(gpu.product_name, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(gpu.memory, Bytes{85'520'809'984});
    EXPECT_FALSE(gpu.layout);
    EXPECT_EQ(read.values(Q::gpu_util), (std::vector<double>{1.0}));
    EXPECT_EQ(read.values(Q::memory_used), (std::vector<double>{20'780'679'168}));
    auto power = read.values(Q::power);
    std::ranges::sort(power);
    EXPECT_EQ(power, (std::vector<double>{625.68, 631.95, 631.95}));
}

TEST(MetricCaptures, NvidiaGpuExporterOfAMigCard) {
    const Captured read({"nvidia-smi-captures/linux-x86_64__nvidia-h100-mig__590.48.01__load.metrics"});
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    ASSERT_TRUE(read.facts.gpus[0].layout);
    EXPECT_EQ(read.facts.gpus[0].layout->kind, model::LayoutKind::mig);
    EXPECT_TRUE(read.values(Q::gpu_util).empty());
    EXPECT_EQ(read.values(Q::memory_used), (std::vector<double>{11'665'408'000.0}));
    EXPECT_EQ(read.values(Q::mig_mode), (std::vector<double>{1.0}));
}

TEST(MetricCaptures, ServersOfFourKinds) {
    const Captured v0({"vllm-metrics/aibrix_vllm_v0_qwen2.5-coder-1.5b.prom"});
    EXPECT_EQ(v0.values(Q::kv_blocks), (std::vector<double>{81767}));
    EXPECT_EQ(v0.values(Q::kv_block_tokens), (std::vector<double>{16}));
    EXPECT_EQ(v0.values(Q::memory_fraction), (std::vector<double>{0.9}));
    EXPECT_EQ(v0.values(Q::prompt_tokens), (std::vector<double>{148}));
    EXPECT_EQ(v0.values(Q::output_tokens), (std::vector<double>{955}));
    EXPECT_EQ(v0.values(Q::requests_done), (std::vector<double>{4}));
    EXPECT_EQ(v0.values(Q::kv_cache_use), (std::vector<double>{0}));
    const Captured v1({"vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom"});
    EXPECT_EQ(v1.values(Q::requests_failed), (std::vector<double>{0, 0}));  // abort, error
    EXPECT_GE(v1.values(Q::requests_done).size(), 2U);                      // stop, length
    EXPECT_EQ(std::ranges::count(v1.facts.gaps, model::Gap::Kind::unknown_metric, &model::Gap::kind), 0);
    const Captured sglang({"sglang-metrics/sglang_llama3.1-8b_overloaded.prom"});
    EXPECT_EQ(sglang.values(Q::requests_running), (std::vector<double>{162}));
    EXPECT_EQ(sglang.values(Q::requests_waiting), (std::vector<double>{2826}));
    EXPECT_EQ(sglang.values(Q::kv_cache_use), (std::vector<double>{0.28}));
    EXPECT_EQ(sglang.values(Q::ttft_count), (std::vector<double>{11008}));
    EXPECT_EQ(sglang.values(Q::latency_sum), (std::vector<double>{3116093.850019932}));
    EXPECT_EQ(sglang.gap(model::Gap::Kind::unknown_owner, "serving metrics"), 9);
    const Captured triton({"triton-metrics/triton_trtllm.prom"});
    EXPECT_EQ(triton.values(Q::kv_cache_use), (std::vector<double>{0.4875}));
    EXPECT_EQ(triton.values(Q::kv_blocks), (std::vector<double>{6239}));
    EXPECT_EQ(triton.values(Q::kv_block_tokens), (std::vector<double>{64}));
    EXPECT_TRUE(triton.values(Q::prompt_tokens).empty());  // no token counters: unknown, not zero
}

TEST(MetricCaptures, KubeStateMetricsNodeAndPod) {
    const Captured read(
        {"kube-state-metrics/ksm_node_exposition_gpu.prom", "kube-state-metrics/ksm_pod_exposition_gpu.prom"});
    ASSERT_EQ(read.facts.nodes.size(), 1U);
    const auto& node = read.facts.nodes.front().node;
    EXPECT_EQ(node.name, "127.0.0.1");
    EXPECT_EQ(node.created, Time{1'500'000'000'000});
    EXPECT_EQ(node.allocatable.at("nvidia.com/gpu"), 1);
    EXPECT_EQ(node.capacity.at("nvidia.com/gpu"), 4);
    EXPECT_EQ(node.cpu, MilliCpu{3000});
    EXPECT_EQ(node.memory, Bytes{1'000'000'000});
    EXPECT_EQ(node.pod_slots, 555);
    EXPECT_EQ(node.cordoned, (IntervalSet{{kScrape, kScrape + minutes(1)}}));
    EXPECT_FALSE(node.readiness_known);
    ASSERT_FALSE(read.facts.pods.empty());
    const auto& pod = read.facts.pods.front();
    EXPECT_EQ(pod.pod.name, "pod0");
    EXPECT_EQ(pod.pod.uid, "abc-0");
    EXPECT_EQ(pod.node, "node1");
    EXPECT_EQ(pod.pod.phase, model::PodPhase::running);
    EXPECT_EQ(pod.pod.created, Time{1'500'000'000'000});
    EXPECT_FALSE(pod.pod.ended);
    EXPECT_TRUE(pod.owners.empty());
    EXPECT_EQ(pod.pod.spec.device.kind, model::DeviceKind::whole);
    EXPECT_EQ(pod.pod.spec.device.count, 1);
    EXPECT_EQ(pod.pod.spec.cpu, MilliCpu{500});
    EXPECT_EQ(pod.pod.spec.memory, Bytes{300'000'000});
    EXPECT_EQ(pod.pod.spec.cpu_limit, MilliCpu{500});
}

}  // namespace
}  // namespace arable::sources
