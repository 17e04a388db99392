// The workloads that leave most of their GPUs unused.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "report/page.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using C = diagnose::AccountClass;

constexpr std::size_t kFigures = 59;  // columns of the figures beside the name
constexpr std::size_t kLongestName = 60;

// Claimed, idle, active, computing, unknown (these four add up to claimed, as shown) and the p95 of SM activity.
std::string figures(const Audit& audit, const diagnose::WorkloadRow& row) {
    const auto at = [&](C c) { return shown_ms(audit, row.classes[static_cast<std::size_t>(c)]); };
    const std::int64_t all = shown_ms(audit, row.gpu_ms);
    const std::int64_t idle = at(C::held_starting) + at(C::held_empty) + at(C::held_loaded);
    const std::int64_t active = at(C::active_stalled) + at(C::active_bandwidth) + at(C::active_headroom);
    const std::int64_t computing = at(C::productive);
    const std::array<std::int64_t, 4> parts{idle, active, computing,
                                            std::max<std::int64_t>(0, all - idle - active - computing)};
    const std::vector<std::string> texts = gpu_hours_parts(all, parts);
    return fmt::format(" {} {} {} {} {} {}", right(gpu_hours_text(all), 9), right(texts[0], 9), right(texts[1], 9),
                       right(texts[2], 9), right(texts[3], 9),
                       right(row.sm_p95 ? fmt::format("{:.0f} %", *row.sm_p95 * 100.0) : "-", 7));
}

}  // namespace

void workloads_part(Page& page, const Audit& audit) {
    if (audit.workloads.empty()) return;
    page.heading(fmt::format("Workloads that leave most unused ({})", unit_of_time(audit)), "workloads");
    // On a narrow page a name has a line of its own.
    const bool narrow = page.width() < kFigures + 22;
    const std::size_t name_width = narrow ? page.width() - 2 : std::min(kLongestName, page.width() - kFigures - 2);
    const auto row_of = [&](std::string_view name, const std::string& rest) {
        page.line(
            fmt::format("  {}{}{}", narrow ? fit(name, name_width) : left(name, name_width), narrow ? "\n" : "", rest));
    };
    row_of("workload", fmt::format(" {} {} {} {} {} {}", right("claimed", 9), right("idle", 9), right("active", 9),
                                   right("computing", 9), right("unknown", 9), right("SM p95", 7)));
    const std::size_t shown = std::min(audit.workloads.size(), page.style().workloads);
    for (std::size_t i = 0; i < shown; ++i) {
        const diagnose::WorkloadRow& row = audit.workloads[i];
        row_of(printable(row.ns.empty() ? row.name : row.ns + "/" + row.name), figures(audit, row));
    }
    page.more(shown, audit.workloads.size(), "workloads[]");
    page.note("SM p95: for 95 % of the time no more of the card's compute units (SMs) were busy.");
}

}  // namespace arable::report
