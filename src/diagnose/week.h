#pragma once
// GPU time by hour of the week, in UTC: what a usual day and a usual week look like.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.h"
#include "diagnose/account_class.h"

namespace arable::diagnose {

inline constexpr std::size_t kWeekHours = 7 * 24;

// 0 is the hour that begins on Monday at 00:00 UTC.
std::size_t week_hour(Time t);

// kWeekHours of them, or none where an hour means nothing (one instant).
using WeekTimes = std::vector<ClassTimes>;

// So many GPUs of one class during `span`. O(hours of the span).
void add_gpus(WeekTimes& week, const Interval& span, AccountClass cls, std::int64_t gpus);

struct Folded;
struct Accounts;
// All cards; class by class the hours add up to the estate's account exactly (checked). O(hours folded).
WeekTimes week_times(const Folded& folded, const Accounts& accounts);

}  // namespace arable::diagnose
