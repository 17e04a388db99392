#include "nvml/smi_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace arable::nvml {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

std::optional<Time> parse_clock(std::string_view text) {
    static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
    std::array<std::string_view, 5> words;
    std::size_t count = 0;
    while (!text.empty() && count < words.size()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.at(count++) = text.substr(0, end);
        text = trimmed(text.substr(end));
    }
    if (count != words.size() || !text.empty() || words[1].size() != 3) return std::nullopt;
    const std::size_t month = kMonths.find(words[1]);
    if (month == std::string_view::npos || month % 3 != 0) return std::nullopt;
    const std::string day = (words[2].size() == 1 ? "0" : "") + std::string(words[2]);
    const auto time = parse_rfc3339(fmt::format("{}-{:02}-{}T{}Z", words[4], month / 3 + 1, day, words[3]));
    return time ? std::optional<Time>(*time) : std::nullopt;
}

}  // namespace arable::nvml
