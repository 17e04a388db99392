#pragma once
// The whole flow: collect -> assemble -> diagnose -> account. What comes out is printed by `report` or written by
// `codec`.

#include "app/collect.h"
#include "app/inputs.h"
#include "app/progress.h"
#include "base/result.h"
#include "diagnose/audit.h"
#include "estate/generate.h"

namespace arable::app {

Result<diagnose::Audit> audit(const Inputs& inputs, const Settings& settings, Progress& progress);

// The same from an estate made in process: its samples go through the same ingest as text would, without the text.
Result<diagnose::Audit> audit(const estate::Estate& estate, const Settings& settings, Progress& progress);

// Builds the estate first.
Result<diagnose::Audit> audit(const estate::EstateSpec& spec, const Settings& settings, Progress& progress);

// Share of GPU-time that is unknown, in [0, 1]; 0 of an empty estate. `--max-gaps` is compared with it.
double unknown_share(const diagnose::Audit& audit);

}  // namespace arable::app
