#pragma once
// Kubernetes objects out of a file: JSON or YAML, one object or a List (also a List of Lists), several documents in one
// file.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kube/value.h"

namespace arable::kube {

struct DocumentStats {
    std::int64_t objects = 0;
    std::int64_t bad = 0;               // documents or items that are no objects with a kind
    std::vector<std::string> problems;  // the first 5, with their place
};

// Calls `take` with every object (one with a string `kind` that does not end in "List"), in the order of the text. Of a
// big List only one item at a time stands as a tree. A broken document ends a JSON file with an error that names the
// byte; in YAML the documents before it were given. At most 2 GiB of JSON, 256 MiB of YAML, nested 256 deep.
Result<DocumentStats> each_object(std::string_view text, const std::function<void(const Value&)>& take);

}  // namespace arable::kube
