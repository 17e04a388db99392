#pragma once
// `arable compare`: two reports or snapshots.

#include <string>

#include "app/inputs.h"
#include "app/progress.h"
#include "app/render.h"
#include "base/result.h"
#include "diagnose/compare.h"

namespace arable::app {

// A report (JSON) or a snapshot, told apart by what it says of itself; compressed ones, too. A snapshot is audited.
Result<diagnose::Audit> load_audit(const std::string& file, const Settings& settings, Progress& progress);

std::string render(const diagnose::Comparison& comparison, const std::string& before, const std::string& after,
                   const RenderOptions& options);

}  // namespace arable::app
