#include "model/mig_layouts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/mig_table.h"

namespace arable::model {
namespace {

// Profiles without attributes; `with_double` also 1g with double memory (compute 1, memory 2).
std::vector<bool> plain(const MigGeometry& geometry, bool with_double) {
    std::vector<bool> wanted;
    for (const MigProfile& profile : geometry.profiles) {
        const bool is_double = profile.compute_slices == 1 && profile.memory_slices == 2;
        wanted.push_back(parse_mig_profile(profile.name)->attributes.empty() && (with_double || !is_double));
    }
    return wanted;
}

std::size_t full_layouts(const MigLayouts& layouts) {
    std::size_t count = 0;
    for (MigLayouts::Id id = 0; id < layouts.count(); ++id) {
        bool is_full = true;
        for (MigLayouts::Slot slot = 0; slot < layouts.slots().size(); ++slot)
            is_full = is_full && !layouts.with(id, slot);
        count += is_full ? 1 : 0;
    }
    return count;
}

// Counted by an enumeration of the lattice on paper; 19 is the number that the literature knows.
struct Expected {
    MigFamily family;
    bool with_double;
    std::size_t layouts, full, multisets, maximal;
};

TEST(MigLayouts, HaveTheKnownNumbers) {
    const std::vector<Expected> all{
        {MigFamily::h100_80, false, 298, 19, 38, 12}, {MigFamily::h100_80, true, 723, 78, 78, 28},
        {MigFamily::a100_40, true, 723, 78, 78, 28},  {MigFamily::b300, true, 723, 78, 78, 28},
        {MigFamily::a30, true, 26, 5, 10, 4},         {MigFamily::rtx_pro_6000, true, 26, 5, 10, 4}};
    for (const Expected& expected : all) {
        const MigGeometry geometry = mig_geometry(expected.family);
        const auto layouts = MigLayouts::of(geometry, plain(geometry, expected.with_double));
        ASSERT_TRUE(layouts.has_value());
        EXPECT_EQ(layouts->count(), expected.layouts) << geometry.profiles[0].name;
        EXPECT_EQ(full_layouts(*layouts), expected.full);
        EXPECT_EQ(distinct_counts(*layouts).size(), expected.multisets);
        EXPECT_EQ(maximal_counts(*layouts).size(), expected.maximal);
    }
}

TEST(MigLayouts, AreMaximalAsTheLiteratureLists) {
    const MigGeometry geometry = mig_geometry(MigFamily::h100_80);
    const auto layouts = MigLayouts::of(geometry, plain(geometry, false));
    // 1g, 1g double memory, 2g, 3g, 4g, 7g, 1g+me.
    const std::vector<MigCounts> expected{{0, 0, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 1, 0, 0}, {0, 0, 0, 2, 0, 0, 0},
                                          {0, 0, 2, 1, 0, 0, 0}, {1, 0, 1, 0, 1, 0, 0}, {1, 0, 3, 0, 0, 0, 0},
                                          {2, 0, 1, 1, 0, 0, 0}, {3, 0, 0, 0, 1, 0, 0}, {3, 0, 2, 0, 0, 0, 0},
                                          {4, 0, 0, 1, 0, 0, 0}, {5, 0, 1, 0, 0, 0, 0}, {7, 0, 0, 0, 0, 0, 0}};
    EXPECT_EQ(maximal_counts(*layouts), expected);
}

// The table says the same as check_layout, for every layout and every slot of every product.
TEST(MigLayouts, AgreeWithTheRulesOfOneGpu) {
    for (const MigFamily family :
         {MigFamily::a30, MigFamily::h100_94, MigFamily::rtx_pro_6000, MigFamily::rtx_pro_5000}) {
        const auto layouts = MigLayouts::of(mig_geometry(family));
        ASSERT_TRUE(layouts.has_value());
        for (MigLayouts::Id id = 0; id < layouts->count(); ++id) {
            std::vector<MigPlacement> placements = layouts->placements(id);
            ASSERT_EQ(*layouts->find(placements), id);
            for (MigLayouts::Slot slot = 0; slot < layouts->slots().size(); ++slot) {
                const MigSlot& place = layouts->slots()[slot];
                placements.push_back({layouts->geometry().profiles[place.profile].name, place.start});
                const auto next = layouts->with(id, slot);
                ASSERT_EQ(next.has_value(), check_layout(layouts->geometry(), placements).has_value());
                ASSERT_TRUE(!next || layouts->without(*next, slot) == id);
                placements.pop_back();
            }
        }
    }
}

TEST(MigLayouts, KeepOneOwnerOfTheMediaEngines) {
    const MigGeometry geometry = mig_geometry(MigFamily::rtx_pro_6000);
    const auto legal = [&](std::vector<MigPlacement> placements) {
        return check_layout(geometry, placements).has_value();
    };
    EXPECT_TRUE(legal({{"1g.24gb+me", 0}, {"1g.24gb", 1}}));
    EXPECT_FALSE(legal({{"1g.24gb+me", 0}, {"2g.48gb+me.all", 2}}));
    EXPECT_FALSE(legal({{"1g.24gb+me.all", 0}, {"1g.24gb", 1}}));
    EXPECT_FALSE(legal({{"1g.24gb+me.all", 0}, {"2g.48gb+gfx", 2}}));
    EXPECT_TRUE(legal({{"1g.24gb+me.all", 0}, {"1g.24gb-me", 1}, {"2g.48gb-me", 2}}));
    const MigGeometry a30 = mig_geometry(MigFamily::a30);
    EXPECT_FALSE(check_layout(a30, std::vector<MigPlacement>{{"2g.12gb+me", 0}, {"1g.6gb+me", 2}}).has_value());
}

TEST(MigLayouts, RefuseAGeometryThatMakesNoSense) {
    MigGeometry geometry = mig_geometry(MigFamily::a30);
    geometry.profiles[1].starts = {0, 3};
    EXPECT_FALSE(MigLayouts::of(geometry).has_value());
    geometry.profiles[1].starts = {-1};
    EXPECT_FALSE(MigLayouts::of(geometry).has_value());
    geometry.profiles[1].starts.assign(80, 0);
    EXPECT_FALSE(MigLayouts::of(geometry).has_value());
    geometry.memory_slices = 40;
    geometry.compute_slices = 40;
    geometry.profiles.resize(1);
    geometry.profiles[0].most = 40;
    geometry.profiles[0].starts.clear();
    for (int start = 0; start < 40; ++start) geometry.profiles[0].starts.push_back(start);
    EXPECT_EQ(MigLayouts::of(geometry).error().code, ErrorCode::limit);
}

TEST(MigLayouts, AreFoundByTheirPlacements) {
    const MigGeometry geometry = mig_geometry(MigFamily::h100_80);
    const auto layouts = MigLayouts::of(geometry, plain(geometry, true));
    EXPECT_EQ(*layouts->find({}), 0U);
    EXPECT_EQ(layouts->find(std::vector<MigPlacement>{{"1g.10gb+me", 0}}).error().code, ErrorCode::not_found);
    EXPECT_EQ(layouts->find(std::vector<MigPlacement>{{"1g.10gb", 7}}).error().code, ErrorCode::infeasible);
}

}  // namespace
}  // namespace arable::model
