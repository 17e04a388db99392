#pragma once
// Rules that forbid sharing (curable.h), in plain words.

#include <string_view>

#include "base/text.h"

namespace arable::diagnose {

// For somebody who has not read the rules' definition; a rule without other words stands for itself.
Text rule_meaning(std::string_view rule);

}  // namespace arable::diagnose
