#include "report/workload_figures.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "report/figures.h"
#include "report/page.h"

namespace arable::report {

std::array<std::string, 5> workload_figures(const diagnose::Audit& audit, const diagnose::WorkloadRow& row) {
    using C = diagnose::AccountClass;
    const auto at = [&](C c) { return shown_ms(audit, row.classes[static_cast<std::size_t>(c)]); };
    const std::int64_t all = shown_ms(audit, row.gpu_ms);
    const std::int64_t idle = at(C::held_starting) + at(C::held_empty) + at(C::held_loaded);
    const std::int64_t active = at(C::active_stalled) + at(C::active_bandwidth) + at(C::active_headroom);
    const std::int64_t computing = at(C::productive);
    const std::array<std::int64_t, 4> parts{idle, active, computing,
                                            std::max<std::int64_t>(0, all - idle - active - computing)};
    const std::vector<std::string> texts = gpu_hours_parts(all, parts);
    return {gpu_hours_text(all), texts[0], texts[1], texts[2], texts[3]};
}

}  // namespace arable::report
