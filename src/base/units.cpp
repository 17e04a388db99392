#include "base/units.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/figures.h"

namespace arable {
namespace {

__extension__ using Wide = __int128;

struct Scale {
    std::string_view suffix;
    std::int64_t numerator;
    std::int64_t denominator;
};

// k8s.io/apimachinery resource.Quantity: binary and decimal suffixes.
constexpr std::array<Scale, 16> kScales{{{"Ki", 1LL << 10, 1},
                                         {"Mi", 1LL << 20, 1},
                                         {"Gi", 1LL << 30, 1},
                                         {"Ti", 1LL << 40, 1},
                                         {"Pi", 1LL << 50, 1},
                                         {"Ei", 1LL << 60, 1},
                                         {"n", 1, 1'000'000'000},
                                         {"u", 1, 1'000'000},
                                         {"m", 1, 1000},
                                         {"k", 1000, 1},
                                         {"M", 1'000'000, 1},
                                         {"G", 1'000'000'000, 1},
                                         {"T", 1'000'000'000'000, 1},
                                         {"P", 1'000'000'000'000'000, 1},
                                         {"E", 1'000'000'000'000'000'000, 1},
                                         {"", 1, 1}}};

tl::unexpected<Error> bad_quantity(std::string_view text) {
    return fail(ErrorCode::invalid_input,
                fmt::format("'{}' is not a Kubernetes quantity such as 2, 500m or 64Gi", text.substr(0, 64)));
}

// Exponent part "e3" / "E-2"; nullptr when the suffix is none.
bool apply_exponent(std::string_view suffix, Wide& numerator, Wide& denominator) {
    if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return false;
    std::string_view digits = suffix.substr(1);
    const bool negative = digits[0] == '-';
    if (digits[0] == '-' || digits[0] == '+') digits.remove_prefix(1);
    if (digits.empty() || digits.size() > 2) return false;
    int exponent = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return false;
        exponent = exponent * 10 + (c - '0');
    }
    if (exponent > 18) return false;
    for (int i = 0; i < exponent; ++i) (negative ? denominator : numerator) *= 10;
    return true;
}

Result<std::int64_t> parse_scaled(std::string_view text, std::int64_t per_unit) {
    std::string_view rest = text;
    Wide value = 0;
    Wide denominator = 1;
    std::size_t n = 0;
    bool point = false;
    std::size_t count = 0;
    for (; n < rest.size(); ++n) {
        const char c = rest[n];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') break;
        if (++count > 19) return bad_quantity(text);
        value = value * 10 + (c - '0');
        if (point) denominator *= 10;
    }
    if (count == 0) return bad_quantity(text);
    rest.remove_prefix(n);
    Wide numerator = per_unit;
    bool known = false;
    for (const Scale& s : kScales) {
        if (rest == s.suffix) {
            numerator *= s.numerator;
            denominator *= s.denominator;
            known = true;
            break;
        }
    }
    if (!known && !apply_exponent(rest, numerator, denominator)) return bad_quantity(text);
    // value < 10^19 and numerator < 2^60 x 1000 would overflow 128 bits only past any legal amount: refuse first.
    if (value != 0 && numerator > (static_cast<Wide>(1) << 120) / value) return bad_quantity(text);
    const Wide scaled = (value * numerator + denominator - 1) / denominator;
    if (scaled > INT64_MAX) return bad_quantity(text);
    return static_cast<std::int64_t>(scaled);
}

}  // namespace

Money operator+(const Money& a, const Money& b) {
    ARABLE_CHECK(a.currency == b.currency);
    return {a.micros + b.micros, a.currency};
}

Result<std::int64_t> parse_quantity_milli(std::string_view text) { return parse_scaled(text, 1000); }

Result<std::int64_t> parse_quantity(std::string_view text) { return parse_scaled(text, 1); }

std::string format_bytes(Bytes b) { return bytes_text(b).english(); }

}  // namespace arable
