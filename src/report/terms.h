#pragma once
// Words that stand where names can stand: aggregates and units of evidence, subjects of gaps.

#include <string_view>

#include "base/text.h"

namespace arable::report {

// A word that this report knows, in the reader's language; anything else is a name and stays as it is.
Text term(std::string_view word);

}  // namespace arable::report
