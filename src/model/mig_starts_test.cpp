#include "model/mig_starts.h"

#include <gtest/gtest.h>

#include "model/mig_table.h"

namespace arable::model {
namespace {

struct Lattice {
    MigGeometry geometry = mig_geometry(MigFamily::h100_80);
    MigLayouts layouts = *MigLayouts::of(geometry);
    MigStarts starts{layouts};

    std::uint32_t profile(const std::string& name) const {
        return static_cast<std::uint32_t>(geometry.find(*parse_mig_profile(name)) - geometry.profiles.data());
    }
    int best(const std::vector<MigPlacement>& there, const std::string& name) const {
        const auto slot = starts.best(*layouts.find(there), profile(name));
        return slot ? layouts.slots()[*slot].start : -1;
    }
    std::vector<MigPlacement> arranged(const std::vector<std::pair<std::string, int>>& wanted) const {
        MigCounts counts(geometry.profiles.size(), 0);
        for (const auto& [name, count] : wanted) counts[profile(name)] = count;
        const auto layout = starts.arrange(counts);
        return layout ? layouts.placements(*layout) : std::vector<MigPlacement>{};
    }
};

TEST(MigStarts, KeepTheStartThatLargeProfilesNeed) {
    const Lattice lattice;
    EXPECT_EQ(lattice.best({}, "3g.40gb"), 4);  // at 0 it would rule out 4g and cost a compute slice
    EXPECT_EQ(lattice.best({}, "1g.20gb"), 6);
    EXPECT_EQ(lattice.best({}, "1g.10gb"), 6);
    EXPECT_EQ(lattice.best({}, "2g.20gb"), 4);
    EXPECT_EQ(lattice.best({{"3g.40gb", 4}}, "3g.40gb"), 0);
    EXPECT_EQ(lattice.best({{"3g.40gb", 0}}, "4g.40gb"), -1);
    EXPECT_EQ(lattice.best({{"4g.40gb", 0}, {"2g.20gb", 4}}, "1g.10gb"), 6);
}

TEST(MigStarts, FollowTheDemandThatIsExpected) {
    const Lattice lattice;
    std::vector<std::int64_t> weights(lattice.geometry.profiles.size(), 0);
    weights[lattice.profile("2g.20gb")] = 1;
    const MigStarts for_2g(lattice.layouts, weights);
    const auto slot = for_2g.best(0, lattice.profile("1g.10gb"));
    ASSERT_TRUE(slot.has_value());
    EXPECT_EQ(lattice.layouts.slots()[*slot].start, 6);  // the only one at which three 2g still fit
    EXPECT_EQ(for_2g.worth(0), 3);
}

TEST(MigStarts, SayHowManyMoreFit) {
    const Lattice lattice;
    EXPECT_EQ(lattice.starts.room(0, lattice.profile("1g.10gb")), 7);
    EXPECT_EQ(lattice.starts.room(0, lattice.profile("3g.40gb")), 2);
    const auto with_3g_at_0 = *lattice.layouts.find(std::vector<MigPlacement>{{"3g.40gb", 0}});
    const auto with_3g_at_4 = *lattice.layouts.find(std::vector<MigPlacement>{{"3g.40gb", 4}});
    EXPECT_EQ(lattice.starts.room(with_3g_at_0, lattice.profile("1g.10gb")), 3);
    EXPECT_EQ(lattice.starts.room(with_3g_at_4, lattice.profile("1g.10gb")), 4);
}

TEST(MigStarts, ArrangeEveryMultisetLegally) {
    const Lattice lattice;
    for (const MigCounts& counts : distinct_counts(lattice.layouts)) {
        const auto layout = lattice.starts.arrange(counts);
        ASSERT_TRUE(layout.has_value());
        EXPECT_EQ(lattice.layouts.counts(*layout), counts);
        EXPECT_TRUE(check_layout(lattice.geometry, lattice.layouts.placements(*layout)).has_value());
    }
}

// Three instances that fit one GPU (the DRA driver cut three): 4g@0:4, 2g@4:2, 1g@6:1; slice 7 is dead.
TEST(MigStarts, ArrangeThreeInstancesOnOneGpu) {
    const Lattice lattice;
    const auto placements = lattice.arranged({{"4g.40gb", 1}, {"2g.20gb", 1}, {"1g.10gb", 1}});
    ASSERT_EQ(placements.size(), 3U);
    EXPECT_EQ(placements[0].profile + "@" + std::to_string(placements[0].start), "4g.40gb@0");
    EXPECT_EQ(placements[1].profile + "@" + std::to_string(placements[1].start), "2g.20gb@4");
    EXPECT_EQ(placements[2].profile + "@" + std::to_string(placements[2].start), "1g.10gb@6");
    EXPECT_TRUE(lattice.arranged({{"4g.40gb", 2}}).empty());
}

}  // namespace
}  // namespace arable::model
