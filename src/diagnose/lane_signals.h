#pragma once
// The signals of one lane, picked from those of its card.

#include <span>
#include <vector>

#include "diagnose/card.h"
#include "diagnose/folded.h"
#include "diagnose/track.h"
#include "model/quantity.h"

namespace arable::diagnose {

// nullptr when there is none.
const series::Signal* find_signal(std::span<const series::Signal> signals, model::Quantity quantity, int part = -1);

// How long a sample stands: 2.5 x the median interval; a lone sample (one scrape) stands for one step, and in an
// instant's cell all stand for the cell.
struct Holding {
    Duration step;
    bool instant = false;
    Duration of(const series::Signal& signal) const;
};

Track track_of(const series::Signal* signal, const Holding& holding);

struct LaneSignals {
    const series::Signal* engine = nullptr;
    const series::Signal* sm = nullptr;
    const series::Signal* tensor = nullptr;
    const series::Signal* dram = nullptr;
    const series::Signal* util = nullptr;  // never on a MIG instance: it has no meaning there
    const series::Signal* memory = nullptr;
    series::Signal derived_memory;       // total - free, where only those are told
    std::optional<double> memory_total;  // bytes of the lane
    Duration sample_interval;            // the longest median interval of those

    const series::Signal* memory_used() const {
        return memory == nullptr && !derived_memory.samples.empty() ? &derived_memory : memory;
    }
};

// Memory total: the signal, else used + free (+ reserved), else what the card is known to have (its part of memory
// slices for an instance). An uncovered lane has no signals. The value points into `signals`.
LaneSignals lane_signals(const Lane& lane, const model::Gpu& gpu, const CardFacts& card,
                         std::span<const series::Signal> signals);

}  // namespace arable::diagnose
