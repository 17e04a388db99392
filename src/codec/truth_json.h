#pragma once
// Truth -> Truth JSON (`arable.truth/v1`): what `arable generate` knows by construction, in the report's words.

#include <string>

#include "estate/truth.h"

namespace arable::codec {

std::string truth_json(const estate::Truth& truth);

}  // namespace arable::codec
