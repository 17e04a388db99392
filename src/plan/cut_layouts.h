#pragma once
// All ways to cut a GPU that leave no room for one instance more: the menu that packing chooses from.

#include <cstdint>
#include <vector>

#include "model/mig.h"

namespace arable::plan {

struct CutLayout {
    std::vector<std::int64_t> counts;             // by position in MigGeometry::profiles
    std::vector<model::MigPlacement> placements;  // one legal arrangement of them, by start
};

// Inclusion-maximal: each multiset of profiles that a GPU can hold is part of one of them. Without variants of a
// profile
// (+me, +gfx …) there are 28 on the seven-slice lattice and 4 on an A30 (facts of the MIG User Guide's placements).
// Milliseconds; sorted by counts, descending.
std::vector<CutLayout> maximal_layouts(const model::MigGeometry& geometry);

}  // namespace arable::plan
