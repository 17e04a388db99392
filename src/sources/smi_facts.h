#pragma once
// Placed logs of nvidia-smi -> Facts: GPUs, MIG layouts, and one track of each number of a GPU.

#include "series/track_store.h"
#include "sources/facts.h"
#include "sources/smi_logs.h"

namespace arable::sources {

// A log without a time gives its cards alone; that it has none is a gap. Linear in GPUs and logs.
Facts interpret_smi(const SmiLogs& placed, series::TrackStore& store);

// When the logs lie outside of what is looked at (other inputs are more than a year away), only their cards stay; that is
// a gap.
void keep_near(Facts& logs, const Interval& kept);

}  // namespace arable::sources
