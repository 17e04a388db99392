#include "base/figures.h"

#include <fmt/format.h>

namespace arable {

std::string grouped(std::int64_t n) {
    std::string digits = fmt::format("{}", n);
    const std::size_t sign = n < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > 3 + sign;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string format_gpu_hours(GpuTime t) {
    constexpr std::int64_t kTenth = 360'000;
    if (t.value >= 1000 * 10 * kTenth) return grouped((t.value + 5 * kTenth) / (10 * kTenth));
    const std::int64_t tenths = (t.value + kTenth / 2) / kTenth;
    if (tenths == 0 && t.value > 0) return "< 0.1";
    return fmt::format("{}.{}", grouped(tenths / 10), tenths % 10);
}

}  // namespace arable
