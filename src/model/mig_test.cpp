#include "model/mig.h"

#include <gtest/gtest.h>

#include <set>

#include "model/mig_table.h"

namespace arable::model {
namespace {

TEST(MigProfileNames, AreReadInEverySpelling) {
    EXPECT_EQ(to_text(*parse_mig_profile("3g.40gb")), "3g.40gb");
    EXPECT_EQ(to_text(*parse_mig_profile("2g.12gb.me")), "2g.12gb+me");
    EXPECT_EQ(to_text(*parse_mig_profile("1g.24gb-me")), "1g.24gb-me");
    EXPECT_EQ(to_text(*parse_mig_profile("1g.24gb+me.all")), "1g.24gb+me.all");
    EXPECT_EQ(parse_mig_profile("1c.3g.20gb")->compute_slices, 3);
    for (const char* text : {"", "3g", "g.40gb", "3g.40", "3g.40gb+", "99999999999g.5gb", "0g.5gb"}) {
        EXPECT_FALSE(parse_mig_profile(text).has_value()) << text;
    }
}

TEST(MigGeometry, KeysProfilesByPartBecauseNamesAreAmbiguous) {
    const MigGeometry small = mig_geometry(MigFamily::a100_40);
    const MigGeometry large = mig_geometry(MigFamily::a100_80);
    EXPECT_EQ(small.find(*parse_mig_profile("1g.10gb"))->memory_slices, 2);
    EXPECT_EQ(large.find(*parse_mig_profile("1g.10gb"))->memory_slices, 1);
}

TEST(MigGeometry, ResolvesANameThatAnExporterRounded) {
    const MigProfile* profile = mig_geometry(MigFamily::a100_80).resolve(*parse_mig_profile("7g.79gb"));
    ASSERT_NE(profile, nullptr);
    EXPECT_EQ(profile->name, "7g.80gb");
    EXPECT_EQ(profile->memory_slices, 8);
    EXPECT_NEAR(gibibytes(profile->memory), 78.5, 0.01);
    EXPECT_EQ(mig_geometry(MigFamily::a100_80).resolve(*parse_mig_profile("6g.60gb")), nullptr);
}

TEST(MigGeometry, KeepsAttributesApart) {
    const MigGeometry geometry = mig_geometry(MigFamily::a30);
    EXPECT_EQ(geometry.find(*parse_mig_profile("2g.12gb"))->most, 2);
    EXPECT_EQ(geometry.find(*parse_mig_profile("2g.12gb+me"))->most, 1);
}

TEST(MigLayouts, AreRefusedWithTheReason) {
    const MigGeometry geometry = mig_geometry(MigFamily::h100_80);
    EXPECT_TRUE(check_layout(geometry, std::vector<MigPlacement>{{"4g.40gb", 0}, {"2g.20gb", 4}, {"1g.10gb", 6}}));
    EXPECT_FALSE(check_layout(geometry, std::vector<MigPlacement>{{"4g.40gb", 0}, {"3g.40gb", 0}}));
    EXPECT_FALSE(check_layout(geometry, std::vector<MigPlacement>{{"1g.10gb", 7}}));
    EXPECT_FALSE(check_layout(geometry, std::vector<MigPlacement>{{"1g.10gb+me", 0}, {"1g.10gb+me", 1}}));
    EXPECT_FALSE(check_layout(geometry, std::vector<MigPlacement>{{"5g.50gb", 0}}));
}

// Counts of distinct multisets, enumerated by hand on the lattice: 38 without and 78 with 1g double memory on seven
// slices, 10 on four; the empty layout included.
void grow(const MigGeometry& g, const std::vector<std::string>& names, std::vector<MigPlacement>& placed,
          std::set<std::multiset<std::string>>& seen) {
    std::multiset<std::string> key;
    for (const auto& p : placed) key.insert(p.profile);
    seen.insert(key);
    for (const auto& name : names) {
        for (const int start : g.find(*parse_mig_profile(name))->starts) {
            placed.push_back({name, start});
            const bool ascending = placed.size() < 2 || placed[placed.size() - 2].start < start;
            if (ascending && check_layout(g, placed)) grow(g, names, placed, seen);
            placed.pop_back();
        }
    }
}

TEST(MigLayouts, HaveTheKnownNumberOfMultisets) {
    std::vector<MigPlacement> placed;
    std::set<std::multiset<std::string>> seen;
    const MigGeometry seven = mig_geometry(MigFamily::h100_80);
    grow(seven, {"1g.10gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"}, placed, seen);
    EXPECT_EQ(seen.size(), 38U);
    seen.clear();
    grow(seven, {"1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"}, placed, seen);
    EXPECT_EQ(seen.size(), 78U);
    seen.clear();
    grow(mig_geometry(MigFamily::a30), {"1g.6gb", "2g.12gb", "4g.24gb"}, placed, seen);
    EXPECT_EQ(seen.size(), 10U);
}

}  // namespace
}  // namespace arable::model
