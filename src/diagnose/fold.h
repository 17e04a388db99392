#pragma once
// The second pass: every sample of every GPU and pod once, in; runs, hours and profiles out.

#include "base/result.h"
#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "model/timeline.h"
#include "series/reader.h"

namespace arable::diagnose {

// Deterministic on any number of threads (`policy.threads`). Fails only when a signal cannot be read back.
// presence_ms == unusable_mig_ms + all parts of all HourShares, exactly; the same holds GPU by GPU.
// Gaps it adds: `broken_reading` for each GPU whose activity counters were stuck (subject: Gpu.name),
// `missing_samples` for claimed time without telemetry, `assumption` and `conflict` for claims known by count only.
Result<Folded> fold(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy);

}  // namespace arable::diagnose
