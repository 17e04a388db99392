#pragma once
// The door of the room: Timeline + signals -> Study -> Audit, and stories of single subjects (story.h).

#include "base/result.h"
#include "diagnose/audit.h"
#include "diagnose/policy.h"
#include "diagnose/study.h"
#include "model/timeline.h"
#include "series/reader.h"

namespace arable::diagnose {

// Deterministic: the same input gives the same Study on any number of threads. Fails only when a signal cannot be read
// back. Time grows with samples, memory with GPUs + pods + hours.
Result<Study> study(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy);

// The same from what the fold (fold.h) made of the signals.
Study study(const model::Timeline& timeline, Folded folded, const Policy& policy);

// Of the same timeline and policy as the study. Money is left absent (room `account`).
Audit audit_of(const model::Timeline& timeline, const Study& study, const Policy& policy);

// Both at once.
Result<Audit> audit(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy);

}  // namespace arable::diagnose
