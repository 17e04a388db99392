#include "prom/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace arable::prom {
namespace {

constexpr std::array<double, 19> kPowers{1.0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                         1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
constexpr std::uint64_t kExactIntegers = 1ULL << 53U;
constexpr std::size_t kMostDigits = 18;  // that fit an int64 whatever they are

// "-12.345": digits with at most one point, 1 to 18 of them.
struct Decimal {
    std::uint64_t digits = 0;
    std::size_t fraction = 0;  // how many of them stand behind the point
    bool negative = false;
    bool point = false;
};

std::optional<Decimal> short_decimal(std::string_view text) {
    Decimal decimal;
    std::size_t at = 0;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        decimal.negative = text[0] == '-';
        at = 1;
    }
    std::size_t count = 0;
    for (; at < text.size(); ++at) {
        const auto digit = static_cast<unsigned char>(text[at] - '0');
        if (digit <= 9) {
            decimal.digits = decimal.digits * 10 + digit;
            ++count;
            decimal.fraction += decimal.point ? 1 : 0;
        } else if (text[at] == '.' && !decimal.point) {
            decimal.point = true;
        } else {
            return std::nullopt;
        }
    }
    if (count == 0 || count > kMostDigits) return std::nullopt;
    return decimal;
}

// The standard parser, which is exact but knows no leading "+".
std::optional<double> any_number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    // "nan(…)" is C, not an exposition.
    if (std::isnan(value) && text.back() == ')') return std::nullopt;
    return value;
}

std::optional<Timestamp> checked(double ms, TimeUnit unit) {
    if (!(ms >= static_cast<double>(kBeginningOfTime.ms) && ms <= static_cast<double>(kEndOfTime.ms))) {
        return std::nullopt;
    }
    return Timestamp{.time = Time{std::llround(ms)}, .unit = unit};
}

}  // namespace

std::optional<double> parse_value(std::string_view text) {
    const auto decimal = short_decimal(text);
    // Both are exact, so the quotient is the double nearest to the text (Clinger's fast path).
    if (!decimal || decimal->digits > kExactIntegers) return any_number(text);
    const double value = static_cast<double>(decimal->digits) / kPowers[decimal->fraction];
    return decimal->negative ? -value : value;
}

std::optional<Timestamp> parse_timestamp(std::string_view text, TimeUnit usual) {
    constexpr std::uint64_t kLeastSeconds = 100'000'000;
    constexpr std::uint64_t kLeastMilliseconds = 100'000'000'000;
    const auto decimal = short_decimal(text);
    if (!decimal) {
        // An exponent or very many digits: too rare to be fast.
        const auto value = any_number(text);
        if (!value || std::isnan(*value)) return std::nullopt;
        return checked(*value * 1000.0, TimeUnit::seconds);
    }
    if (decimal->point) {
        const double seconds = static_cast<double>(decimal->digits) * 1000.0 / kPowers[decimal->fraction];
        return checked(decimal->negative ? -seconds : seconds, TimeUnit::seconds);
    }
    TimeUnit unit = usual;
    if (decimal->digits >= kLeastSeconds) unit = TimeUnit::seconds;
    if (decimal->digits >= kLeastMilliseconds) unit = TimeUnit::milliseconds;
    const double ms = static_cast<double>(decimal->digits) * (unit == TimeUnit::seconds ? 1000.0 : 1.0);
    return checked(decimal->negative ? -ms : ms, unit);
}

}  // namespace arable::prom
