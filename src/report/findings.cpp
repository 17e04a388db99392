// The largest findings of each step: what, how much, how sure, what cures it and who must do it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/page.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::Finding;

std::int64_t extent(const Finding& finding) {
    std::int64_t sum = 0;
    for (const std::int64_t ms : finding.gpu_ms) sum += ms;
    return sum;
}

void finding_lines(Page& page, const Audit& audit, const Finding& f) {
    const std::int64_t ms = extent(f);
    const Figure sure{fmt::format("{:.0f} %", f.confidence * 100.0)};
    page.words(
        "  ", ms > 0 ? text("{} ({}, {} sure)", f.id, amount_text(audit, ms), sure) : text("{} ({} sure)", f.id, sure));
    page.words("    ", f.statement);
    if (!f.remedy.action.empty()) page.words("    → ", text("{}: {}", f.remedy.owner, f.remedy.action));
}

}  // namespace

// Findings about the telemetry itself are told by its gaps.
void findings_part(Page& page, const Audit& audit) {
    const auto told =
        std::ranges::count_if(audit.findings, [](const Finding& f) { return !diagnose::is_about_telemetry(f.kind); });
    if (told == 0) return;
    page.heading(text("Findings, largest first in each step"), "findings, by id");
    std::array<std::size_t, 4> of_step{};
    std::size_t shown = 0;
    for (const Finding& f : audit.findings) {
        if (diagnose::is_about_telemetry(f.kind)) continue;
        // Some of each step, so that a long first step does not hide the others.
        if (of_step.at(static_cast<std::size_t>(step_of(f.kind)))++ >= page.style().findings_a_step) continue;
        ++shown;
        finding_lines(page, audit, f);
    }
    page.more(shown, static_cast<std::size_t>(told), "findings[]");
    page.note(text("Each has its evidence, command and doubts there; docs/detectors/ says what a kind means."));
}

}  // namespace arable::report
