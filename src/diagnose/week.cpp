#include "diagnose/week.h"

#include <algorithm>

#include "base/check.h"
#include "diagnose/accounting.h"
#include "diagnose/folded.h"

namespace arable::diagnose {

std::size_t week_hour(Time t) {
    // The epoch was a Thursday: Monday came 72 hours earlier.
    const std::int64_t since_monday = floor_to(t, hours(1)).ms / hours(1).ms + 72;
    const auto all = static_cast<std::int64_t>(kWeekHours);
    return static_cast<std::size_t>(((since_monday % all) + all) % all);
}

void add_gpus(WeekTimes& week, const Interval& span, AccountClass cls, std::int64_t gpus) {
    if (gpus == 0) return;
    for (Time t = span.begin; t < span.end;) {
        const Time end = std::min(span.end, floor_to(t, hours(1)) + hours(1));
        week[week_hour(t)][static_cast<std::size_t>(cls)] += gpus * (end - t).ms;
        t = end;
    }
}

WeekTimes week_times(const Folded& folded, const Accounts& accounts) {
    WeekTimes week(kWeekHours);
    const std::size_t first = week_hour(folded.window.begin);
    for (std::size_t i = 0; i < folded.hours.size(); ++i) {
        const auto hour = static_cast<std::size_t>(folded.hours[i].hour);
        ClassTimes& into = week[(first + hour) % kWeekHours];
        for (std::size_t c = 0; c < kAccountClasses; ++c) into[c] += accounts.shares[i][c];
    }
    for (std::size_t h = 0; h < kWeekHours; ++h) {
        week[h][static_cast<std::size_t>(AccountClass::unusable_mig)] += folded.unusable_week_ms[h];
    }
    ClassTimes sum{};
    for (const ClassTimes& hour : week) {
        for (std::size_t c = 0; c < kAccountClasses; ++c) sum[c] += hour[c];
    }
    ARABLE_CHECK(sum == accounts.estate.classes);
    return week;
}

}  // namespace arable::diagnose
