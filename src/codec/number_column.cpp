#include "codec/number_column.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

namespace arable::codec {
namespace {

// value = mantissa x unit / 10^exponent; kBits: the mantissas are the bits of the doubles.
constexpr std::uint64_t kMostExponent = 9;
constexpr std::uint64_t kBits = 15;
constexpr std::array<double, kMostExponent + 1> kPowers{1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

std::optional<std::int64_t> mantissa_at(double value, std::uint64_t exponent) {
    const double scaled = value * kPowers[exponent];
    if (!(std::fabs(scaled) < kExactIntegers)) return std::nullopt;
    const auto mantissa = static_cast<std::int64_t>(std::llround(scaled));
    const double back = static_cast<double>(mantissa) / kPowers[exponent];
    if (std::bit_cast<std::uint64_t>(back) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
    return mantissa;
}

struct Mantissas {
    std::uint64_t exponent = 0;
    std::uint64_t unit = 1;
    std::vector<std::int64_t> values;
};

// The smallest exponent at which each value is a whole number.
std::optional<Mantissas> decimals(std::span<const double> values) {
    Mantissas out;
    for (bool all = false; !all;) {
        all = true;
        out.values.clear();
        for (const double value : values) {
            const auto mantissa = mantissa_at(value, out.exponent);
            if (!mantissa) {
                all = false;
                break;
            }
            out.values.push_back(*mantissa);
        }
        if (!all && ++out.exponent > kMostExponent) return std::nullopt;
    }
    std::int64_t unit = 0;
    for (const std::int64_t m : out.values) unit = std::gcd(unit, m);
    out.unit = static_cast<std::uint64_t>(std::max<std::int64_t>(unit, 1));
    for (std::int64_t& m : out.values) m /= static_cast<std::int64_t>(out.unit);
    return out;
}

Mantissas bits_of(std::span<const double> values) {
    Mantissas out{.exponent = kBits, .unit = 1, .values = {}};
    for (const double value : values) out.values.push_back(std::bit_cast<std::int64_t>(value));
    return out;
}

// How the neighbours of a stretch differ: bits by exclusive or, numbers by their distance.
std::uint64_t difference(std::int64_t from, std::int64_t to, bool bits) {
    return bits ? static_cast<std::uint64_t>(from ^ to) : zigzag(minus(to, from));
}
std::int64_t moved(std::int64_t from, std::uint64_t by, bool bits) {
    return bits ? from ^ static_cast<std::int64_t>(by) : plus(from, unzigzag(by));
}

}  // namespace

void put_column(std::span<const double> values, std::string& out) {
    const auto decimal = decimals(values);
    const Mantissas column = decimal ? *decimal : bits_of(values);
    const bool bits = column.exponent == kBits;
    std::vector<std::uint64_t> moves;
    std::string runs;
    std::int64_t before = 0;
    std::uint64_t widest = 0;
    for (std::size_t i = 0; i < column.values.size();) {
        std::size_t end = i + 1;
        while (end < column.values.size() && column.values[end] == column.values[i]) ++end;
        moves.push_back(difference(before, column.values[i], bits));
        widest |= moves.back();
        put_number(runs, end - i - 1);
        before = column.values[i];
        i = end;
    }
    const auto width = static_cast<std::uint64_t>((std::bit_width(widest) + 7) / 8);
    put_number(out, column.exponent);
    put_number(out, column.unit);
    put_number(out, moves.size());
    put_number(out, width);
    put_number(out, runs.size());
    out += runs;
    for (std::uint64_t plane = 0; plane < width; ++plane) {
        for (const std::uint64_t move : moves) out.push_back(static_cast<char>((move >> (8U * plane)) & 0xffU));
    }
}

bool take_column(ByteReader& in, std::vector<series::Sample>& samples) {
    const std::uint64_t exponent = in.number_up_to(kBits);
    const std::uint64_t unit = in.number_up_to(std::uint64_t{1} << 53U);
    const std::uint64_t count = in.number_up_to(samples.size());
    const std::uint64_t width = in.number_up_to(8);
    ByteReader runs(in.bytes(in.number()));
    const std::string_view planes = in.bytes(count * width);
    const bool bits = exponent == kBits;
    if (in.failed() || unit == 0 || (!bits && exponent > kMostExponent)) return false;
    std::int64_t mantissa = 0;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t move = 0;
        for (std::uint64_t plane = 0; plane < width; ++plane) {
            move |= static_cast<std::uint64_t>(static_cast<unsigned char>(planes[plane * count + i])) << (8U * plane);
        }
        mantissa = moved(mantissa, move, bits);
        const std::uint64_t run = runs.number_up_to(samples.size() - at);
        if (runs.failed() || run >= samples.size() - at) return false;
        const auto whole = static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint64_t>(mantissa) * unit));
        const double value = bits ? std::bit_cast<double>(mantissa) : whole / kPowers[exponent];
        if (std::isnan(value)) return false;
        for (const std::size_t end = at + run + 1; at < end; ++at) samples[at].value = value;
    }
    return at == samples.size() && runs.done();
}

}  // namespace arable::codec
