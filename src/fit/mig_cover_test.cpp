#include "fit/mig_cover.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "fit/check_mig_cover.h"
#include "model/mig_table.h"

namespace arable::fit {
namespace {

using model::MigFamily;

MigCover covered(std::span<const MigPool> pools, std::span<const MigItem> items) {
    const auto cover = cover_mig(pools, items);
    EXPECT_TRUE(cover.has_value()) << cover.error().message;
    if (!cover) return {};
    EXPECT_EQ(fault_of(pools, items, *cover), "");
    return *cover;
}

// "4g.40gb@0 2g.20gb@4 1g.10gb@6"
std::string layout(const MigPool& pool, const MigGpu& gpu) {
    if (gpu.whole) return "whole";
    std::string text;
    for (const MigInstance& instance : gpu.instances) {
        text += (text.empty() ? "" : " ") + pool.geometry->profiles[instance.profile].name + "@" +
                std::to_string(instance.start);
    }
    return text;
}

TEST(MigCovers, PutThreeInstancesThatFitOnOneGpu) {
    const model::MigGeometry h100 = model::mig_geometry(MigFamily::h100_80);
    const std::vector<MigPool> pools{{.geometry = &h100, .cost = 1, .gpus = 3}};
    std::vector<std::string> order{"1g.10gb", "2g.20gb", "4g.40gb"};
    do {
        std::vector<MigItem> items;
        for (const std::string& name : order) items.push_back({.count = 1, .accepts = named(pools, name)});
        const MigCover cover = covered(pools, items);
        ASSERT_EQ(cover.gpus.size(), 1U);
        EXPECT_EQ(layout(pools[0], cover.gpus[0]), "4g.40gb@0 2g.20gb@4 1g.10gb@6");
        EXPECT_EQ(cover.answer.bound, 1);
    } while (std::ranges::next_permutation(order).found);
}

TEST(MigCovers, KeepProfilesApartThatDifferByASuffix) {
    const model::MigGeometry a30 = model::mig_geometry(MigFamily::a30);
    const std::vector<MigPool> pools{{.geometry = &a30, .cost = 1, .gpus = 1}};
    std::vector<MigItem> items{{.count = 2, .accepts = named(pools, "2g.12gb")}};
    MigCover cover = covered(pools, items);
    ASSERT_EQ(cover.gpus.size(), 1U);
    EXPECT_EQ(layout(pools[0], cover.gpus[0]), "2g.12gb@0 2g.12gb@2");
    EXPECT_EQ(a30.profiles[cover.gpus[0].instances[0].profile].id, 5);
    items[0].accepts = named(pools, "2g.12gb.me");  // at most one a GPU
    cover = covered(pools, items);
    EXPECT_EQ(cover.answer.status, solve::CoverStatus::infeasible);
    EXPECT_EQ(cover.answer.short_items, std::vector<std::uint32_t>{0});
}

// A request for two is two: 7 instances, five held, x wants two, y one more.
TEST(MigCovers, CountEveryInstanceOfARequest) {
    const model::MigGeometry a100 = model::mig_geometry(MigFamily::a100_40);
    const std::vector<MigPool> pools{{.geometry = &a100, .cost = 1, .gpus = 1}};
    const auto small = named(pools, "1g.5gb");
    std::vector<MigItem> items{{.count = 5, .accepts = small}, {.count = 2, .accepts = small}};
    EXPECT_EQ(covered(pools, items).answer.status, solve::CoverStatus::optimal);
    items.push_back({.count = 1, .accepts = small});
    EXPECT_EQ(covered(pools, items).answer.status, solve::CoverStatus::infeasible);
    // What x would need for one process: one 2g.10gb has the memory of both.
    EXPECT_EQ(a100.profiles[*model::smallest_profile(a100, {.memory = mebibytes(2 * 4864)})].name, "1g.10gb");
    EXPECT_EQ(a100.profiles[*model::smallest_profile(a100, {.memory = mebibytes(2 * 4864), .sms = 28})].name,
              "2g.10gb");
}

TEST(MigCovers, KnowTheSamePrintedNameOnTwoProducts) {
    const model::MigGeometry small = model::mig_geometry(MigFamily::a100_40);
    const model::MigGeometry large = model::mig_geometry(MigFamily::a100_80);
    const std::vector<MigPool> pools{{.geometry = &small, .cost = 1, .gpus = {}},
                                     {.geometry = &large, .cost = 1, .gpus = {}}};
    // 1g.10gb: four on the card of 40 GB, seven on that of 80 GB.
    const MigCover cover = covered(pools, std::vector<MigItem>{{.count = 7, .accepts = named(pools, "1g.10gb")}});
    ASSERT_EQ(cover.gpus.size(), 1U);
    EXPECT_EQ(cover.gpus[0].pool, 1U);
}

TEST(MigCovers, ChooseTheCheaperProductForANeed) {
    const model::MigGeometry a30 = model::mig_geometry(MigFamily::a30);
    const model::MigGeometry h100 = model::mig_geometry(MigFamily::h100_80);
    std::vector<MigPool> pools{{.geometry = &a30, .cost = 600'000, .gpus = {}},
                               {.geometry = &h100, .cost = 3'000'000, .gpus = {}}};
    // 9 GiB: 2g.12gb, two an A30 (0.30 each), or 1g.10gb, seven an H100 (0.43 each).
    std::vector<MigItem> items{{.count = 14, .accepts = holding(pools, {.memory = gibibytes(9)})}};
    EXPECT_EQ(covered(pools, items).answer.cost, 7 * 600'000);
    pools[0].gpus = 3;  // only six there: two H100 hold all 14, and with an A30 beside them 15
    EXPECT_EQ(covered(pools, items).answer.cost, 2 * 3'000'000);
    items[0].count = 15;
    EXPECT_EQ(covered(pools, items).answer.cost, 2 * 3'000'000 + 600'000);
    items[0].count = 13;  // 6 and 7
    EXPECT_EQ(covered(pools, items).answer.cost, 3'000'000 + 3 * 600'000);
}

TEST(MigCovers, GiveWholeGpusBesideCutOnes) {
    const model::MigGeometry h100 = model::mig_geometry(MigFamily::h100_80);
    const std::vector<MigPool> pools{{.geometry = &h100, .cost = 1, .gpus = {}}};
    const std::vector<MigItem> items{{.count = 2, .accepts = {{.pool = 0, .profile = {}}}},
                                     {.count = 8, .accepts = named(pools, "1g.10gb")},
                                     {.count = 1, .accepts = named(pools, "1g.10gb+me")}};
    const MigCover cover = covered(pools, items);
    ASSERT_EQ(cover.gpus.size(), 4U);
    EXPECT_EQ(std::ranges::count_if(cover.gpus, [](const MigGpu& gpu) { return gpu.whole.has_value(); }), 2);
}

TEST(MigCovers, RefuseWhatDoesNotExist) {
    const model::MigGeometry h100 = model::mig_geometry(MigFamily::h100_80);
    const std::vector<MigPool> pools{{.geometry = &h100, .cost = 1, .gpus = {}}};
    EXPECT_TRUE(named(pools, "5g.50gb").empty());
    EXPECT_TRUE(named(pools, "nonsense").empty());
    for (const MigChoice& choice : {MigChoice{.pool = 1, .profile = 0}, MigChoice{.pool = 0, .profile = 99}}) {
        EXPECT_FALSE(cover_mig(pools, std::vector<MigItem>{{.count = 1, .accepts = {choice}}}).has_value());
    }
    const MigCover none = covered(pools, std::vector<MigItem>{{.count = 1, .accepts = {}}});
    EXPECT_EQ(none.answer.status, solve::CoverStatus::infeasible);
}

TEST(MigCovers, AreRefusedByTheirCheckerWhenTouched) {
    const model::MigGeometry h100 = model::mig_geometry(MigFamily::h100_80);
    const std::vector<MigPool> pools{{.geometry = &h100, .cost = 1, .gpus = 3}};
    const std::vector<MigItem> items{{.count = 3, .accepts = named(pools, "3g.40gb")},
                                     {.count = 1, .accepts = {{.pool = 0, .profile = {}}}}};
    const MigCover good = covered(pools, items);
    ASSERT_EQ(good.gpus.size(), 3U);
    const std::vector<void (*)(MigCover&)> faults{
        [](MigCover& c) { c.gpus.pop_back(); },
        [](MigCover& c) { c.gpus.push_back(c.gpus[0]); },
        [](MigCover& c) { c.gpus[0].pool = 4; },
        [](MigCover& c) { c.gpus[0].instances[0].start = 2; },
        [](MigCover& c) { c.gpus[0].instances[0].start = c.gpus[0].instances[1].start; },
        [](MigCover& c) { c.gpus[0].instances[0].profile = 2; },
        [](MigCover& c) { c.gpus[0].instances[0].profile = 77; },
        [](MigCover& c) { c.gpus[0].instances[0].item = 1; },
        [](MigCover& c) { c.gpus[0].instances[0].item = 9; },
        [](MigCover& c) { c.gpus[0].instances.clear(); },
        [](MigCover& c) { c.gpus[0].whole = 1; },
        [](MigCover& c) { c.answer.cost -= 1; },
        [](MigCover& c) { c.answer.status = solve::CoverStatus::infeasible; },
    };
    for (std::size_t i = 0; i < faults.size(); ++i) {
        MigCover bad = good;
        faults[i](bad);
        EXPECT_NE(fault_of(pools, items, bad), "") << i;
    }
}

}  // namespace
}  // namespace arable::fit
