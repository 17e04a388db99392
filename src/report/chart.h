#pragma once
// Rows of states over time, drawn with characters that differ without colour, too.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "diagnose/story.h"

namespace arable::report {

struct ChartStyle {
    std::size_t width = 100;  // columns, labels included; at least 60 are used
    bool color = false;
    std::size_t rows = 24;  // shown at most
    Tongue tongue = english();
};

// Lines: one a row (label, then one character for each stretch of the window: the state that filled most of it, blank
// where there was none), the time axis in UTC, and what the characters mean. Nothing for an empty window or no rows.
std::vector<std::string> chart_lines(std::span<const diagnose::ChartRow> rows, const Interval& window,
                                     const ChartStyle& style);

}  // namespace arable::report
