#pragma once
// Quantities that are added or compared: 64-bit integers with one meaning each and no implicit conversion.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arable {

template <class Tag>
struct Unit {
    std::int64_t value = 0;
    friend constexpr auto operator<=>(Unit, Unit) = default;
    friend constexpr Unit operator+(Unit a, Unit b) { return {a.value + b.value}; }
    friend constexpr Unit operator-(Unit a, Unit b) { return {a.value - b.value}; }
    friend constexpr Unit operator*(Unit a, std::int64_t n) { return {a.value * n}; }
    constexpr Unit& operator+=(Unit b) {
        value += b.value;
        return *this;
    }
    constexpr Unit& operator-=(Unit b) {
        value -= b.value;
        return *this;
    }
};

using Bytes = Unit<struct BytesTag>;
using MilliCpu = Unit<struct MilliCpuTag>;  // 1000 = one core
using MilliGpu = Unit<struct MilliGpuTag>;  // 1000 = one whole GPU
using GpuTime = Unit<struct GpuTimeTag>;    // GPU-milliseconds; 3'600'000 = one GPU-hour

constexpr Bytes mebibytes(std::int64_t n) { return {n * 1024 * 1024}; }
constexpr Bytes gibibytes(std::int64_t n) { return {n * 1024 * 1024 * 1024}; }
constexpr double gpu_hours(GpuTime t) { return static_cast<double>(t.value) / 3.6e6; }
constexpr double gibibytes(Bytes b) { return static_cast<double>(b.value) / (1024.0 * 1024.0 * 1024.0); }

// A sum of money in millionths of one unit of `currency` (ISO 4217, "USD"). Adding two currencies is a bug of ours.
struct Money {
    std::int64_t micros = 0;
    std::string currency;
    friend bool operator==(const Money&, const Money&) = default;
};
Money operator+(const Money& a, const Money& b);

// Kubernetes quantities: "100m", "2", "1.5", "64Gi", "500M", "1e3", "128974848". Rounded up, as the scheduler does.
Result<std::int64_t> parse_quantity_milli(std::string_view text);  // value x 1000
Result<std::int64_t> parse_quantity(std::string_view text);        // whole units, rounded up

// For people: "4.2 GiB", "512 MiB".
std::string format_bytes(Bytes b);

}  // namespace arable
