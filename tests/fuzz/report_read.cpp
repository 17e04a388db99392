// Reports: an error, or an audit whose classes add up.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/report_read.h"
#include "diagnose/compare.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto audit = arable::codec::read_report(std::string_view(reinterpret_cast<const char*>(bytes), size));
    if (!audit) return 0;
    std::int64_t sum = 0;
    for (const auto& amount : audit->accounting) sum += amount.gpu_ms;
    if (sum != audit->capacity.gpu_ms) std::abort();
    if (arable::diagnose::compare(*audit, *audit).classes.size() != arable::diagnose::kAccountClasses) std::abort();
    return 0;
}
