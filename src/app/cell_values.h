#pragma once
// Fewer samples that say the same of each cell: what a snapshot holds of signals that are finer than the step.

#include <span>
#include <vector>

#include "base/time.h"
#include "model/timeline.h"
#include "series/reader.h"

namespace arable::app {

// Times other than the cells' at which the diagnosis cuts what it looks at: claims, presence, health, layouts of this
// card and its node. Ascending.
std::vector<Time> cuts_of(const model::Timeline& timeline, model::GpuIx gpu);

// What the diagnosis reads of `signal`:
// - one that it does not read at all: its first and last sample, so that it still counts as seen
// - memory, queues, caches and bitmaps: all samples
// - another gauge finer than the step: the time-weighted mean of each cell and of each part that `cuts` make of one,
// rounded
//   to 1e-7 (ratios), 1e-3 W or to the whole unit; known and unknown times stay what they were, to the millisecond
// - a counter finer than the step: the first sample of each cell, the last one, and both sides of each reset
// - anything else as it is. `reduced` becomes true when samples went.
// O(samples + cells).
series::Signal reduced_signal(series::Signal signal, Duration step, std::span<const Time> cuts, bool& reduced);

}  // namespace arable::app
