#include "report/markup.h"

#include <cstddef>
#include <cstdint>

namespace arable::report {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

struct Decoded {
    char32_t point = 0;
    std::size_t length = 0;  // bytes; 0: no UTF-8
};

// Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
    char32_t point = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        point = (point << 6U) | (byte(i) & 0x3FU);
    }
    constexpr char32_t kLeast[]{0, 0, 0x80, 0x800, 0x10000};
    if (point < kLeast[length] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return {};
    return {point, length};
}

bool between(char32_t point, char32_t first, char32_t last) { return point >= first && point <= last; }

// Direction marks and overrides, separators of lines, invisible joiners, tags, and what is no character at all.
bool deceives(char32_t point) {
    return between(point, 0x80, 0x9F) || point == 0xAD || point == 0x61C || between(point, 0x200B, 0x200F) ||
           between(point, 0x2028, 0x202E) || between(point, 0x2060, 0x206F) || point == 0xFEFF ||
           between(point, 0xFFF0, 0xFFFB) || between(point, 0xE0000, 0xE0FFF) || (point & 0xFFFEU) == 0xFFFE;
}

std::string_view entity(char32_t point) {
    switch (point) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return {};
    }
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Decoded next = decode(text);
        const std::string_view bytes = text.substr(0, next.length == 0 ? 1 : next.length);
        text.remove_prefix(bytes.size());
        if (next.length == 0 || deceives(next.point)) {
            out += kReplacement;
        } else if (next.point < 0x20 || next.point == 0x7F) {
            out += '?';
        } else if (const std::string_view named = entity(next.point); !named.empty()) {
            out += named;
        } else {
            out += bytes;
        }
    }
    return out;
}

}  // namespace arable::report
