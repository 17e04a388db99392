#pragma once
// One bar of several parts, as a picture with its words.

#include "report/class_groups.h"
#include "report/sheet.h"

namespace arable::report {

// Full width, with a key below it; `words` say what it shows.
void stacked_bar(Sheet& sheet, const GroupTimes& groups, const Text& words);
// Small, within a table whose columns say the same.
void mini_bar(Sheet& sheet, const GroupTimes& groups);
// The key: swatch and label of each group that is there.
void group_key(Sheet& sheet, const GroupTimes& groups);

}  // namespace arable::report
