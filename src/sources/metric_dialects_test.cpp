// Scales, modes and spellings of the other exporters, and what every input may do wrong.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "sources/metric_ingest.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using model::Gap;
using series::Label;

constexpr Time kStart{1'700'000'000'000};
constexpr double kMiB = 1048576.0;

class Given {
  public:
    Given& series(const std::string& metric, std::vector<Label> labels, const std::vector<double>& values) {
        const auto ref = ingest_.declare(series::make_labels(metric, std::move(labels)));
        wanted = ref.known();
        for (std::size_t i = 0; wanted && i < values.size(); ++i) {
            ingest_.append(ref, {kStart + seconds(30) * static_cast<std::int64_t>(i), values[i]});
        }
        return *this;
    }
    const Facts& facts() {
        if (!facts_) facts_ = *ingest_.finish();
        return *facts_;
    }
    std::vector<double> values(Q quantity) {
        std::vector<double> out;
        for (const auto& track : facts().tracks) {
            if (track.quantity != quantity) continue;
            const auto samples = store_.read(series::TrackRef{track.track});
            for (const auto& sample : *samples) out.push_back(sample.value);
        }
        return out;
    }
    std::int64_t gap(Gap::Kind kind, std::string_view subject) {
        std::int64_t count = 0;
        for (const auto& found : facts().gaps)
            count += found.kind == kind && found.subject == subject ? found.count : 0;
        return count;
    }
    bool wanted = false;

  private:
    series::TrackStore store_;
    MetricIngest ingest_{store_};
    std::optional<Facts> facts_;
};

using Values = std::vector<double>;

TEST(MetricDialects, ARatioThatReadsPercentIsNotUsedAnywhereInTheCluster) {
    Given given;
    given.series("DCGM_FI_PROF_SM_ACTIVE", {{"UUID", "GPU-1"}}, {83, 90, 40});
    given.series("DCGM_FI_PROF_SM_ACTIVE", {{"UUID", "GPU-2"}}, {1, 1, 1});  // 1 percent, and not 100
    given.series("DCGM_FI_PROF_DRAM_ACTIVE", {{"UUID", "GPU-1"}}, {0.3, 0.3, 0.3});
    EXPECT_TRUE(given.values(Q::sm_active).empty());
    EXPECT_EQ(given.values(Q::dram_active), (Values{0.3, 0.3, 0.3}));
    EXPECT_EQ(given.gap(Gap::Kind::broken_reading, "DCGM_FI_PROF_SM_ACTIVE"), 6 + 3);  // 3 also out of range
}

TEST(MetricDialects, ScaledDecimalsStayDecimals) {
    Given given;
    given.series("DCGM_FI_DEV_GPU_UTIL", {{"UUID", "GPU-1"}}, {57, 29, 100});
    given.series("DCGM_FI_DEV_POWER_VIOLATION", {{"UUID", "GPU-1"}}, {3e9});
    EXPECT_EQ(given.values(Q::gpu_util), (Values{0.57, 0.29, 1.0}));
    EXPECT_EQ(given.values(Q::power_violation), Values{3.0});
}

TEST(MetricDialects, OneWildValueIsAnOutlierAndNotAScale) {
    Given given;
    Values values(100, 0.5);
    values[50] = 7.0;
    given.series("DCGM_FI_PROF_SM_ACTIVE", {{"UUID", "GPU-1"}}, values);
    EXPECT_EQ(given.values(Q::sm_active), Values(99, 0.5));
    EXPECT_EQ(given.gap(Gap::Kind::broken_reading, "DCGM_FI_PROF_SM_ACTIVE"), 1);
}

TEST(MetricDialects, AmdPartitionsAboveZeroHaveNoSensors) {
    Given given;
    const auto labels = [](const char* part) {
        return std::vector<Label>{
            {"gpu_id", "3"}, {"gpu_partition_id", part}, {"card_model", "MI300X"}, {"hostname", "n1"}};
    };
    given.series("amd_gpu_package_power", labels("0"), {350});
    given.series("amd_gpu_package_power", labels("1"), {0});
    given.series("gpu_gfx_activity", labels("0"), {80});
    given.series("gpu_used_vram", labels("1"), {1024});
    EXPECT_EQ(given.values(Q::power), Values{350});
    EXPECT_EQ(given.values(Q::engine_active), Values{0.8});
    EXPECT_EQ(given.values(Q::memory_used), Values{1024 * kMiB});
    EXPECT_EQ(given.gap(Gap::Kind::broken_reading, "amd_gpu_package_power"), 1);
    EXPECT_EQ(given.facts().gpus.at(0).product_name, "MI300X");
    EXPECT_EQ(given.facts().gpus.at(0).key.index, 3);
}

TEST(MetricDialects, HamiPrintsPercentUnderBothNames) {
    Given given;
    given.series("hami_host_gpu_utilization_ratio", {{"node", "n1"}, {"device_uuid", "GPU-1"}}, {37});
    given.series("HostCoreUtilization", {{"nodeid", "n1"}, {"deviceuuid", "GPU-1"}}, {37});
    given.series("hami_container_device_memory_bytes",
                 {{"namespace", "ml"}, {"pod", "p"}, {"container", "c"}, {"device_uuid", "GPU-1"}}, {5e9});
    EXPECT_EQ(given.values(Q::gpu_util), (Values{0.37, 0.37}));  // to the last bit
    const auto& tracks = given.facts().tracks;
    const auto share = std::ranges::find(tracks, Q::process_gpu_memory, &TrackFact::quantity);
    ASSERT_NE(share, tracks.end());
    EXPECT_EQ(share->of, TrackOf::pod);
    EXPECT_TRUE(share->per_process);
    EXPECT_EQ(share->pod.name, "p");
    EXPECT_EQ(share->gpu.uuid, "1");
}

TEST(MetricDialects, APromiseOfHamiIsAnAllocationRecord) {
    Given given;
    given.series("vGPUMemoryAllocated",
                 {{"podnamespace", "ml"},
                  {"podname", "u9"},
                  {"pod", "hami-scheduler-0"},
                  {"namespace", "kube-system"},
                  {"nodename", "n1"},
                  {"deviceuuid", "GPU-9"}},
                 {8e10, 8e10, 8e10});
    ASSERT_EQ(given.facts().claims.size(), 1U);
    const auto& claim = given.facts().claims[0];
    EXPECT_EQ(claim.gpu.uuid, "9");
    EXPECT_EQ(claim.gpu.node, "n1");
    EXPECT_EQ(claim.pod.name, "u9");
    EXPECT_EQ(claim.held, (Interval{kStart, kStart + seconds(90)}));
    EXPECT_EQ(claim.source, model::ClaimSource::allocation);
    EXPECT_TRUE(given.facts().pods.empty());  // nothing says that the pod is alive
}

TEST(MetricDialects, ALayoutChangesOnceAndNotForEachSeries) {
    Given given;
    const auto part = [](const char* id, const char* profile) {
        return std::vector<Label>{{"UUID", "GPU-1"}, {"GPU_I_ID", id}, {"GPU_I_PROFILE", profile}};
    };
    const double nothing = std::nan("");
    Values early(400, 1.0);
    Values late(400, 1.0);
    std::fill(early.begin() + 200, early.end(), nothing);  // 100 min as 7g, then a minute later two instances
    std::fill(late.begin(), late.begin() + 202, nothing);
    auto late_too = late;
    late_too[202] = nothing;  // first seen a scrape later
    late_too[399] = nothing;
    given.series("DCGM_FI_DEV_FB_USED", part("0", "7g.80gb"), early);
    given.series("DCGM_FI_DEV_FB_USED", part("1", "3g.40gb"), late);
    given.series("DCGM_FI_DEV_FB_USED", part("2", "4g.40gb"), late_too);
    const auto& gpus = given.facts().gpus;
    ASSERT_EQ(gpus.size(), 2U);
    EXPECT_EQ(gpus[0].layout->instances.size(), 1U);
    EXPECT_EQ(gpus[1].layout->instances.size(), 2U);
    EXPECT_EQ(gpus[0].seen.end, gpus[1].seen.begin);
}

TEST(MetricDialects, CloudsPrintPercentAndBytes) {
    Given given;
    given.series("node_gpu_utilization", {{"NodeName", "n1"}, {"GpuDevice", "nvidia0"}}, {55});
    given.series("node_gpu_utilization", {{"NodeName", "n1"}}, {55});  // the node's mean: not a card
    given.series("kubernetes_io:container_accelerator_duty_cycle",
                 {{"node_name", "n2"}, {"pod_name", "p"}, {"namespace_name", "ml"}, {"accelerator_id", "GPU-7"}}, {20});
    EXPECT_EQ(given.values(Q::gpu_util), (Values{0.2, 0.55}));
    EXPECT_EQ(given.facts().tracks.at(0).pod.name, "p");
    EXPECT_EQ(given.facts().tracks.at(1).gpu.index, 0);
}

TEST(MetricDialects, RunAiAndTriton) {
    Given given;
    given.series("runai_gpu_memory_used_mebibytes_per_gpu", {{"node", "n1"}, {"gpu", "0"}}, {100});
    given.series("nv_gpu_utilization", {{"gpu_uuid", "GPU-1"}}, {0.5});
    given.series("nv_inference_request_duration_us", {{"model", "m"}, {"pod", "t"}}, {2'500'000});
    given.series("nv_inference_request_success", {{"model", "m"}, {"pod", "t"}}, {10});
    EXPECT_EQ(given.values(Q::memory_used), Values{100 * kMiB});
    EXPECT_EQ(given.values(Q::gpu_util), Values{0.5});
    EXPECT_EQ(given.values(Q::latency_sum), Values{2.5});
    EXPECT_EQ(given.values(Q::latency_count), Values{10});
    EXPECT_EQ(given.values(Q::requests_done), Values{10});
}

TEST(MetricDialects, BareNamesAreTakenFromANimAlone) {
    Given given;
    given.series("num_requests_running", {{"job", "my-app"}}, {9});
    EXPECT_TRUE(given.wanted);  // to be counted as unknown
    given.series("num_requests_running", {{"job", "nim-llm"}, {"pod", "nim-llm-0"}}, {3});
    given.series("num_requests_running", {{"job", "denim"}, {"pod", "x"}}, {4});
    EXPECT_EQ(given.values(Q::requests_running), Values{3});
    EXPECT_EQ(given.gap(Gap::Kind::unknown_metric, "metrics"), 2);
}

TEST(MetricDialects, UnfinishedRequestsAreFailures) {
    Given given;
    for (const char* reason : {"stop", "length", "abort", "error"}) {
        given.series("vllm:request_success_total", {{"pod", "p"}, {"finished_reason", reason}}, {5});
    }
    EXPECT_EQ(given.values(Q::requests_done), (Values{5, 5}));
    EXPECT_EQ(given.values(Q::requests_failed), (Values{5, 5}));
    EXPECT_NE(given.facts().tracks.at(0).addend, given.facts().tracks.at(1).addend);  // parts, to be added
}

TEST(MetricDialects, ConfigurationLabelsAreReadStrictly) {
    Given given;
    given.series("vllm:cache_config_info",
                 {{"pod", "p"}, {"num_gpu_blocks", "None"}, {"block_size", "16"}, {"gpu_memory_utilization", "0.9x"}},
                 {1});
    EXPECT_TRUE(given.values(Q::kv_blocks).empty());
    EXPECT_TRUE(given.values(Q::memory_fraction).empty());
    EXPECT_EQ(given.values(Q::kv_block_tokens), Values{16});
    EXPECT_EQ(given.gap(Gap::Kind::broken_reading, "vllm:cache_config_info num_gpu_blocks"), 1);
}

TEST(MetricDialects, PodSumsOfCadvisorAreLeftOut) {
    Given given;
    for (const char* container : {"", "POD", "main", "side"}) {
        given.series("container_cpu_usage_seconds_total", {{"namespace", "ml"}, {"pod", "p"}, {"container", container}},
                     {7});
    }
    EXPECT_EQ(given.values(Q::cpu_used), (Values{7, 7}));
    EXPECT_EQ(given.facts().tracks.at(0).container, "main");
    EXPECT_NE(given.facts().sources.at(0).detail.find("2 cAdvisor series"), std::string::npos);
}

TEST(MetricDialects, TheTenMostFrequentUnknownNamesAreNamed) {
    Given given;
    for (int i = 0; i < 12; ++i) {
        given.series(fmt::format("mystery_{:02}", i), {}, Values(static_cast<std::size_t>(i) + 1, 1.0));
    }
    given.series("node_load1", {}, {1});
    EXPECT_FALSE(given.wanted);  // known to be of no use
    EXPECT_EQ(given.gap(Gap::Kind::unknown_metric, "metrics"), 78);
    const auto& gaps = given.facts().gaps;
    const auto at = std::ranges::find(gaps, Gap::Kind::unknown_metric, &Gap::kind);
    EXPECT_NE(at->message.english().find("mystery_11 (12)"), std::string::npos);
    EXPECT_EQ(at->message.english().find("mystery_01"), std::string::npos);
}

TEST(MetricDialects, ImpossibleValuesAreNoMeasurements) {
    Given given;
    const double inf = std::numeric_limits<double>::infinity();
    given.series("DCGM_FI_DEV_POWER_USAGE", {{"UUID", "GPU-1"}}, {-5, 1e6, inf, -inf, std::nan(""), 300});
    given.series("DCGM_FI_DEV_GPU_TEMP", {{"UUID", "GPU-1"}}, {1e4, 50});
    EXPECT_EQ(given.values(Q::power), Values{300});
    EXPECT_EQ(given.values(Q::temperature), Values{50});
    EXPECT_EQ(given.facts().sources.at(0).records, 2);
    EXPECT_EQ(given.facts().sources.at(0).dropped, 6);
}

TEST(MetricDialects, TheOrderOfSeriesDoesNotMatter) {
    const auto build = [](bool forwards) {
        Given given;
        for (int k = 0; k < 6; ++k) {
            const int i = forwards ? k : 5 - k;
            const auto uuid = fmt::format("GPU-{}", i % 3);
            given.series(i < 3 ? "DCGM_FI_DEV_FB_USED" : "DCGM_FI_DEV_FB_FREE",
                         {{"UUID", uuid}, {"Hostname", "n"}, {"modelName", "Tesla T4"}}, {1.0 * i, 2.0, 3.0});
        }
        auto facts = given.facts();
        for (auto& track : facts.tracks) track.track = 0;
        return facts;
    };
    const auto a = build(true);
    const auto b = build(false);
    ASSERT_EQ(a.tracks.size(), b.tracks.size());
    for (std::size_t i = 0; i < a.tracks.size(); ++i) {
        EXPECT_EQ(a.tracks[i].gpu, b.tracks[i].gpu);
        EXPECT_EQ(a.tracks[i].metric, b.tracks[i].metric);
    }
    ASSERT_EQ(a.gpus.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(a.gpus[i].memory, b.gpus[i].memory);
}

TEST(MetricDialects, NodesOfNodeExporterAreFoundByAddress) {
    Given given;
    given.series("kube_node_info", {{"node", "n1"}, {"internal_ip", "10.0.0.5"}}, {1});
    given.series("node_pressure_cpu_waiting_seconds_total", {{"instance", "10.0.0.5:9100"}}, {4});
    const auto& track = given.facts().tracks.at(0);
    EXPECT_EQ(track.of, TrackOf::node);
    EXPECT_EQ(track.node, "n1");
}

}  // namespace
}  // namespace arable::sources
