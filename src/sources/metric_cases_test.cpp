// Faults that users of GPU metrics reported, each with its whole kind.
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "prom/exposition.h"
#include "sources/metric_ingest.h"
#include "wire/byte_source.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using model::Gap;

constexpr double kMiB = 1048576.0;

class Read {
  public:
    explicit Read(const std::vector<std::string>& texts) {
        MetricIngest ingest(store_);
        for (const auto& text : texts) {
            wire::MemorySource source(text);
            EXPECT_TRUE(prom::read_exposition(source, ingest, {.default_time = Time{1'700'000'000'000}}));
        }
        auto finished = ingest.finish();
        EXPECT_TRUE(finished);
        if (finished) facts = std::move(*finished);
    }
    explicit Read(const std::string& text) : Read(std::vector<std::string>{text}) {}

    std::vector<TrackFact> tracks(Q quantity) const {
        std::vector<TrackFact> out;
        for (const auto& track : facts.tracks) {
            if (track.quantity == quantity) out.push_back(track);
        }
        return out;
    }
    std::vector<double> values(const TrackFact& track) const {
        std::vector<double> out;
        const auto samples = store_.read(series::TrackRef{track.track});
        for (const auto& sample : *samples) out.push_back(sample.value);
        return out;
    }
    std::vector<double> all(Q quantity) const {
        std::vector<double> out;
        for (const auto& track : tracks(quantity)) {
            for (const double value : values(track)) out.push_back(value);
        }
        return out;
    }
    const Gap* gap(std::string_view subject) const {
        const auto at = std::ranges::find(facts.gaps, subject, &Gap::subject);
        return at == facts.gaps.end() ? nullptr : &*at;
    }
    Facts facts;

  private:
    series::TrackStore store_;
};

using Values = std::vector<double>;

TEST(MetricCases, ViewsOfOneDeviceAreOneCard) {
    std::string text;
    for (const char* pod : {"p1", "p2", "p3"}) {
        text +=
            fmt::format("DCGM_FI_PROF_SM_ACTIVE{{gpu=\"0\",UUID=\"GPU-a1\",namespace=\"ml\",pod=\"{}\"}} 0.42\n", pod);
        text += fmt::format("DCGM_FI_DEV_FB_USED{{gpu=\"0\",UUID=\"GPU-a1\",namespace=\"ml\",pod=\"{}\"}} 9000\n", pod);
        text +=
            fmt::format("DCGM_FI_DEV_FB_FREE{{gpu=\"0\",UUID=\"GPU-a1\",namespace=\"ml\",pod=\"{}\"}} 14034\n", pod);
    }
    const Read read(text);
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    EXPECT_EQ(read.facts.gpus[0].memory, mebibytes(23034));
    const auto tracks = read.tracks(Q::sm_active);
    ASSERT_EQ(tracks.size(), 3U);
    for (const auto& track : tracks) {
        EXPECT_EQ(track.gpu, tracks[0].gpu);
        EXPECT_FALSE(track.per_process);  // the device's value, seen three times
        EXPECT_EQ(read.values(track), Values{0.42});
    }
}

TEST(MetricCases, SharesPrintedPerProcessAreToldByTheirDifference) {
    const auto line = [](const char* metric, int replica, double value) {
        return fmt::format("{}{{gpu=\"0\",UUID=\"GPU-a1\",namespace=\"ml\",pod=\"p{}\",vgpu=\"{}\"}} {}\n", metric,
                           replica, replica, value);
    };
    const Read read(line("DCGM_FI_DEV_FB_USED", 0, 3000) + line("DCGM_FI_DEV_FB_USED", 1, 5000) +
                    line("DCGM_FI_DEV_GPU_UTIL", 0, 40) + line("DCGM_FI_DEV_GPU_UTIL", 1, 40) +
                    line("DCGM_FI_PROF_SM_ACTIVE", 0, 0.3) + line("DCGM_FI_PROF_SM_ACTIVE", 1, 0.3));
    for (const auto& track : read.tracks(Q::memory_used)) EXPECT_TRUE(track.per_process);
    for (const auto& track : read.tracks(Q::gpu_util)) EXPECT_FALSE(track.per_process);
    for (const auto& track : read.tracks(Q::sm_active)) EXPECT_FALSE(track.per_process);
}

TEST(MetricCases, TheLabelIsOneOwnerAndSaysNothingOfOthers) {
    const Read read("DCGM_FI_PROF_SM_ACTIVE{UUID=\"GPU-b2\",namespace=\"ml\",pod=\"c\"} 0.55\n");
    ASSERT_EQ(read.facts.tracks.size(), 1U);
    EXPECT_EQ(read.facts.tracks[0].pod.name, "c");
    EXPECT_EQ(read.facts.tracks[0].of, TrackOf::gpu);
    EXPECT_TRUE(read.facts.has_label_claims);
    EXPECT_TRUE(read.facts.claims.empty());
    EXPECT_TRUE(read.facts.pods.empty());
}

TEST(MetricCases, SlicesWithoutActivityAreInTheInventory) {
    std::string text;
    for (int id = 7; id <= 13; ++id) {
        const auto labels = fmt::format("UUID=\"GPU-d4\",GPU_I_ID=\"{}\",GPU_I_PROFILE=\"1g.12gb\"", id);
        if (id <= 9)
            text += fmt::format("DCGM_FI_PROF_GR_ENGINE_ACTIVE{{{}}} {}\n", labels,
                                id == 7   ? 0.30
                                : id == 8 ? 0.0
                                          : 0.12);
        text += fmt::format("DCGM_FI_DEV_FB_USED{{{}}} 2210\n", labels);
    }
    const Read read(text);
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    EXPECT_EQ(read.facts.gpus[0].layout->instances.size(), 7U);
    EXPECT_EQ(read.tracks(Q::engine_active).size(), 3U);
    const auto active = read.all(Q::engine_active);
    EXPECT_NEAR(std::accumulate(active.begin(), active.end(), 0.0) / 3, 0.14, 1e-12);
    EXPECT_EQ(read.tracks(Q::memory_used).size(), 7U);
}

TEST(MetricCases, AFieldWithoutMeaningOnMigIsDroppedWhateverItSays) {
    const Read read(
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e5\",GPU_I_ID=\"1\"} 0\n"
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE{UUID=\"GPU-e5\",GPU_I_ID=\"1\"} 0.83\n"
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE{UUID=\"GPU-e5\",GPU_I_ID=\"2\"} 0.06\n"
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e6\",GPU_I_ID=\"0\"} 0\n"
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e5\"} 37\n"   // the parent, printed beside its instances
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e7\"} 100\n"  // MIG on, and no instance yet
        "DCGM_FI_DEV_MIG_MODE{UUID=\"GPU-e7\"} 1\n"
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e8\"} 90\n");
    const auto util = read.tracks(Q::gpu_util);
    ASSERT_EQ(util.size(), 1U);
    EXPECT_EQ(util[0].gpu.uuid, "e8");
    EXPECT_DOUBLE_EQ(read.values(util[0]).at(0), 0.9);
    EXPECT_EQ(read.all(Q::engine_active), (Values{0.83, 0.06}));
    std::int64_t dropped = 0;
    for (const auto& gap : read.facts.gaps) dropped += gap.subject == "DCGM_FI_DEV_GPU_UTIL" ? gap.count : 0;
    EXPECT_EQ(dropped, 4);
}

// All that is printed of a card has no meaning on it: it is there, and held by whom the label names.
TEST(MetricCases, ACardWithoutAReadingIsThereAndHeld) {
    const Read read(
        "DCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-e6\",GPU_I_ID=\"0\",GPU_I_PROFILE=\"7g.80gb\",namespace=\"ml\",pod=\"c\"} "
        "0\n");
    ASSERT_EQ(read.facts.gpus.size(), 1U);
    EXPECT_EQ(read.facts.gpus[0].layout->instances.size(), 1U);
    ASSERT_EQ(read.facts.claims.size(), 1U);
    EXPECT_EQ(read.facts.claims[0].pod.name, "c");
    EXPECT_EQ(read.facts.claims[0].instance, 0);
    EXPECT_EQ(read.facts.claims[0].source, model::ClaimSource::exporter_labels);
    EXPECT_TRUE(read.facts.last_time.has_value());
}

TEST(MetricCases, APrintedProfileIsKeptAsPrinted) {  // the product decides later
    const Read read(
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-f6\",modelName=\"NVIDIA A100 80GB PCIe\",GPU_I_ID=\"0\","
        "GPU_I_PROFILE=\"7g.79gb\"} 31000\n");
    const auto& instances = read.facts.gpus.at(0).layout->instances;
    ASSERT_EQ(instances.size(), 1U);
    EXPECT_EQ(instances[0].printed, "7g.79gb");
    EXPECT_EQ(instances[0].compute_slices, 7);
    EXPECT_EQ(read.facts.tracks.at(0).mig_profile, "7g.79gb");
}

TEST(MetricCases, AnOwnerLabelIsKnownForExactlyItsSamples) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        const std::string pod = i < 5 || (i >= 7 && i < 20) ? "svc-1" : (i >= 40 && i < 50) || i >= 58 ? "svc-2" : "";
        text += fmt::format("DCGM_FI_DEV_FB_USED{{UUID=\"GPU-8\",namespace=\"ml\",pod=\"{}\"}} 100 {}\n", pod,
                            1'700'000'000'000 + i * 30'000);
    }
    const Read read(text);
    std::map<std::string, std::size_t> samples;
    for (const auto& track : read.facts.tracks) samples[track.pod.name] += read.values(track).size();
    EXPECT_EQ(samples, (std::map<std::string, std::size_t>{{"", 30}, {"svc-1", 18}, {"svc-2", 12}}));
}

TEST(MetricCases, BlankMarkersAreMissing) {
    std::string text;
    const auto scrape = [&](int i, const char* temperature, const char* used, const char* power) {
        const auto time = 1'700'000'000'000 + i * 30'000;
        text += fmt::format("DCGM_FI_DEV_GPU_TEMP{{UUID=\"GPU-1\"}} {} {}\n", temperature, time);
        text += fmt::format("DCGM_FI_DEV_FB_USED{{UUID=\"GPU-1\"}} {} {}\n", used, time);
        text += fmt::format("DCGM_FI_DEV_POWER_USAGE{{UUID=\"GPU-1\"}} {} {}\n", power, time);
        text += fmt::format("DCGM_FI_PROF_NVLINK_RX_BYTES{{UUID=\"GPU-1\"}} {} {}\n", 2147483632LL + i, time);
    };
    scrape(0, "61", "20480", "250");
    scrape(1, "9223372036854775794", "9.223372036854776e+18", "140737488355328");
    scrape(2, "63", "20480", "254");
    const Read read(text);
    EXPECT_EQ(read.all(Q::temperature), (Values{61, 63}));
    EXPECT_EQ(read.all(Q::memory_used), (Values{20480 * kMiB, 20480 * kMiB}));
    EXPECT_EQ(read.all(Q::power), (Values{250, 254}));
    EXPECT_EQ(read.all(Q::nvlink_rx).size(), 3U);  // a legal number of bytes
    for (const char* metric : {"DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_FB_USED", "DCGM_FI_DEV_POWER_USAGE"}) {
        ASSERT_NE(read.gap(metric), nullptr) << metric;
        EXPECT_EQ(read.gap(metric)->count, 1);
    }
    EXPECT_EQ(read.facts.sources.at(0).dropped, 3);
    EXPECT_EQ(read.facts.sources.at(0).records, 9);
}

TEST(MetricCases, CacheUseBeyondItsOwnConfigurationIsBroken) {
    const std::string server = "namespace=\"ml\",pod=\"s\"";
    const auto text = [&](double use) {
        return "vllm:cache_config_info{" + server +
               ",block_size=\"16\",num_gpu_blocks=\"27000\",max_model_len=\"4096\"} 1\n" +
               "vllm:num_requests_running{" + server + ",model_name=\"m8b\"} 12\n" + "vllm:num_requests_waiting{" +
               server + ",model_name=\"m8b\"} 0\n" +
               fmt::format("vllm:kv_cache_usage_perc{{{},model_name=\"m8b\"}} {}\n", server, use);
    };
    const Read broken(text(0.91));
    EXPECT_TRUE(broken.tracks(Q::kv_cache_use).empty());
    ASSERT_NE(broken.gap("s"), nullptr);
    EXPECT_NE(broken.gap("s")->message.english().find("0.91"), std::string::npos);
    EXPECT_NE(broken.gap("s")->message.english().find("0.114"), std::string::npos);
    EXPECT_EQ(broken.all(Q::requests_running), Values{12});
    EXPECT_EQ(Read(text(0.11)).all(Q::kv_cache_use), Values{0.11});
}

TEST(MetricCases, OneBrokenCardDoesNotTakeTheMetricFromItsNeighbours) {
    std::string text;
    for (int gpu = 0; gpu < 8; ++gpu) {
        text += fmt::format("DCGM_FI_DEV_GPU_UTIL{{gpu=\"{}\",UUID=\"GPU-a{}\",Hostname=\"n1\"}} {}\n", gpu, gpu,
                            gpu == 0 ? "1000000000" : "50");
    }
    const Read read(text);
    EXPECT_EQ(read.all(Q::gpu_util), Values(7, 0.5));
    ASSERT_NE(read.gap("DCGM_FI_DEV_GPU_UTIL"), nullptr);
    EXPECT_NE(read.gap("DCGM_FI_DEV_GPU_UTIL")->message.english().find("1 series read up to 1e+07 times what can be"),
              std::string::npos)
        << read.gap("DCGM_FI_DEV_GPU_UTIL")->message.english();
}

TEST(MetricCases, TwoNamesOfOneQuantityAreOneQuantity) {
    std::string text;
    for (int day = 1; day <= 30; ++day) {
        const auto time = 1'700'000'000'000 + day * 86'400'000LL;
        if (day <= 18)
            text += fmt::format("vllm:gpu_cache_usage_perc{{pod=\"r\"}} {} {}\n", day <= 16 ? 0.40 : 0.55, time);
        if (day >= 17)
            text += fmt::format("vllm:kv_cache_usage_perc{{pod=\"r\",engine=\"0\"}} {} {}\n", day <= 18 ? 0.55 : 0.70,
                                time);
    }
    const Read read(text);
    const auto tracks = read.tracks(Q::kv_cache_use);
    ASSERT_EQ(tracks.size(), 2U);
    EXPECT_EQ(tracks[0].pod, tracks[1].pod);
    EXPECT_EQ(tracks[0].addend, tracks[1].addend);  // aliases, not parts
    EXPECT_NE(tracks[0].rank, tracks[1].rank);
    EXPECT_EQ(read.all(Q::kv_cache_use).size(), 32U);
}

// Where nothing tells when pods were made, one that turns up in the middle was not there from the beginning.
TEST(MetricCases, APodWithoutTimesBeginsWhenItIsFirstShown) {
    std::string text;
    const auto show = [&](const char* pod, int minute) {
        const std::int64_t ms = 1'700'000'000'000 + minute * 60'000;
        text += fmt::format("kube_pod_info{{namespace=\"ml\",pod=\"{}\",uid=\"{}\",node=\"n1\"}} 1 {}\n", pod, pod, ms);
        text += fmt::format("kube_pod_status_phase{{namespace=\"ml\",pod=\"{}\",uid=\"{}\",phase=\"Running\"}} 1 {}\n",
                            pod, pod, ms);
    };
    for (int minute = 0; minute < 120; ++minute) {
        show("old", minute);
        if (minute >= 60) show("late", minute);
    }
    const Read read(text);
    ASSERT_EQ(read.facts.pods.size(), 2U);
    const PodFact& late = read.facts.pods[0];
    EXPECT_EQ(late.pod.created, Time{1'700'000'000'000 + 60 * 60'000});
    EXPECT_EQ(late.pod.started, late.pod.created);
    EXPECT_FALSE(read.facts.pods[1].pod.created);
    EXPECT_FALSE(read.facts.pods[1].pod.started);
}

TEST(MetricCases, AnExportersOwnPodOwnsNothing) {
    // Prometheus kept its own labels: pod is the exporter, also on cards that nobody holds.
    const Read kept(
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-1\",instance=\"10.0.0.1:9400\",namespace=\"mon\",pod=\"agent-1\",exported_"
        "namespace="
        "\"ml\",exported_pod=\"train\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-2\",instance=\"10.0.0.1:9400\",namespace=\"mon\",pod=\"agent-1\"} 1\n");
    EXPECT_EQ(kept.facts.tracks.at(0).pod.name, "train");
    EXPECT_EQ(kept.facts.tracks.at(1).pod.name, "");
    const Read plain(
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-1\",Hostname=\"n1\",container=\"exporter\",namespace=\"gpu\",pod=\"dcgm-"
        "exporter-zxgzh\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-3\",Hostname=\"abc\",namespace=\"gpu\",pod=\"abc\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-4\",hostname=\"n1\",namespace=\"ml\",pod=\"train\",container=\"main\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-5\",pod_name=\"old\",pod_namespace=\"ml\"} 1\n");
    std::map<std::string, std::string> owner;
    for (const auto& track : plain.facts.tracks) owner[track.gpu.uuid] = track.pod.name;
    EXPECT_EQ(owner, (std::map<std::string, std::string>{{"1", ""}, {"3", ""}, {"4", "train"}, {"5", "old"}}));
}

TEST(MetricCases, ADaemonsPodAndThePodAtTheAddressAreTheExporter) {
    const Read read(
        "kube_pod_info{namespace=\"gpu\",pod=\"tel-1\",uid=\"u1\",node=\"n1\",pod_ip=\"10.0.0.9\"} 1\n"
        "kube_pod_owner{namespace=\"gpu\",pod=\"watch-2\",uid=\"u2\",owner_kind=\"DaemonSet\",owner_name=\"watch\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-1\",instance=\"10.0.0.9:9400\",namespace=\"gpu\",pod=\"tel-1\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-2\",instance=\"10.0.0.8:9400\",namespace=\"gpu\",pod=\"watch-2\"} 1\n");
    for (const auto& track : read.facts.tracks) EXPECT_EQ(track.pod.name, "");
    EXPECT_EQ(read.facts.tracks.at(1).gpu.exporter, "tel-1");  // whose node is known
}

TEST(MetricCases, ADraClaimNamesItsPod) {
    const Read read(
        "kube_pod_resourceclaim_info{namespace=\"ml\",pod=\"p\",uid=\"u\",claim_name=\"gpu\",resourceclaim_name=\"p-"
        "gpu-x\"} 1\n"
        "DCGM_FI_DEV_FB_USED{UUID=\"GPU-1\",dra_claim_name=\"p-gpu-x\",dra_claim_namespace=\"ml\"} 1\n");
    EXPECT_EQ(read.tracks(Q::memory_used).at(0).pod.name, "p");
    EXPECT_EQ(read.tracks(Q::memory_used).at(0).pod.uid, "u");
}

}  // namespace
}  // namespace arable::sources
