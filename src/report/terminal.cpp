#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/bars.h"
#include "report/figures.h"
#include "report/headline.h"

namespace arable::report {
namespace {

using diagnose::Audit;

constexpr std::size_t kNarrowest = 60;

class Page {
  public:
    explicit Page(const TerminalStyle& style) : style_(style), width_(std::max(style.width, kNarrowest)) {}

    std::size_t width() const { return width_; }
    const TerminalStyle& style() const { return style_; }
    void line(std::string_view text) { text_.append(text).append("\n"); }
    void heading(std::string_view text) {
        text_ += "\n";
        line(paint(text, "1"));
    }
    // `code` is an ANSI "select graphic rendition" number.
    std::string paint(std::string_view text, std::string_view code) const {
        return style_.color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }
    void more(std::size_t shown, std::size_t all, std::string_view where) {
        if (all > shown)
            line(paint(fmt::format("  … {} more in {}", grouped(static_cast<std::int64_t>(all - shown)), where), "2"));
    }
    std::string take() { return std::move(text_); }

  private:
    TerminalStyle style_;
    std::size_t width_;
    std::string text_;
};

void words(Page& page, const Audit& audit) {
    for (const Sentence& sentence : headline(audit)) {
        const std::string text = fmt::format("{} [{}]", printable(sentence.text), sentence.evidence);
        page.line(wrapped(fmt::format("{}  ", sentence.letter), text, page.width()));
    }
}

void accounting(Page& page, const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return;
    page.heading(audit.window.instant ? "Where the GPUs were (GPUs)" : "Where the GPU-hours went");
    std::vector<BarPart> parts;
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        // Of one instant, a GPU counts as one: its cell is shown as an hour.
        const std::int64_t cell = audit.window.window.length().ms;
        const bool as_gpus = audit.window.instant && cell > 0;
        const std::int64_t shown = as_gpus ? amount.gpu_ms * 3'600'000 / cell : amount.gpu_ms;
        parts.push_back({std::string(name(amount.cls)), std::string(meaning(amount.cls)), shown, look_of(amount.cls)});
    }
    for (const std::string& line : bar_with_table(parts, "paid", page.width(), page.style().color)) page.line(line);
}

void waits(Page& page, const Audit& audit) {
    if (!audit.waits.known || audit.waits.gpu_ms == 0) return;
    page.heading("Why work waited (GPU-hours)");
    std::vector<BarPart> parts;
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        const auto cause = static_cast<diagnose::WaitCause>(c);
        parts.push_back(
            {std::string(name(cause)), std::string(meaning(cause)), audit.waits.by_cause[c], look_of(cause)});
    }
    for (const std::string& line : bar_with_table(parts, "waited", page.width(), page.style().color)) page.line(line);
}

std::int64_t extent(const diagnose::Finding& finding) {
    std::int64_t sum = 0;
    for (const std::int64_t ms : finding.gpu_ms) sum += ms;
    return sum;
}

void steps(Page& page, const Audit& audit) {
    page.heading("Diagnosis: allocation → memory → placement → application");
    int number = 1;
    for (const diagnose::StepVerdict& step : audit.steps) {
        const std::string text = fmt::format("{}: {}", name(step.step), printable(step.verdict));
        page.line(wrapped(fmt::format("{}  ", number++), text, page.width()));
    }
    if (audit.findings.empty()) return;
    page.heading("Findings, largest first in each step");
    std::array<std::size_t, 4> of_step{};
    std::size_t shown = 0;
    for (const diagnose::Finding& f : audit.findings) {
        // Some of each step, so that a long first step does not hide the others.
        if (of_step.at(static_cast<std::size_t>(step_of(f.kind)))++ >= page.style().findings_a_step) continue;
        ++shown;
        const std::int64_t ms = extent(f);
        const std::string head =
            fmt::format("  {} {} {}", left(name(f.kind), 21), right(ms > 0 ? gpu_hours_text(ms) : "", 8),
                        right(fmt::format("{:.0f} %", f.confidence * 100.0), 5));
        page.line(head + "  " + fit(printable(f.statement), page.width() - columns(head) - 2));
    }
    page.line(
        page.paint("  (columns: kind, GPU-hours, confidence; evidence of each: findings[] in --format json)", "2"));
    page.more(shown, audit.findings.size(), "findings[] of --format json");
}

void workloads(Page& page, const Audit& audit) {
    if (audit.workloads.empty()) return;
    page.heading("Workloads with the most fallow time (GPU-hours)");
    const std::size_t name_width = std::max<std::size_t>(20, page.width() - 62);
    page.line(fmt::format("  {} {} {} {} {} {} {}", left("workload", name_width), right("claimed", 9), right("idle", 9),
                          right("active", 9), right("computing", 9), right("unknown", 9), right("p95 SM", 7)));
    const std::size_t shown = std::min(audit.workloads.size(), page.style().workloads);
    for (std::size_t i = 0; i < shown; ++i) {
        const diagnose::WorkloadRow& row = audit.workloads[i];
        using C = diagnose::AccountClass;
        const auto at = [&](C c) { return row.classes[static_cast<std::size_t>(c)]; };
        const std::int64_t idle = at(C::held_starting) + at(C::held_empty) + at(C::held_loaded);
        const std::int64_t active = at(C::active_stalled) + at(C::active_bandwidth) + at(C::active_headroom);
        const std::int64_t computing = at(C::productive);
        const std::array<std::int64_t, 4> parts{idle, active, computing, row.gpu_ms - idle - active - computing};
        const std::vector<std::string> texts = gpu_hours_parts(row.gpu_ms, parts);
        page.line(fmt::format("  {} {} {} {} {} {} {}", left(printable(row.ns + "/" + row.name), name_width),
                              right(gpu_hours_text(row.gpu_ms), 9), right(texts[0], 9), right(texts[1], 9),
                              right(texts[2], 9), right(texts[3], 9),
                              right(row.sm_p95 ? fmt::format("{:.0f} %", *row.sm_p95 * 100.0) : "-", 7)));
    }
    page.more(shown, audit.workloads.size(), "workloads[] of --format json");
}

void unknowns(Page& page, const Audit& audit) {
    if (!audit.cannot_say.empty()) {
        page.heading("What this input cannot say");
        for (const std::string& text : audit.cannot_say) page.line(wrapped("  - ", printable(text), page.width()));
    }
    if (audit.gaps.empty()) return;
    page.heading("Gaps in the input");
    const std::size_t shown = std::min(audit.gaps.size(), page.style().gaps);
    for (std::size_t i = 0; i < shown; ++i) {
        const model::Gap& gap = audit.gaps[i];
        const std::string text =
            fmt::format("{}: {}: {}", name(gap.kind), printable(gap.subject), printable(gap.message));
        page.line(wrapped("  - ", text, page.width()));
    }
    page.more(shown, audit.gaps.size(), "gaps[] of --format json");
}

}  // namespace

std::string terminal(const Audit& audit, const TerminalStyle& style) {
    Page page(style);
    words(page, audit);
    accounting(page, audit);
    waits(page, audit);
    steps(page, audit);
    workloads(page, audit);
    unknowns(page, audit);
    return page.take();
}

}  // namespace arable::report
