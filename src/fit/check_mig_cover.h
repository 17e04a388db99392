#pragma once
// Judges a MIG cover GPU by GPU: layouts as the hardware allows them, items served by what they accept, pools not
// exceeded. That it is the cheapest is what solve::fault_of checks.

#include <string>

#include "fit/mig_cover.h"

namespace arable::fit {

// "" when all holds; else the first thing that is wrong.
std::string fault_of(std::span<const MigPool> pools, std::span<const MigItem> items, const MigCover& cover);

}  // namespace arable::fit
