#pragma once
// A plan for a terminal: what it costs, what is proven, and what runs where.

#include <string>

#include "plan/plan.h"
#include "report/terminal.h"

namespace arable::report {

std::string plan(const plan::Plan& plan, const TerminalStyle& style);

}  // namespace arable::report
