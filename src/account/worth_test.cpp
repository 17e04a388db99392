#include "account/worth.h"

#include <gtest/gtest.h>

namespace arable::account {
namespace {

constexpr std::int64_t kHour = 3'600'000;

// Two nodes of one GPU each: `priced` at 2.00 an hour, `dark` of an unknown type. One pod on each for an hour.
struct World {
    model::Timeline timeline;
    diagnose::Audit audit;
    model::PriceList prices;

    World() {
        prices.rows.push_back({.provider = "",
                               .region = "",
                               .instance_type = "t",
                               .product = "",
                               .purchase = "",
                               .gpus = 1,
                               .micros_per_gpu_hour = 2'000'000,
                               .currency = "USD",
                               .dated = ""});
        for (const char* name : {"priced", "dark"}) {
            model::Node node;
            node.name = name;
            node.instance_type = node.name == "priced" ? "t" : "";
            model::Gpu gpu;
            gpu.node = model::NodeIx::of(timeline.nodes.size());
            gpu.name = node.name + "/0";
            gpu.present = {{Time{0}, Time{kHour}}};
            model::Pod pod;
            pod.ns = "ml";
            pod.name = node.name;
            pod.workload = model::WorkloadIx::of(timeline.workloads.size());
            model::Workload workload;
            workload.ns = "ml";
            workload.name = node.name;
            model::Claim claim;
            claim.pod = model::PodIx::of(timeline.pods.size());
            claim.gpu = model::GpuIx::of(timeline.gpus.size());
            claim.held = {Time{0}, Time{kHour}};
            diagnose::GpuRow row;
            row.gpu_ms = kHour;
            row.classes[static_cast<std::size_t>(diagnose::AccountClass::productive)] = kHour / 4;
            audit.gpus.push_back(row);
            diagnose::WorkloadRow load;
            load.ns = "ml";
            load.name = node.name;
            load.gpu_ms = kHour;
            load.curable.as_is_ms = kHour / 2;
            audit.workloads.push_back(load);
            diagnose::Finding finding;
            finding.subject = {diagnose::SubjectType::workload, "", "ml/" + node.name};
            finding.gpu_ms[static_cast<std::size_t>(diagnose::AccountClass::held_loaded)] = kHour / 2;
            audit.findings.push_back(finding);
            timeline.nodes.push_back(node);
            timeline.gpus.push_back(gpu);
            timeline.pods.push_back(pod);
            timeline.workloads.push_back(workload);
            timeline.claims.push_back(claim);
        }
        add_worth(audit, timeline, prices);
    }
};

TEST(Worth, PricesWhatItCanAndCountsTheRest) {
    const World w;
    EXPECT_EQ(w.audit.worth.paid, (std::vector<Money>{{2'000'000, "USD"}}));
    EXPECT_EQ(w.audit.worth.fallow, (std::vector<Money>{{1'500'000, "USD"}}));
    EXPECT_EQ(w.audit.worth.priced_nodes, 1);
    EXPECT_EQ(w.audit.worth.unpriced_nodes, 1);
    EXPECT_EQ(w.audit.worth.unpriced_gpu_ms, kHour);
    EXPECT_EQ(w.audit.worth.curable_as_is, (std::vector<Money>{{1'000'000, "USD"}}));
}

TEST(Worth, LeavesMoneyAbsentWhereNoPriceIsKnown) {
    const World w;
    EXPECT_EQ(w.audit.findings[0].money, (Money{1'000'000, "USD"}));
    EXPECT_FALSE(w.audit.findings[1].money.has_value());
    EXPECT_EQ(w.audit.workloads[0].money, (Money{2'000'000, "USD"}));
    EXPECT_FALSE(w.audit.workloads[1].money.has_value());
}

}  // namespace
}  // namespace arable::account
