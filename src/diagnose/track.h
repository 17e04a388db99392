#pragma once
// One signal walked forward: what its value was during an interval, and how long nothing changes, so that cells in
// which nothing happens cost nothing.

#include <optional>
#include <span>

#include "series/reader.h"

namespace arable::diagnose {

class Track {
  public:
    struct Mean {
        double value = 0.0;  // time-weighted over the known time
        Duration known;      // > 0
    };
    Track() = default;  // a signal that does not exist: never known, never changes
    // A sample stands until the next one, at most `hold`, and never beyond `end`.
    Track(std::span<const series::Sample> samples, Duration hold, Time end = kEndOfTime)
        : samples_(samples), hold_(hold), end_(end) {}

    // Time-weighted mean over the known part; absent when nothing of it is known. Intervals must begin in ascending
    // order. Amortised O(1).
    std::optional<Mean> mean_known(const Interval& interval);
    std::optional<double> mean(const Interval& interval);
    // The value (or its absence) at `t` stays the same until this time, at least. Same ordering rule.
    Time steady_until(Time t);
    bool exists() const { return !samples_.empty(); }

  private:
    void advance(Time t);
    Time end_of(std::size_t i) const;

    std::span<const series::Sample> samples_;
    Duration hold_;
    Time end_ = kEndOfTime;
    std::size_t first_ = 0;   // the last sample at or before the latest `t`, or the first one
    std::size_t steady_ = 0;  // the last sample of the run of equal, unbroken samples around first_
};

// A signal's samples as a gauge: the rate per second between two samples of a counter stands from the first one to
// the second one. A drop is a reset: the new value is the increase.
std::vector<series::Sample> rates_of(std::span<const series::Sample> counter);
// Every increase counts, also across a gap: the track is known from the first sample to the last one of the counter.
Track rate_track(std::span<const series::Sample> rates, std::span<const series::Sample> counter);

}  // namespace arable::diagnose
