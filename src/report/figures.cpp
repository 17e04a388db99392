#include "report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/apportion.h"

namespace arable::report {
namespace {

constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kWholeHoursFrom = 1000 * kHour;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string tenths(std::int64_t n) { return fmt::format("{}.{}", grouped(n / 10), n % 10); }

// Milliseconds in the unit that a total is shown in: hours, or tenths of an hour.
std::int64_t unit_of(std::int64_t total_ms) { return total_ms >= kWholeHoursFrom ? kHour : kHour / 10; }

std::string in_unit(std::int64_t n, std::int64_t unit) { return unit == kHour ? grouped(n) : tenths(n); }

}  // namespace

std::string gpu_hours_text(std::int64_t gpu_ms) {
    const std::int64_t unit = unit_of(gpu_ms);
    return in_unit((gpu_ms + unit / 2) / unit, unit);
}

std::vector<std::string> gpu_hours_parts(std::int64_t total_ms, std::span<const std::int64_t> parts_ms) {
    const std::int64_t unit = unit_of(total_ms);
    std::vector<std::string> texts;
    for (const std::int64_t n : apportion((total_ms + unit / 2) / unit, parts_ms)) texts.push_back(in_unit(n, unit));
    return texts;
}

std::string gpus_text(std::int64_t gpus_milli) {
    std::string text = fmt::format("{}.{:03}", grouped(gpus_milli / 1000), gpus_milli % 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string percent(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return "-";
    if (part == 0) return "0 %";
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (share < 0.1) return "< 0.1 %";
    return fmt::format("{:.1f} %", share);
}

std::vector<std::int64_t> tenths_of_percent(std::int64_t total, std::span<const std::int64_t> parts) {
    if (total <= 0) return std::vector<std::int64_t>(parts.size(), 0);
    return apportion(1000, parts);
}

std::string percent_text(std::int64_t tenths_of, bool something) {
    if (tenths_of == 0) return something ? "< 0.1 %" : "0 %";
    return tenths(tenths_of) + " %";
}

std::vector<std::string> percent_parts(std::int64_t total, std::span<const std::int64_t> parts) {
    if (total <= 0) return std::vector<std::string>(parts.size(), "-");
    std::vector<std::string> texts;
    for (const std::int64_t n : tenths_of_percent(total, parts)) texts.push_back(tenths(n));
    return texts;
}

std::string money_text(std::span<const Money> monies) {
    std::string text;
    for (const Money& money : monies) {
        if (!text.empty()) text += " + ";
        const std::int64_t cents = (money.micros + 5'000) / 10'000;
        text += cents < 10'000 ? fmt::format("{}.{:02} {}", cents / 100, cents % 100, money.currency)
                               : fmt::format("{} {}", grouped((money.micros + 500'000) / 1'000'000), money.currency);
    }
    return text;
}

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string fit(std::string_view text, std::size_t width) {
    if (columns(text) <= width) return std::string(text);
    if (width == 0) return {};
    std::size_t seen = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (!is_continuation(text[at]) && seen++ == width - 1) break;
    }
    return std::string(text.substr(0, at)) + "…";
}

std::string left(std::string_view text, std::size_t width) {
    std::string cell = fit(text, width);
    cell.append(width - std::min(width, columns(cell)), ' ');
    return cell;
}

std::string right(std::string_view text, std::size_t width) {
    const std::string cell = fit(text, width);
    return std::string(width - std::min(width, columns(cell)), ' ') + cell;
}

namespace {

// Bytes of the UTF-8 character that the text begins with; 0: it begins with none.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xC2 ? 0 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
    if (length == 0 || length > text.size() || byte(0) > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    return length;
}

// Control characters (C0, DEL, C1: U+009B begins a command as ESC [ does), and those that turn the direction of text
// (U+202A-202E, U+2066-2069).
bool commands_terminal(std::string_view character) {
    const auto byte = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return byte < 0x20 || byte == 0x7F;
    if (character.size() == 2) return character >= "\xC2\x80" && character <= "\xC2\x9F";
    return (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
           (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

}  // namespace

std::string wrapped(std::string_view prefix, std::string_view text, std::size_t width) {
    const std::size_t indent = columns(prefix);
    std::string out(prefix);
    std::size_t used = indent;
    while (!text.empty()) {
        std::size_t end = std::min(text.find(' '), text.size());
        // A figure and its sign stay together.
        if (text.substr(end).starts_with(" %")) end = std::min(text.find(' ', end + 1), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (used > indent && used + 1 + columns(word) > width) {
            out += "\n" + std::string(indent, ' ');
            used = indent;
        }
        if (used > indent) {
            out += ' ';
            ++used;
        }
        out += word;
        used += columns(word);
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character(text);
        const std::string_view one = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(one.size());
        if (length == 0 || commands_terminal(one)) {
            out += '?';
        } else {
            out += one;
        }
    }
    return out;
}

}  // namespace arable::report
