#pragma once
// How the page looks.

#include <string_view>

namespace arable::report {

// One style sheet: light and dark by the reader's preference, from 360 pixels wide to paper.
std::string_view page_style();

}  // namespace arable::report
