#pragma once
// The accounting classes of docs/definitions.md §6.1, in the order in which they are tested and shown.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.h"

namespace arable::diagnose {

enum class AccountClass : std::uint8_t {
    unavailable,
    unusable_mig,
    used_unclaimed,
    free_ghost,
    free_fragmented,
    free_stranded,
    free_constrained,
    free_no_demand,
    unknown,
    held_starting,
    held_empty,
    held_loaded,
    active_stalled,
    active_bandwidth,
    active_headroom,
    productive,
};
inline constexpr std::size_t kAccountClasses = 16;

// "held.loaded", as in JSON and text.
std::string_view name(AccountClass c);
// One line for people: what it means. `waits_seen`: whether some input lists what waited, as audits say; without one
// nobody knows that nobody waited. `is_range`: whether computing is known as a range, and this is its upper end.
Text meaning(AccountClass c, bool waits_seen, bool is_range);

// GPU-milliseconds by class; index with static_cast<std::size_t>(class).
using ClassTimes = std::array<std::int64_t, kAccountClasses>;

}  // namespace arable::diagnose
