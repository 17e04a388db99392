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
            diagnose::HeldOn card;
            card.gpu = claim.gpu;
            card.classes[static_cast<std::size_t>(diagnose::AccountClass::productive)] = kHour / 2;
            card.classes[static_cast<std::size_t>(diagnose::AccountClass::held_loaded)] = kHour / 2;
            card.curable.as_is_ms = kHour / 2;
            load.cards = {card};
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
    }
    // What a workload holds goes to the first workload.
    void move_to_first(std::size_t i) {
        diagnose::WorkloadRow& first = audit.workloads[0];
        const diagnose::WorkloadRow& row = audit.workloads[i];
        timeline.pods[i].workload = timeline.pods[0].workload;
        first.gpu_ms += row.gpu_ms;
        first.cards.insert(first.cards.end(), row.cards.begin(), row.cards.end());
        audit.workloads.erase(audit.workloads.begin() + static_cast<std::ptrdiff_t>(i));
    }
    void price() { add_worth(audit, timeline, prices); }
};

TEST(Worth, PricesWhatItCanAndCountsTheRest) {
    World w;
    w.price();
    EXPECT_EQ(w.audit.worth.paid, (std::vector<Money>{{2'000'000, "USD"}}));
    EXPECT_EQ(w.audit.worth.fallow, (std::vector<Money>{{1'500'000, "USD"}}));
    EXPECT_EQ(w.audit.worth.priced_nodes, 1);
    EXPECT_EQ(w.audit.worth.unpriced_nodes, 1);
    EXPECT_EQ(w.audit.worth.unpriced_gpu_ms, kHour);
    EXPECT_EQ(w.audit.worth.curable_as_is, (std::vector<Money>{{1'000'000, "USD"}}));
}

TEST(Worth, LeavesMoneyAbsentWhereNoPriceIsKnown) {
    World w;
    w.price();
    EXPECT_EQ(w.audit.findings[0].money, (Money{1'000'000, "USD"}));
    EXPECT_FALSE(w.audit.findings[1].money.has_value());
    EXPECT_EQ(w.audit.workloads[0].money, (Money{2'000'000, "USD"}));
    EXPECT_FALSE(w.audit.workloads[1].money.has_value());
}

TEST(Worth, SaysWhatItAssumedAndWhatALabelWouldGive) {
    World w;
    w.prices.rows[0].region = "us-east-1";
    w.prices.rows.push_back(w.prices.rows[0]);
    w.prices.rows[1].region = "eu-west-1";
    w.price();
    ASSERT_EQ(w.audit.gaps.size(), 1U);  // one price in both regions; how it was bought is not known
    EXPECT_EQ(w.audit.gaps[0].kind, model::Gap::Kind::assumption);
    EXPECT_EQ(w.audit.gaps[0].count, 1);

    World differ;
    differ.prices = w.prices;
    differ.prices.rows[1].micros_per_gpu_hour = 2'200'000;
    differ.price();
    EXPECT_TRUE(differ.audit.worth.paid.empty());
    ASSERT_EQ(differ.audit.gaps.size(), 1U);
    EXPECT_EQ(differ.audit.gaps[0].message,
              "nodes whose type has several prices, and whose region nothing names: 1, without a price; the label "
              "topology.kubernetes.io/region would give it");
}

TEST(Worth, KeepsCurrenciesApart) {
    World w;
    w.prices.rows.push_back(w.prices.rows[0]);
    w.prices.rows[1].instance_type = "u";
    w.prices.rows[1].currency = "EUR";
    w.timeline.nodes[1].instance_type = "u";
    w.move_to_first(1);
    w.price();
    EXPECT_EQ(w.audit.worth.paid, (std::vector<Money>{{2'000'000, "EUR"}, {2'000'000, "USD"}}));
    EXPECT_FALSE(w.audit.workloads[0].money.has_value());
    EXPECT_FALSE(w.audit.findings[0].money.has_value());
}

// Half of the dear card is curable and nothing of the cheap one: what is curable costs what the dear one costs, and
// so does a finding about time that the workload spent there alone.
TEST(Worth, CurableTimeCostsWhatItsCardsCost) {
    World w;
    w.prices.rows.push_back(w.prices.rows[0]);
    w.prices.rows[1].instance_type = "u";
    w.prices.rows[1].micros_per_gpu_hour = 10'000'000;
    w.timeline.nodes[1].instance_type = "u";
    diagnose::HeldOn& cheap = w.audit.workloads[0].cards[0];
    cheap.curable.as_is_ms = 0;
    cheap.classes = {};
    cheap.classes[static_cast<std::size_t>(diagnose::AccountClass::productive)] = kHour;
    w.move_to_first(1);
    w.price();
    EXPECT_EQ(w.audit.worth.curable_as_is, (std::vector<Money>{{5'000'000, "USD"}}));
    EXPECT_EQ(w.audit.workloads[0].money, (Money{12'000'000, "USD"}));
    EXPECT_EQ(w.audit.findings[0].money, (Money{5'000'000, "USD"}));
}

// Of the cheap card nobody knows the price: what is curable of the other one still counts.
TEST(Worth, CurableTimeOfPricedCardsCountsBesideUnpricedOnes) {
    World w;
    w.move_to_first(1);
    w.price();
    EXPECT_EQ(w.audit.worth.curable_as_is, (std::vector<Money>{{1'000'000, "USD"}}));
    EXPECT_FALSE(w.audit.workloads[0].money.has_value());
}

TEST(Worth, DoesNotBlendTwoWorkloadsOfOneName) {
    World w;
    w.prices.rows.push_back(w.prices.rows[0]);
    w.prices.rows[1].instance_type = "u";
    w.prices.rows[1].micros_per_gpu_hour = 6'000'000;
    w.timeline.nodes[1].instance_type = "u";
    for (std::size_t i = 0; i < 2; ++i) {
        w.timeline.workloads[i].name = w.audit.workloads[i].name = "chat";
        w.timeline.workloads[i].kind = w.audit.workloads[i].kind = i == 0 ? "Deployment" : "Job";
        w.audit.findings[i].subject.name = "ml/chat";
    }
    w.price();
    EXPECT_EQ(w.audit.workloads[0].money, (Money{2'000'000, "USD"}));
    EXPECT_EQ(w.audit.workloads[1].money, (Money{6'000'000, "USD"}));
    EXPECT_FALSE(w.audit.findings[0].money.has_value());  // of which of the two it is not known
}

TEST(Worth, PutsNoMoneyOnFindingsAboutTheTelemetry) {
    World w;
    w.audit.findings[0].kind = diagnose::FindingKind::stuck_counter;
    w.audit.findings[0].subject = {diagnose::SubjectType::gpu, "", "priced/0"};
    w.price();
    EXPECT_FALSE(w.audit.findings[0].money.has_value());
}

}  // namespace
}  // namespace arable::account
