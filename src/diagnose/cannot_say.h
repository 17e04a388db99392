#pragma once
// What this input cannot tell, and what would: said in the report instead of being guessed.

#include <string>
#include <vector>

#include "diagnose/audit.h"
#include "diagnose/folded.h"

namespace arable::diagnose {

// One sentence each, most important first. `audit` must have window, capacity, waits and accounting.
std::vector<Text> cannot_say(const model::Timeline& timeline, const Folded& folded, const Audit& audit);

}  // namespace arable::diagnose
