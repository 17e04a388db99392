// The workloads that leave most of their GPUs unused.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "report/page.h"
#include "report/workload_figures.h"

namespace arable::report {
namespace {

using diagnose::Audit;

constexpr std::size_t kFigures = 59;  // columns of the figures beside the name
constexpr std::size_t kLongestName = 60;

// Claimed, idle, active, computing, unknown (these four add up to claimed, as shown) and the p95 of SM activity.
std::string figures(const Page& page, const Audit& audit, const diagnose::WorkloadRow& row) {
    const std::array<std::string, 5> hours = workload_figures(audit, row);
    const auto cell = [&](std::string figure) { return right(page.in(Figure{std::move(figure)}), 9); };
    const std::string p95 = row.sm_p95 ? fmt::format("{:.0f} %", *row.sm_p95 * 100.0) : "-";
    return fmt::format(" {} {} {} {} {} {}", cell(hours[0]), cell(hours[1]), cell(hours[2]), cell(hours[3]),
                       cell(hours[4]), right(page.in(Figure{p95}), 7));
}

}  // namespace

void workloads_part(Page& page, const Audit& audit) {
    if (audit.workloads.empty()) return;
    page.heading(audit.window.instant ? text("Workloads that leave most unused (GPUs)")
                                      : text("Workloads that leave most unused (GPU-hours)"),
                 "workloads");
    // On a narrow page a name has a line of its own.
    const bool narrow = page.width() < kFigures + 22;
    const std::size_t name_width = narrow ? page.width() - 2 : std::min(kLongestName, page.width() - kFigures - 2);
    const auto row_of = [&](std::string_view name, const std::string& rest) {
        page.line(
            fmt::format("  {}{}{}", narrow ? fit(name, name_width) : left(name, name_width), narrow ? "\n" : "", rest));
    };
    const auto head = [&](const Text& words) { return right(page.in(words), 9); };
    row_of(page.in(text("workload")),
           fmt::format(" {} {} {} {} {} {}", head(text("claimed")), head(text("idle")), head(text("active")),
                       head(text("computing")), head(text("unknown")), right(page.in(text("SM p95")), 7)));
    const std::size_t shown = std::min(audit.workloads.size(), page.style().workloads);
    for (std::size_t i = 0; i < shown; ++i) {
        const diagnose::WorkloadRow& row = audit.workloads[i];
        row_of(printable(row.ns.empty() ? row.name : row.ns + "/" + row.name), figures(page, audit, row));
    }
    page.more(shown, audit.workloads.size(), "workloads[]");
    if (audit.computing_is_range) page.note(text("computing: at most, since not all cards export SM activity."));
    page.note(text("SM p95: for 95 % of the time no more of the card's compute units (SMs) were busy."));
}

}  // namespace arable::report
