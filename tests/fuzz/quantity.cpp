// Kubernetes quantities: whole units and thousandths agree wherever both are accepted.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/units.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto whole = arable::parse_quantity(text);
    const auto milli = arable::parse_quantity_milli(text);
    if (whole && milli) {
        const std::int64_t rounded_up = *milli / 1000 + (*milli % 1000 > 0 ? 1 : 0);
        if (*whole != rounded_up) {
            std::abort();
        }
    }
    return 0;
}
