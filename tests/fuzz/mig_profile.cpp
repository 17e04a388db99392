// MIG profile names: whatever is read prints to something that reads back as the same.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/mig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto name = arable::model::parse_mig_profile(text);
    if (!name) return 0;
    const auto again = arable::model::parse_mig_profile(arable::model::to_text(*name));
    if (!again || !(*again == *name)) std::abort();
    if (name->compute_slices < 0 || name->gigabytes < 0 || name->compute_instances < 0) std::abort();
    return 0;
}
