#pragma once
// The whole flow: prepare -> diagnose -> account. What comes out is printed by `report` or written by
// `codec`.

#include "app/inputs.h"
#include "app/prepare.h"
#include "app/progress.h"
#include "base/result.h"
#include "diagnose/audit.h"
#include "diagnose/checkup.h"
#include "diagnose/story.h"
#include "diagnose/study.h"
#include "estate/generate.h"
#include "model/timeline.h"

namespace arable::app {

// All that one run worked out: the answer, and what it was worked out from.
struct Diagnosis {
    model::Timeline timeline;
    diagnose::Study study;
    diagnose::Audit audit;
};

// What is left of all samples, once: what `prepared` already has, else the fold of its signals.
Result<diagnose::Folded> folded(Prepared& prepared, const Settings& settings);

// At the step of the Timeline, which may be a snapshot's.
Result<Diagnosis> examine(Prepared prepared, const Settings& settings, Progress& progress);
Result<Diagnosis> examine(const Inputs& inputs, const Settings& settings, Progress& progress);
// The same from an estate made in process: its samples go through the same ingest as text would, without the text.
Result<Diagnosis> examine(const estate::Estate& estate, const Settings& settings, Progress& progress);
// Builds the estate first.
Result<Diagnosis> examine(const estate::EstateSpec& spec, const Settings& settings, Progress& progress);

// The answer alone.
Result<diagnose::Audit> audit(const Inputs& inputs, const Settings& settings, Progress& progress);
Result<diagnose::Audit> audit(const estate::Estate& estate, const Settings& settings, Progress& progress);

// The story of one subject. Fails with not_found when no or several subjects have that name. `settings`: those of the
// run.
Result<diagnose::Story> explain(const Diagnosis& diagnosis, const diagnose::Asked& asked, const Settings& settings);

// Which inputs the run had, and what the others would give.
diagnose::Checkup check_up(const Diagnosis& diagnosis);

// Share of GPU-time that is unknown, in [0, 1]; 0 of an empty estate. `--max-gaps` is compared with it.
double unknown_share(const diagnose::Audit& audit);

}  // namespace arable::app
