#pragma once
// The table of two columns that a comparison is made of.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "base/units.h"

namespace arable::report {

struct ComparedRow {
    std::string name;
    std::int64_t before_ms = 0, after_ms = 0;
};

// A heading, one line for each row that is not zero on both sides, and the sums: GPU-hours, shares, and the change in
// points of the share. Each column is rounded together. Below 80 columns the hours are left out.
std::vector<std::string> compared_lines(std::span<const ComparedRow> rows, std::size_t width, const Tongue& tongue);

// Whether it is 0.0 as it is shown.
bool is_zero(double value);
// "+1.5", "-0.3", "0.0".
std::string signed_text(double value, const Tongue& tongue);
// part / whole x 1000, one decimal; "-" of an empty whole.
std::string thousandth(std::int64_t part, std::int64_t whole);
// Of a window: what a day of it cost.
std::vector<Money> a_day(std::span<const Money> monies, const Interval& window);

}  // namespace arable::report
