#include "base/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace arable {
namespace {

// Largest first.
constexpr std::array<std::int64_t, 5> kDurationUnits{86'400'000, 3'600'000, 60'000, 1000, 1};

Text duration_part(std::int64_t n, std::size_t unit) {
    const Figure figure{fmt::format("{}", n)};
    switch (unit) {
        case 0:
            return text("{} d", figure);
        case 1:
            return text("{} h", figure);
        case 2:
            return text("{} min", figure);
        case 3:
            return text("{} s", figure);
        default:
            return text("{} ms", figure);
    }
}

}  // namespace

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

Text duration_text(Duration d) {
    if (d.ms < 0) return text("-{}", duration_text(Duration{-d.ms}));
    // Rounded to the second of the two units, so that 29 d 23 h 55 min reads as 30 d; the loop carries what that fills
    // up.
    std::size_t first = 0;
    while (first + 1 < kDurationUnits.size() && d.ms < kDurationUnits[first]) ++first;
    const std::int64_t unit = kDurationUnits[std::min(first + 1, kDurationUnits.size() - 1)];
    std::int64_t left = d.ms / unit * unit + (d.ms % unit >= unit - d.ms % unit ? unit : 0);
    Text out;
    int shown = 0;
    for (std::size_t i = 0; i < kDurationUnits.size(); ++i) {
        const std::int64_t n = left / kDurationUnits[i];
        left %= kDurationUnits[i];
        if (n == 0) continue;
        if (shown == 1) out += " ";
        out += duration_part(n, i);
        if (++shown == 2) break;
    }
    return shown == 0 ? duration_part(0, 3) : out;
}

Text bytes_text(Bytes b) {
    constexpr std::size_t kUnits = 5;
    double value = static_cast<double>(b.value);
    std::size_t unit = 0;
    while (std::abs(value) >= 1024.0 && unit + 1 < kUnits) {
        value /= 1024.0;
        ++unit;
    }
    const bool whole = unit == 0 || std::abs(value) >= 100.0 || value == std::floor(value);
    const Decimal figure{value, whole ? 0 : 1};
    switch (unit) {
        case 0:
            return text("{} B", figure);
        case 1:
            return text("{} KiB", figure);
        case 2:
            return text("{} MiB", figure);
        case 3:
            return text("{} GiB", figure);
        default:
            return text("{} TiB", figure);
    }
}

}  // namespace arable
