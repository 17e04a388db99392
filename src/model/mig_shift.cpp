#include "model/mig_shift.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace arable::model {
namespace {

struct Step {
    MigLayouts::Id before = 0;
    MigShift shift;
    bool reached = false;
};

std::optional<MigSlot> free_slot(const MigLayouts& layouts, MigLayouts::Id layout, std::uint32_t profile) {
    for (MigLayouts::Slot slot = 0; slot < layouts.slots().size(); ++slot) {
        if (layouts.slots()[slot].profile == profile && layouts.with(layout, slot)) return layouts.slots()[slot];
    }
    return std::nullopt;
}

}  // namespace

// Breadth first over layouts with the same counts. An instance that may not move is one whose slot stays taken
// throughout.
std::optional<MigRoom> make_room(const MigLayouts& layouts, MigLayouts::Id layout, std::uint32_t profile,
                                 const std::vector<bool>& may_move) {
    std::uint64_t fixed = 0;
    for (std::size_t slot = 0; slot < may_move.size(); ++slot) fixed |= std::uint64_t{may_move[slot] ? 0U : 1U} << slot;
    fixed &= layouts.mask(layout);
    const auto slots = layouts.slots();
    std::vector<Step> steps(layouts.count());
    steps[layout].reached = true;
    std::deque<MigLayouts::Id> from{layout};
    for (; !from.empty(); from.pop_front()) {
        const MigLayouts::Id at = from.front();
        if (const auto newcomer = free_slot(layouts, at, profile)) {
            MigRoom room{.shifts = {}, .newcomer = *newcomer};
            for (MigLayouts::Id id = at; id != layout; id = steps[id].before) room.shifts.push_back(steps[id].shift);
            std::ranges::reverse(room.shifts);
            return room;
        }
        for (MigLayouts::Slot old = 0; old < slots.size(); ++old) {
            if ((layouts.mask(at) >> old & 1U) == 0 || (fixed >> old & 1U) != 0) continue;
            for (MigLayouts::Slot fresh = 0; fresh < slots.size(); ++fresh) {
                const auto both = slots[fresh].profile == slots[old].profile ? layouts.with(at, fresh) : std::nullopt;
                if (!both) continue;
                const MigLayouts::Id next = layouts.without(*both, old);
                if (std::exchange(steps[next].reached, true)) continue;
                steps[next].before = at;
                steps[next].shift = {.from = slots[old], .to = slots[fresh]};
                from.push_back(next);
            }
        }
    }
    return std::nullopt;
}

}  // namespace arable::model
