#include "report/terminal.h"

#include <fmt/format.h>

#include "report/bars.h"
#include "report/headline.h"
#include "report/page.h"

namespace arable::report {
namespace {

using diagnose::Audit;

void first_screen(Page& page, const Audit& audit) {
    for (const Sentence& sentence : headline(audit)) {
        page.words(fmt::format("{}  ", sentence.letter), fmt::format("{} [{}]", sentence.text, sentence.evidence));
    }
    page.line("");
    page.note("[…] names where a figure stands in the report of --format json.");
}

void accounting(Page& page, const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return;
    page.heading(audit.window.instant ? "Where the GPUs were (GPUs)" : "Where the GPU-hours went", "accounting");
    std::vector<BarPart> parts;
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        parts.push_back({std::string(name(amount.cls)), std::string(meaning(amount.cls)),
                         shown_ms(audit, amount.gpu_ms), look_of(amount.cls)});
    }
    for (const std::string& line : bar_with_table(parts, "paid", page.width(), page.style().color)) page.line(line);
}

void waits(Page& page, const Audit& audit) {
    if (!audit.waits.known || audit.waits.gpu_ms == 0 || audit.window.instant) return;
    page.heading("Why work waited (GPU-hours)", "waits.by_cause");
    std::vector<BarPart> parts;
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        const auto cause = static_cast<diagnose::WaitCause>(c);
        parts.push_back(
            {std::string(name(cause)), std::string(meaning(cause)), audit.waits.by_cause[c], look_of(cause)});
    }
    for (const std::string& line : bar_with_table(parts, "waited", page.width(), page.style().color)) page.line(line);
}

void steps(Page& page, const Audit& audit) {
    page.heading("Diagnosis in four steps, in the order to act", "steps");
    int number = 1;
    bool overlap = false;
    for (const diagnose::StepVerdict& step : audit.steps) {
        page.words(fmt::format("{}  ", number++), fmt::format("{}: {}", name(step.step), step.verdict));
        overlap = overlap || !step.findings.empty();
    }
    if (overlap) page.note("One GPU-hour can have findings in several steps: these figures are not to be added up.");
}

}  // namespace

std::int64_t shown_ms(const diagnose::WindowFacts& window, std::int64_t gpu_ms) {
    constexpr std::int64_t kHour = 3'600'000;
    const std::int64_t cell = window.window.length().ms;
    if (!window.instant || cell <= 0) return gpu_ms;
    return gpu_ms / cell * kHour + gpu_ms % cell * kHour / cell;
}

std::int64_t shown_ms(const Audit& audit, std::int64_t gpu_ms) { return shown_ms(audit.window, gpu_ms); }

std::string_view unit_of_time(const Audit& audit) { return audit.window.instant ? "GPUs" : "GPU-hours"; }

std::string terminal(const Audit& audit, const TerminalStyle& style) {
    Page page(style);
    first_screen(page, audit);
    accounting(page, audit);
    waits(page, audit);
    steps(page, audit);
    findings_part(page, audit);
    workloads_part(page, audit);
    unknowns_part(page, audit);
    return page.take();
}

}  // namespace arable::report
