#pragma once
// YAML documents as Values. Plain scalars become numbers, booleans or null by the YAML 1.2 core schema (as kubectl
// writes them); quoted ones stay strings. Aliases are expanded, within the limits.

#include <cstddef>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "kube/value.h"

namespace arable::kube {

// Calls `take` for each document that is not empty. An error names line and column; documents before it were given.
// At most `deepest` levels and 20 million nodes after expansion of aliases.
Result<Done> each_yaml_document(std::string_view text, std::size_t deepest,
                                const std::function<void(const Value&)>& take);

}  // namespace arable::kube
