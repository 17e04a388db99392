#pragma once
// What --version prints: the version first, for scripts, then what the binary was built from and with.

#include <string>

namespace arable::cmd {

std::string version_text();

}  // namespace arable::cmd
