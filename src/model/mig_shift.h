#pragma once
// Making room on one GPU: the fewest instances that must change their place so that one more fits.

#include "model/mig_layouts.h"

namespace arable::model {

// A new instance is made at `to`, the tenant switches, the old one at `from` goes: both exist for a moment.
struct MigShift {
    MigSlot from, to;
    friend bool operator==(const MigShift&, const MigShift&) = default;
};

struct MigRoom {
    std::vector<MigShift> shifts;  // in order; every layout on the way is legal, the moments of both included
    MigSlot newcomer;
};

// Fewest shifts; of equals the first by slots, the same in every run. `may_move` by slot (empty: all may). Absent: none
// of the orders in which at most one instance is in two places makes room (then nothing on this GPU does, short of
// stopping one).
std::optional<MigRoom> make_room(const MigLayouts& layouts, MigLayouts::Id layout, std::uint32_t profile,
                                 const std::vector<bool>& may_move = {});

}  // namespace arable::model
