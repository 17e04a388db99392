#pragma once
// When the bulk of the samples was taken. Clocks that were never set (1970), timestamps in another unit and typing
// errors (2099) put single samples decades away; they must not move the window.
//
// Rule: a sample more than 366 days away from the median sample is an outlier, and so is one that much outside of the
// window when the caller gave its end (docs/decisions/0006). O(1) a sample, memory by day and source.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"

namespace arable::sources {

inline constexpr Duration kFarAway = days(366);

class TimeBulk {
  public:
    struct Far {
        std::string source;
        std::int64_t samples = 0;
        Time first, last;
    };

    // Samples that follow are of this source.
    void begin_source(const std::string& name);
    void add(Time time);

    // What may be looked at: the median day and 366 days on both sides.
    std::optional<Interval> bulk() const;
    // Of the samples within `keep`; absent when there is none.
    std::optional<Time> last_within(const Interval& keep) const;
    // The others, by source and side, in order of source and time.
    std::vector<Far> outside(const Interval& keep) const;

  private:
    struct Day {
        std::int64_t samples = 0;
        Time first = kEndOfTime;
        Time last = kBeginningOfTime;
    };
    std::map<std::pair<std::int64_t, std::string>, Day> days_;  // number of the day, source
    std::string source_;
    Day* current_ = nullptr;
    std::int64_t current_day_ = 0;
};

}  // namespace arable::sources
