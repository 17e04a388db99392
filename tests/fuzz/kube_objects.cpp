// Kubernetes objects as JSON or YAML: whatever is read has a kind that is known, and reading twice gives the same
// counts.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "kube/objects.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto once = arable::kube::parse_objects(text);
    const auto twice = arable::kube::parse_objects(text);
    if (once.has_value() != twice.has_value()) std::abort();
    if (!once) return 0;
    if (once->nodes.size() != twice->nodes.size() || once->pods.size() != twice->pods.size()) std::abort();
    return 0;
}
