#include "report/comparison_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figures.h"

namespace arable::report {
namespace {

struct Column {
    std::int64_t total = 0;
    std::vector<std::string> hours;
    std::vector<std::int64_t> tenths;
};

Column column(std::span<const ComparedRow> rows, std::int64_t ComparedRow::*side) {
    Column out;
    std::vector<std::int64_t> parts;
    for (const ComparedRow& row : rows) {
        parts.push_back(row.*side);
        out.total += row.*side;
    }
    out.hours = gpu_hours_parts(out.total, parts);
    out.tenths = tenths_of_percent(out.total, parts);
    return out;
}

std::string points(std::int64_t tenths, const Tongue& tongue) {
    return signed_text(static_cast<double>(tenths) / 10.0, tongue);
}

}  // namespace

bool is_zero(double value) { return std::round(value * 10.0) == 0.0; }

std::string signed_text(double value, const Tongue& tongue) {
    const double rounded = std::round(value * 10.0) / 10.0;
    const std::string digits = text("{}", Decimal{std::fabs(rounded), 1}).in(tongue);
    return (rounded > 0.0 ? "+" : rounded < 0.0 ? "-" : "") + digits;
}

std::string thousandth(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return "-";
    return text("{}", Decimal{1000.0 * static_cast<double>(part) / static_cast<double>(whole), 1}).english();
}

std::vector<Money> a_day(std::span<const Money> monies, const Interval& window) {
    std::vector<Money> out;
    const double length =
        static_cast<double>(std::max<std::int64_t>(window.length().ms, 1)) / static_cast<double>(days(1).ms);
    for (const Money& money : monies)
        out.push_back(
            {static_cast<std::int64_t>(std::llround(static_cast<double>(money.micros) / length)), money.currency});
    return out;
}

std::vector<std::string> compared_lines(std::span<const ComparedRow> rows, std::size_t width, const Tongue& tongue) {
    const Column a = column(rows, &ComparedRow::before_ms);
    const Column b = column(rows, &ComparedRow::after_ms);
    const bool hours = width >= 80;
    const std::size_t name_width = hours ? 24 : 20;
    const auto in = [&](std::string english) { return shown(Figure{std::move(english)}, tongue); };
    const auto line = [&](const std::string& name, const std::string& ha, const std::string& hb, const std::string& sa,
                          const std::string& sb, const std::string& change) {
        std::string out = "  " + left(name, name_width);
        if (hours) out += right(ha, 12) + right(hb, 12);
        return out + right(sa, 10) + right(sb, 10) + right(change, 10);
    };
    std::vector<std::string> lines{line("", text("GPU-h before").in(tongue), text("GPU-h after").in(tongue),
                                        text("before").in(tongue), text("after").in(tongue),
                                        text("points").in(tongue))};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].before_ms == 0 && rows[i].after_ms == 0) continue;
        lines.push_back(line(rows[i].name, in(a.hours[i]), in(b.hours[i]),
                             a.total > 0 ? in(percent_text(a.tenths[i], rows[i].before_ms > 0)) : "-",
                             b.total > 0 ? in(percent_text(b.tenths[i], rows[i].after_ms > 0)) : "-",
                             a.total > 0 && b.total > 0 ? points(b.tenths[i] - a.tenths[i], tongue) : "-"));
    }
    lines.push_back(line(text("all").in(tongue), in(gpu_hours_text(a.total)), in(gpu_hours_text(b.total)),
                         a.total > 0 ? in("100.0 %") : "-", b.total > 0 ? in("100.0 %") : "-", ""));
    return lines;
}

}  // namespace arable::report
