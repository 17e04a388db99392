// The four metrics side by side, never merged: compute activity, memory, waiting, requests.
#include <algorithm>
#include <optional>

#include "report/figures.h"
#include "report/page.h"
#include "report/shares.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::FourMetrics;

std::string share(const Sheet& sheet, const std::optional<double>& value) {
    return value ? sheet.figure(fmt::format("{:.1f} %", *value * 100.0)) : "–";
}

std::string number(const Sheet& sheet, const std::optional<double>& value, std::string_view unit) {
    return value ? sheet.figure(fmt::format("{:.3g}", *value)) + std::string(unit) : "–";
}

// Of the whole estate the share is that of the headline, rounded with all others.
std::string computing(const Audit& audit, const FourMetrics& row) {
    const bool whole = row.level == "estate" && row.known_ms == audit.capacity.gpu_ms;
    const std::string most =
        whole ? class_shares(audit).of({diagnose::AccountClass::productive}) : percent(row.computing_ms, row.known_ms);
    const bool is_range = row.computing_low_ms < row.computing_ms;
    return is_range ? percent(row.computing_low_ms, row.known_ms) + " – " + most : most;
}

Text level_words(const FourMetrics& row) {
    if (row.level == "estate") return text("everything");
    if (row.level == "pool") return text("pool {}", row.name);
    return text("namespace {}", row.name);
}

void row_of(Sheet& sheet, const Audit& audit, const FourMetrics& row) {
    sheet.put(
        "<tr data-level=\"{}\" data-name=\"{}\" data-ms=\"{}\"><th scope=\"row\">{}</th><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td>",
        row.level, escaped(row.name), row.gpu_ms, sheet.say(level_words(row)),
        sheet.figure(gpu_hours_text(shown_ms(audit, row.gpu_ms))),
        row.known_ms > 0 && audit.activity_seen ? sheet.figure(computing(audit, row)) : "–");
    sheet.put("<td class=\"n\">{}</td><td class=\"n\">{}</td>", share(sheet, row.memory_used_share),
              share(sheet, row.memory_needed_share));
    sheet.put("<td class=\"n\">{}</td>",
              row.wait_gpu_ms && !audit.window.instant ? sheet.figure(gpu_hours_text(*row.wait_gpu_ms)) : "–");
    sheet.put("<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n", number(sheet, row.requests_per_s, "/s"),
              number(sheet, row.latency_s, "\u00A0s"));
}

}  // namespace

void metrics_part(Sheet& sheet, const Audit& audit) {
    const auto is_shown = [](const FourMetrics& row) {
        return row.level == "estate" || row.level == "pool" || row.level == "namespace";
    };
    const auto all = static_cast<std::size_t>(std::ranges::count_if(audit.metrics, is_shown));
    if (all == 0 || audit.capacity.gpu_ms == 0) return;
    sheet.begin_section("metrics", text("Four figures that are not one"), "metrics");
    sheet.note(
        text("A full card need not compute, a computing card need not serve, and a long queue need not mean that "
             "cards are busy. A dash is not measured."));
    sheet.begin_table("metrics", text("Compute activity, memory, waiting and requests, side by side"), "rows",
                      {{text("of"), false},
                       {audit.window.instant ? text("GPUs") : text("GPU-hours"), true},
                       {text("computing, of what is known"), true},
                       {text("memory in use"), true},
                       {text("memory needed"), true},
                       {text("GPU-hours waited"), true},
                       {text("requests"), true},
                       {text("latency"), true}});
    std::size_t shown = 0;
    for (const FourMetrics& row : audit.metrics) {
        if (!is_shown(row) || shown == sheet.style().metrics) continue;
        row_of(sheet, audit, row);
        ++shown;
    }
    sheet.end_table();
    sheet.more(shown, all, "metrics");
    sheet.end_section();
}

}  // namespace arable::report
