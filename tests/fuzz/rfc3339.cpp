// Times and durations: whatever is accepted prints to something that reads back as the same.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/time.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (const auto time = arable::parse_rfc3339(text)) {
        const auto again = arable::parse_rfc3339(arable::format_rfc3339(*time));
        if (!again || *again != *time || *time < arable::kBeginningOfTime || *time > arable::kEndOfTime) {
            std::abort();
        }
    }
    if (const auto duration = arable::parse_duration(text); duration && duration->ms <= 0) {
        std::abort();
    }
    return 0;
}
