#pragma once
// Activity counters that are dead, not low (docs/detectors/stuck-counter.md).

#include <span>

#include "diagnose/card.h"
#include "diagnose/lane_signals.h"
#include "diagnose/policy.h"

namespace arable::diagnose {

struct StuckTime {
    Interval during;
    double watts = 0.0;        // mean power meanwhile
    double memory_used = 0.0;  // bytes, all parts
};

// When every activity signal of the card was exactly 0 for at least `counter.hours` while the board drew at least
// `card.busy_watts` and memory was held: another signal contradicts the constant. Judged for the card as a whole: next
// to a busy MIG instance an idle one may well be at 0. Whole stretches of zeros first, else their busy hours.
std::vector<StuckTime> stuck_times(std::span<const series::Signal> card_signals, const CardFacts& card,
                                   const Policy& policy, const Holding& holding, const Interval& window);

}  // namespace arable::diagnose
