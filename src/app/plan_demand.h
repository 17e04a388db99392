#pragma once
// `arable plan --demand`: a capacity question from a file, answered.

#include <functional>
#include <string>

#include "app/render.h"
#include "base/result.h"
#include "plan/demand.h"

namespace arable::app {

// Reads, plans and checks. Errors name the file.
Result<plan::Plan> plan_demand(const std::string& file, const plan::DemandOptions& options);

std::string render(const plan::Plan& plan, const RenderOptions& options);

}  // namespace arable::app
