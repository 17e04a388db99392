#pragma once
// One stacked bar and, below it, the table of its parts. Rounded together: the parts shown add up to the total shown.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "diagnose/account_class.h"
#include "diagnose/waits.h"

namespace arable::report {

// How a part looks: a fill that can be told apart without colour, and an ANSI colour number.
struct Look {
    std::string_view fill;
    std::string_view color;
};

struct BarPart {
    std::string name;
    std::string meaning;  // in words of the reader
    std::int64_t gpu_ms = 0;
    Look look;
};

Look look_of(diagnose::AccountClass c);
Look look_of(diagnose::WaitCause cause);

// Lines: the bar, one row for each part that is not zero (mark, name, GPU-hours, share, meaning; a long meaning goes on
// below, within the row), and the total named `total`. Parts too small for a column of the bar are still in the table.
struct BarStyle {
    std::size_t width = 100;
    bool color = false;
    Tongue tongue = arable::english();  // of the figures
};
std::vector<std::string> bar_with_table(std::span<const BarPart> parts, std::string_view total, const BarStyle& style);

}  // namespace arable::report
