#include "report/bars.h"

#include <fmt/format.h>

#include <array>

#include "base/apportion.h"
#include "report/figures.h"

namespace arable::report {
namespace {

std::string paint(std::string_view text, std::string_view code, bool color) {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

constexpr std::size_t kLeastWords = 24;  // columns

std::string repeat(std::string_view what, std::int64_t times) {
    std::string text;
    for (std::int64_t i = 0; i < times; ++i) text += what;
    return text;
}

}  // namespace

// Dark for used, light for lost; greys for what nobody could use. Neighbours in the order of the classes differ.
Look look_of(diagnose::AccountClass c) {
    static constexpr std::array<Look, diagnose::kAccountClasses> kLooks{{{"x", "90"},  // unavailable
                                                                         {"=", "90"},  // unusable.mig
                                                                         {"!", "35"},  // used.unclaimed
                                                                         {"g", "35"},  // free.ghost
                                                                         {"f", "34"},  // free.fragmented
                                                                         {"s", "34"},  // free.stranded
                                                                         {"c", "34"},  // free.constrained
                                                                         {"·", "94"},  // free.no-demand
                                                                         {"?", "90"},  // unknown
                                                                         {"^", "33"},  // held.starting
                                                                         {"░", "31"},  // held.empty
                                                                         {"▒", "33"},  // held.loaded
                                                                         {"~", "36"},  // active.stalled
                                                                         {"≈", "36"},  // active.bandwidth
                                                                         {"▓", "96"},  // active.headroom
                                                                         {"█", "32"}}};
    return kLooks.at(static_cast<std::size_t>(c));
}

Look look_of(diagnose::WaitCause cause) {
    static constexpr std::array<Look, diagnose::kWaitCauses> kLooks{{{"q", "33"},  // gated
                                                                     {"x", "90"},  // broken
                                                                     {"^", "36"},  // provisioning
                                                                     {"m", "33"},  // capped
                                                                     {"·", "36"},  // scheduler
                                                                     {"b", "33"},  // behind
                                                                     {"c", "34"},  // constrained
                                                                     {"s", "34"},  // stranded
                                                                     {"f", "34"},  // fragmented
                                                                     {"░", "31"},  // held-empty
                                                                     {"▒", "33"},  // shareable
                                                                     {"█", "31"}}};
    return kLooks.at(static_cast<std::size_t>(cause));
}

std::vector<std::string> bar_with_table(std::span<const BarPart> parts, std::string_view total, const BarStyle& style) {
    const auto& [width, color, tongue] = style;
    const auto in = [&](std::string figure) { return shown(Figure{std::move(figure)}, tongue); };
    std::vector<std::int64_t> amounts;
    std::int64_t sum = 0;
    for (const BarPart& part : parts) {
        amounts.push_back(part.gpu_ms);
        sum += part.gpu_ms;
    }
    std::vector<std::string> lines;
    std::string bar = "  ";
    const std::vector<std::int64_t> cells = apportion(static_cast<std::int64_t>(width - 4), amounts);
    for (std::size_t i = 0; i < parts.size() && sum > 0; ++i) {
        if (cells[i] > 0) bar += paint(repeat(parts[i].look.fill, cells[i]), parts[i].look.color, color);
    }
    lines.push_back(std::move(bar));
    const std::vector<std::string> hours = gpu_hours_parts(sum, amounts);
    const std::vector<std::string> shares = percent_parts(sum, amounts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].gpu_ms == 0) continue;
        const std::string head = fmt::format("  {} {} {} {}", parts[i].look.fill, left(parts[i].name, 17),
                                             right(in(hours[i]), 12), right(in(shares[i] + " %"), 8));
        // Beside the figures where there is room for words, else below them.
        const bool beside = width >= columns(head) + 2 + kLeastWords;
        std::string row = beside ? wrapped(head + "  ", parts[i].meaning, width)
                                 : head + "\n" + wrapped("      ", parts[i].meaning, width);
        row.replace(2, parts[i].look.fill.size(), paint(parts[i].look.fill, parts[i].look.color, color));
        lines.push_back(std::move(row));
    }
    lines.push_back(
        fmt::format("    {} {} {}", left(total, 17), right(in(gpu_hours_text(sum)), 12), right(in("100.0 %"), 8)));
    return lines;
}

}  // namespace arable::report
