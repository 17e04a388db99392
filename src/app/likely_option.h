#pragma once
// Which option a file should have been given with, where it was of no use under the one that it had.

#include <string>

#include "app/inputs.h"

namespace arable::app {

// "it looks like what --objects takes", by the first bytes of the file; "" where they say nothing, or say that the
// option was right.
std::string better_option(const Inputs& inputs, const std::string& file);

}  // namespace arable::app
