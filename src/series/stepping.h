#pragma once
// From samples on an irregular grid to what a value was during an interval.

#include <cstddef>
#include <optional>
#include <span>

#include "base/time.h"
#include "series/sample.h"

namespace arable::series {

// The median distance of neighbouring times (ascending); 0 with fewer than two samples. O(n).
Duration median_interval(std::span<const Sample> samples);

// Walks forward over one signal and answers for intervals that begin in ascending order: amortised O(1).
//   Stepper power(signal.samples, hold_of(signal.median_interval));
//   if (auto mean = power.mean({t0, t1})) ... mean->value over mean->known milliseconds
class Stepper {
  public:
    struct Mean {
        double value = 0.0;  // time-weighted over the known time
        Duration known;      // > 0
    };
    Stepper(std::span<const Sample> samples, Duration hold);
    // Absent when no part of the interval is known. Intervals must not begin before an earlier one began.
    std::optional<Mean> mean(const Interval& interval);
    // The sample in force at `t` (same ordering rule), absent in a gap.
    std::optional<double> at(Time t);

  private:
    std::span<const Sample> samples_;
    Duration hold_;
    std::size_t first_ = 0;  // first sample whose reach may still matter
    Time end_of(std::size_t i) const;
};

// Increase of a counter over the window: sum of max(0, difference); after a drop (a reset) the new value itself counts
// (a restart of exporter, server or driver). Absent with fewer than two samples in the window.
std::optional<double> increase(std::span<const Sample> counter, const Interval& window);

}  // namespace arable::series
