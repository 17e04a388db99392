#pragma once
// Where the system keeps the certificates of the authorities that it trusts. Distributions differ, and one binary runs
// on all of them.

#include <filesystem>
#include <optional>

namespace arable::wire {

// The first bundle (PEM) of those that distributions have that is there; absent when none is. `root` is for tests.
std::optional<std::filesystem::path> system_authorities(const std::filesystem::path& root = "/");

}  // namespace arable::wire
