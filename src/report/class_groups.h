#pragma once
// The accounting classes in seven groups: what pictures and columns show where sixteen classes would be too many.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "diagnose/account_class.h"

namespace arable::report {

// In the order in which pictures stack them.
enum class Group : std::uint8_t { computing, active, idle, free, unclaimed, out, unknown };
inline constexpr std::size_t kGroups = 7;
using GroupTimes = std::array<std::int64_t, kGroups>;

Group group_of(diagnose::AccountClass c);
// Adds up to what `times` adds up to.
GroupTimes grouped_times(const diagnose::ClassTimes& times);
// For people: "reserved but idle".
Text label(Group group);
// As it stands in attributes and style: "idle".
std::string_view name(Group group);

}  // namespace arable::report
