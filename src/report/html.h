#pragma once
// The report as one page of HTML that needs nothing else: no script, no font or picture from elsewhere.
//
//   write("audit.html", html(audit, {.language = Language::french}));

#include <cstddef>
#include <string>

#include "diagnose/audit.h"
#include "report/language.h"

namespace arable::report {

struct HtmlStyle {
    Language language = Language::english;
    std::size_t findings_a_step = 10;  // rows of each list; the page says how many more the JSON holds
    std::size_t workloads = 50;
    std::size_t waits = 12;
    std::size_t gaps = 40;
    std::size_t metrics = 24;
    std::size_t gpus_drawn = 2'000;  // of more, each node is drawn as one bar
    std::size_t nodes_drawn = 1'000;
};

// The same Audit and style give the same bytes. Figures are those of the terminal's report, rounded by the same rules
// (report/figures.h); exact amounts stand beside them in `data-ms` attributes. Text from outside is escaped (markup.h).
// At most about 1 MB for 1,000 GPUs, and not much more for any number of them. O(audit).
std::string html(const diagnose::Audit& audit, const HtmlStyle& style);

}  // namespace arable::report
