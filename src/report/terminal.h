#pragma once
// The report for a terminal: one screen that adapts to its width.

#include <cstddef>
#include <string>

#include "diagnose/audit.h"
#include "report/language.h"

namespace arable::report {

struct TerminalStyle {
    std::size_t width = 100;          // columns; at least 60 are used
    bool color = false;               // ANSI colours; off for NO_COLOR, pipes and files
    std::size_t findings_a_step = 2;  // rows of each list
    std::size_t workloads = 8;
    std::size_t gaps = 6;
    std::size_t pending = 8;
    Language language = Language::english;
};

// Texts from outside are cleaned of control characters. The same Audit and style give the same bytes.
std::string terminal(const diagnose::Audit& audit, const TerminalStyle& style);

}  // namespace arable::report
