#pragma once
// A checkup as text: a table of inputs, then what each missing one costs and the setting that would give it.

#include <string>

#include "diagnose/checkup.h"
#include "report/story.h"

namespace arable::report {

// Settings stand on lines of their own and are never wrapped, so that they can be copied. The same Checkup and style
// give the same bytes.
std::string checkup_text(const diagnose::Checkup& checkup, const StoryStyle& style);

}  // namespace arable::report
