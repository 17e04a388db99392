#include "plan/demand.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "model/product.h"

namespace arable::plan {
namespace {

FleetRow nodes_of(const char* product, std::int64_t gpus, std::optional<std::int64_t> nodes = {},
                  std::optional<std::int64_t> micros = {}) {
    FleetRow row;
    row.product = product;
    row.gpus_per_node = gpus;
    row.nodes = nodes;
    row.micros_per_hour = micros;
    return row;
}
DemandItem slices(const char* profile, std::int64_t count) {
    DemandItem item;
    item.name = profile;
    item.count = count;
    item.profile = profile;
    return item;
}
DemandItem shares(const char* name, std::int64_t count, std::int64_t memory, const char* trust = "") {
    DemandItem item;
    item.name = name;
    item.count = count;
    item.memory_mib = memory;
    item.trust = trust;
    return item;
}
DemandItem whole(const char* name, std::int64_t count, std::int64_t gpus) {
    DemandItem item;
    item.name = name;
    item.count = count;
    item.gpus = gpus;
    return item;
}
Plan planned(const Demand& demand) {
    auto plan = answer(demand);
    EXPECT_TRUE(plan.has_value()) << (plan ? "" : plan.error().message);
    return plan ? *plan : Plan{};
}
std::int64_t placed(const Plan& plan, const std::string& item) {
    return std::ranges::count(plan.placements, item, &Placement::item);
}

// One H100 holds 4g + 2g + 1g (GRMU's and the operator's classic); two of 4g never fit one.
TEST(Demand, CutsOneGpuInThree) {
    const Demand demand{.fleet = {nodes_of("H100-SXM5-80GB", 1)},
                        .items = {slices("4g.40gb", 1), slices("2g.20gb", 1), slices("1g.10gb", 1)}};
    const Plan plan = planned(demand);
    EXPECT_EQ(plan.as_is->gpus, 1);
    EXPECT_EQ(plan.bound.gpus, 1);
    ASSERT_EQ(plan.layouts.size(), 1U);
    EXPECT_EQ(plan.layouts[0].instances.size(), 3U);
    EXPECT_TRUE(
        model::check_layout(*model::find_product("H100-SXM5-80GB")->mig, plan.layouts[0].instances).has_value());
    std::set<int> starts;
    for (const Placement& p : plan.placements) starts.insert(*p.start);
    EXPECT_EQ(starts.size(), 3U);

    const Demand two{.fleet = {nodes_of("H100-SXM5-80GB", 1)}, .items = {slices("4g.40gb", 2)}};
    EXPECT_EQ(planned(two).as_is->gpus, 2);
}

// 25 pods of 2,000 MiB on one card of 46,068 MiB: 23 fit, and two are short by 1,932 MiB (KAI-Scheduler#416).
TEST(Demand, KeepsAmountsInWholeMebibytes) {
    const Demand demand{.fleet = {nodes_of("NVIDIA L40S", 1, 1)}, .items = {shares("pod", 25, 2'000)}};
    const Plan plan = planned(demand);
    EXPECT_EQ(placed(plan, "pod"), 23);
    ASSERT_EQ(plan.refused.size(), 1U);
    EXPECT_EQ(plan.refused[0].count, 2);
    EXPECT_NE(plan.refused[0].reason.english().find("short by 1,932 MiB"), std::string::npos);
    EXPECT_FALSE(plan.bound.gpus.has_value());
}

TEST(Demand, SharesWithinATrustDomainAlone) {
    const Demand demand{.fleet = {nodes_of("A100-SXM4-80GB", 8)},
                        .items = {shares("a", 2, 10'000, "x"), shares("b", 2, 10'000, "y")}};
    const Plan plan = planned(demand);
    std::map<std::pair<std::string, int>, std::set<std::string>> on;
    for (const Placement& p : plan.placements) on[{p.node, p.gpus.at(0)}].insert(p.item);
    for (const auto& [gpu, items] : on) EXPECT_EQ(items.size(), 1U);
    EXPECT_EQ(plan.as_is->nodes, 1);
    EXPECT_EQ(plan.layouts.size(), on.size());
}

// Ten whole GPUs: on H100 two nodes at 98.32, on A100 two at 40.96.
TEST(Demand, TakesTheCheaperNodesWhereAllHavePrices) {
    const Demand demand{
        .fleet = {nodes_of("H100-SXM5-80GB", 8, {}, 98'320'000), nodes_of("A100-SXM4-80GB", 8, {}, 40'960'000)},
        .items = {whole("train", 10, 1)}};
    const Plan plan = planned(demand);
    EXPECT_EQ(plan.as_is->micros_per_hour, 2 * 40'960'000);
    EXPECT_EQ(plan.bound.kind, "money");
    EXPECT_EQ(plan.bound.micros_per_hour, 2 * 40'960'000);
    EXPECT_EQ(plan.solver.status, "optimal");
    for (const Placement& p : plan.placements) EXPECT_TRUE(p.node.starts_with("A100-SXM4-80GB-"));
}

TEST(Demand, CountsGpusWhereAPriceIsMissing) {
    const Demand demand{.fleet = {nodes_of("H100-SXM5-80GB", 8, {}, 98'320'000), nodes_of("A100-SXM4-80GB", 4)},
                        .items = {whole("train", 4, 1)}};
    const Plan plan = planned(demand);
    EXPECT_EQ(plan.bound.kind, "gpus");
    EXPECT_EQ(plan.as_is->gpus, 4);
    EXPECT_FALSE(plan.as_is->micros_per_hour.has_value());
}

// The rest is planned, and each one left out has its reason.
TEST(Demand, NamesWhatCannotBe) {
    DemandItem both = slices("1g.10gb", 1);
    both.name = "both";
    both.gpus = 1;
    DemandItem large = whole("large", 1, 1);
    large.cpu_milli = INT64_MAX;
    FleetRow strange = nodes_of("Imaginary X9000", 2);
    strange.cpu_milli = 4'000;
    DemandItem hungry = whole("hungry", 1, 1);
    hungry.cpu_milli = 64'000;
    const Demand demand{.fleet = {strange, nodes_of("A100", -1)},
                        .items = {both, large, hungry, whole("wide", 1, 16), slices("9g.90gb", 1), slices("1g.10gb", 1),
                                  whole("fine", 1, 2), shares("part", 1, 100)}};
    const Plan plan = planned(demand);
    EXPECT_EQ(placed(plan, "fine"), 1);
    std::map<std::string, std::string> why;
    for (const Refused& r : plan.refused) why[r.subject] = r.reason.english();
    EXPECT_EQ(why.size(), 8U);
    EXPECT_NE(why["both"].find("more than one"), std::string::npos);
    EXPECT_NE(why["large"].find("too large"), std::string::npos);
    EXPECT_NE(why["wide"].find("2 of 16 GPUs"), std::string::npos);
    EXPECT_NE(why["hungry"].find("4,000 of 64,000 milli-CPU"), std::string::npos);
    EXPECT_NE(why["1g.10gb"].find("no GPU of the fleet has the MIG profile"), std::string::npos);
    EXPECT_NE(why["part"].find("GPU's memory"), std::string::npos);
    EXPECT_TRUE(why.contains("fleet[1]"));
    EXPECT_FALSE(plan.assumptions.empty());
}

TEST(Demand, OfNothingIsNothing) {
    const Plan plan = planned({.fleet = {nodes_of("A100-SXM4-80GB", 8)}, .items = {}});
    EXPECT_EQ(plan.as_is->nodes, 0);
    EXPECT_TRUE(plan.placements.empty());
    const Plan empty = planned({.fleet = {}, .items = {whole("w", 2, 1)}});
    ASSERT_EQ(empty.refused.size(), 1U);
    EXPECT_EQ(empty.refused[0].count, 2);
}

}  // namespace
}  // namespace arable::plan
