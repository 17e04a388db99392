#include "report/terminal.h"

#include <fmt/format.h>

#include "report/bars.h"
#include "report/headline.h"
#include "report/page.h"

namespace arable::report {
namespace {

using diagnose::Audit;

void first_screen(Page& page, const Audit& audit) {
    if (const Text lost = lost_inputs_text(audit); !lost.empty()) page.words("!  ", text("{} [{}]", lost, "gaps"));
    for (const Sentence& sentence : headline(audit)) {
        page.words(fmt::format("{}  ", sentence.letter), text("{} [{}]", sentence.text, sentence.evidence));
    }
    page.line("");
    page.note(text("[…] names where a figure stands in the report of --format json."));
}

void add_bar(Page& page, std::span<const BarPart> parts, const Text& total) {
    for (const std::string& line :
         bar_with_table(parts, page.in(total), {page.width(), page.style().color, page.tongue()})) {
        page.line(line);
    }
}

void accounting(Page& page, const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return;
    page.heading(audit.window.instant ? text("Where the GPUs were (GPUs)") : text("Where the GPU-hours went"),
                 "accounting");
    std::vector<BarPart> parts;
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        parts.push_back({std::string(name(amount.cls)),
                         page.in(meaning(amount.cls, audit.waits.seen, audit.computing_is_range)),
                         shown_ms(audit, amount.gpu_ms), look_of(amount.cls)});
    }
    add_bar(page, parts, text("paid"));
}

void waits(Page& page, const Audit& audit) {
    if (!audit.waits.known || audit.waits.gpu_ms == 0 || audit.window.instant) return;
    page.heading(text("Why work waited (GPU-hours)"), "waits.by_cause");
    std::vector<BarPart> parts;
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        const auto cause = static_cast<diagnose::WaitCause>(c);
        parts.push_back({std::string(name(cause)), page.in(meaning(cause)), audit.waits.by_cause[c], look_of(cause)});
    }
    add_bar(page, parts, text("waited"));
}

void steps(Page& page, const Audit& audit) {
    page.heading(text("Diagnosis in four steps, in the order to act"), "steps");
    int number = 1;
    bool overlap = false;
    for (const diagnose::StepVerdict& step : audit.steps) {
        page.words(fmt::format("{}  ", number++), text("{}: {}", title(step.step), step.verdict));
        overlap = overlap || !step.findings.empty();
    }
    if (overlap)
        page.note(text("One GPU-hour can have findings in several steps: these figures are not to be added up."));
}

}  // namespace

std::int64_t shown_ms(const diagnose::WindowFacts& window, std::int64_t gpu_ms) {
    constexpr std::int64_t kHour = 3'600'000;
    const std::int64_t cell = window.window.length().ms;
    if (!window.instant || cell <= 0) return gpu_ms;
    return gpu_ms / cell * kHour + gpu_ms % cell * kHour / cell;
}

std::int64_t shown_ms(const Audit& audit, std::int64_t gpu_ms) { return shown_ms(audit.window, gpu_ms); }

Text amount_text(const Audit& audit, std::int64_t gpu_ms) {
    const Figure figure{format_gpu_hours({shown_ms(audit, gpu_ms)})};
    return audit.window.instant ? text("{} GPUs", figure) : text("{} GPU-hours", figure);
}

std::string terminal(const Audit& audit, const TerminalStyle& style) {
    Page page(style);
    first_screen(page, audit);
    accounting(page, audit);
    waits(page, audit);
    pending_part(page, audit);
    steps(page, audit);
    findings_part(page, audit);
    workloads_part(page, audit);
    unknowns_part(page, audit);
    return page.take();
}

}  // namespace arable::report
