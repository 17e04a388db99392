#pragma once
// Two audits side by side, for a terminal: narrow or wide.

#include <string>

#include "base/text.h"
#include "diagnose/compare.h"
#include "report/terminal.h"

namespace arable::report {

// What the two are called: file names.
struct ComparedNames {
    std::string before, after;
};

// What is shown in a column adds up to the sum that is shown; a change of shares is the difference of those shown.
std::string comparison(const diagnose::Comparison& comparison, const ComparedNames& names, const TerminalStyle& style);

}  // namespace arable::report
