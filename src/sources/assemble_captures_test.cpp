// Real expositions from text to timeline; what is expected was read off the files by hand.
#include <gtest/gtest.h>

#include "prom/exposition.h"
#include "sources/assemble_fixture.h"
#include "sources/metric_ingest.h"
#include "wire/byte_source.h"

namespace arable::sources {
namespace {

using model::Quantity;

struct Read {
    series::TrackStore store;
    Assembled made;

    explicit Read(const std::vector<std::string>& files) {
        MetricIngest ingest(store);
        for (const std::string& file : files) {
            auto source = wire::open_file("tests/captures/" + file);
            EXPECT_TRUE(source) << file;
            if (!source) continue;
            EXPECT_TRUE(prom::read_exposition(**source, ingest, {.default_time = kMidnight})) << file;
        }
        auto facts = ingest.finish();
        EXPECT_TRUE(facts);
        if (!facts) return;
        auto assembled = assemble(std::move(*facts), store, {});
        EXPECT_TRUE(assembled);
        if (assembled) made = std::move(*assembled);
    }
    double value(std::uint32_t gpu, Quantity q, std::int32_t part) const {
        for (const series::Signal& s : signals_of(made, model::SubjectKind::gpu, gpu))
            if (s.quantity == static_cast<std::uint16_t>(q) && s.part == part) return s.samples.at(0).value;
        ADD_FAILURE() << "no " << model::name(q) << " of part " << part;
        return -1;
    }
};

TEST(AssembleCaptures, FourMigInstancesOfOneCardAtOneInstant) {
    const Read read({"dcgm-runai-samples/a100_mig_4_active_workloads.prom"});
    const model::Timeline& t = read.made.timeline;
    EXPECT_TRUE(t.instant);
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.nodes.at(0).name, "nvidia-dcgm-exporter-tl46n");  // nothing tells the node
    EXPECT_TRUE(has_gap(t, model::Gap::Kind::assumption, "not say on which node"));
    EXPECT_EQ(t.gpus[0].present, IntervalSet{t.window});
    ASSERT_EQ(t.gpus[0].layouts.size(), 1U);
    const auto& instances = t.gpus[0].layouts[0].layout.instances;
    ASSERT_EQ(instances.size(), 4U);
    EXPECT_EQ(instances[0].id, 5);
    EXPECT_EQ(instances[0].profile, "2g.10gb");
    EXPECT_EQ(instances[0].memory_slices, 2);
    EXPECT_EQ(instances[3].id, 9);
    EXPECT_EQ(instances[3].memory_slices, 1);
    EXPECT_TRUE(std::none_of(t.claims.begin(), t.claims.end(), [](const auto& c) { return c.pod.known(); }));
    EXPECT_DOUBLE_EQ(read.value(0, Quantity::engine_active, 8), 0.408493);
    EXPECT_DOUBLE_EQ(read.value(0, Quantity::power, -1), 112.252);
}

TEST(AssembleCaptures, OneOfEightH100HeldByAServer) {
    const Read read({"dcgm-aicr/h100_8gpu_dynamo_vllm.prom"});
    const model::Timeline& t = read.made.timeline;
    ASSERT_EQ(t.gpus.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(t.gpus[i].index, static_cast<int>(i));
    EXPECT_EQ(t.nodes.size(), 1U);
    EXPECT_EQ(t.nodes.at(0).name, "gpu-node-1");
    ASSERT_EQ(t.claims.size(), 1U);
    EXPECT_EQ(t.claims[0].gpu, model::GpuIx::of(0));
    EXPECT_EQ(t.claims[0].held, t.window);
    EXPECT_EQ(pod_name(t, t.claims[0]), "vllm-agg-0-vllmdecodeworker-s65j5");
    EXPECT_EQ(t.pods.at(0).spec.device.count, 1);
    EXPECT_EQ(t.pods[0].ns, "dynamo-workload");
}

TEST(AssembleCaptures, OneT4OnItsHost) {
    const Read read({"dcgm-cncf-conformance/ericsson_t4.prom"});
    const model::Timeline& t = read.made.timeline;
    ASSERT_EQ(t.gpus.size(), 1U);
    EXPECT_EQ(t.gpus[0].uuid, "6d5c0ac5-74d7-3130-46f1-e93ed57f469a");
    EXPECT_EQ(t.gpus[0].pci, "00000000:37:00.0");
    EXPECT_EQ(t.nodes.at(0).name, "cp-bm14r7");
    EXPECT_FALSE(t.gpus[0].product.empty());
    EXPECT_DOUBLE_EQ(read.value(0, Quantity::memory_used, -1), 5120.0 * 1024 * 1024);
}

}  // namespace
}  // namespace arable::sources
