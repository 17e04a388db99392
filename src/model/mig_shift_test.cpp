#include "model/mig_shift.h"

#include <gtest/gtest.h>

#include "model/mig_table.h"

namespace arable::model {
namespace {

struct Lattice {
    MigGeometry geometry = mig_geometry(MigFamily::a100_80);
    MigLayouts layouts = *MigLayouts::of(geometry);

    std::uint32_t profile(const std::string& name) const {
        return static_cast<std::uint32_t>(geometry.find(*parse_mig_profile(name)) - geometry.profiles.data());
    }
    std::optional<MigRoom> room(const std::vector<MigPlacement>& there, const std::string& name,
                                const std::vector<bool>& may_move = {}) const {
        return make_room(layouts, *layouts.find(there), profile(name), may_move);
    }
};

// Enough slices by count (1 compute, 2 memory), none by place; one shift is enough, and only one works.
TEST(MigRoom, NamesTheOneInstanceThatIsInTheWay) {
    const Lattice lattice;
    const std::vector<MigPlacement> there{{"2g.20gb", 0}, {"1g.10gb", 2}, {"2g.20gb", 4}, {"1g.10gb", 6}};
    const auto room = lattice.room(there, "1g.20gb");
    ASSERT_TRUE(room.has_value());
    const std::uint32_t small = lattice.profile("1g.10gb");
    EXPECT_EQ(room->shifts, (std::vector<MigShift>{{.from = {small, 6}, .to = {small, 3}}}));
    EXPECT_EQ(room->newcomer, (MigSlot{lattice.profile("1g.20gb"), 6}));
    // A 1g.10gb fits as things are, at 3 only: 7 is no start for it.
    EXPECT_EQ(lattice.room(there, "1g.10gb")->shifts.size(), 0U);
    EXPECT_EQ(lattice.room(there, "1g.10gb")->newcomer.start, 3);
    EXPECT_FALSE(lattice.room(there, "3g.40gb").has_value());
}

TEST(MigRoom, LeavesAloneWhatMayNotMove) {
    const Lattice lattice;
    const std::vector<MigPlacement> there{{"2g.20gb", 0}, {"1g.10gb", 2}, {"2g.20gb", 4}, {"1g.10gb", 6}};
    std::vector<bool> may_move(lattice.layouts.slots().size(), true);
    for (std::size_t slot = 0; slot < may_move.size(); ++slot) {
        const MigSlot& place = lattice.layouts.slots()[slot];
        if (place == MigSlot{lattice.profile("1g.10gb"), 6}) may_move[slot] = false;
    }
    // 1g@2 could only go to 3, which is in the way as well; both 2g have no other start that is free.
    EXPECT_FALSE(lattice.room(there, "1g.20gb", may_move).has_value());
}

// Every layout and profile: the shifts are legal one by one, and where a layout with one more instance exists whose
// other instances stand as now, none is needed.
TEST(MigRoom, TakesOnlyLegalSteps) {
    const Lattice lattice;
    const MigLayouts& layouts = lattice.layouts;
    int with_shifts = 0;
    for (MigLayouts::Id id = 0; id < layouts.count(); ++id) {
        for (std::uint32_t profile = 0; profile < lattice.geometry.profiles.size(); ++profile) {
            const auto room = make_room(layouts, id, profile);
            if (!room) continue;
            std::vector<MigPlacement> now = layouts.placements(id);
            const auto placement = [&](const MigSlot& slot) {
                return MigPlacement{lattice.geometry.profiles[slot.profile].name, slot.start};
            };
            for (const MigShift& shift : room->shifts) {
                now.push_back(placement(shift.to));
                ASSERT_TRUE(check_layout(lattice.geometry, now).has_value());
                const MigPlacement old = placement(shift.from);
                std::erase_if(now,
                              [&](const MigPlacement& p) { return p.profile == old.profile && p.start == old.start; });
            }
            now.push_back(placement(room->newcomer));
            ASSERT_TRUE(check_layout(lattice.geometry, now).has_value());
            with_shifts += room->shifts.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(with_shifts, 100);
}

}  // namespace
}  // namespace arable::model
