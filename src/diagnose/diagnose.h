#pragma once
// The door of the room: Timeline + signals -> Audit. See also `folded.h` for what stands between the two.

#include "base/result.h"
#include "diagnose/audit.h"
#include "diagnose/policy.h"
#include "model/timeline.h"
#include "series/reader.h"

namespace arable::diagnose {

// Deterministic: the same input gives the same Audit on any number of threads. Money is left absent (room `account`).
// Fails only when a signal cannot be read back. Time grows with samples, memory with GPUs + pods + hours.
Result<Audit> audit(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy);

}  // namespace arable::diagnose
