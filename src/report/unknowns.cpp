// What the input cannot say, and its gaps; gaps that say the same of several subjects stand together.
#include <algorithm>
#include <vector>

#include "report/gap_groups.h"
#include "report/page.h"

namespace arable::report {

void unknowns_part(Page& page, const diagnose::Audit& audit) {
    if (!audit.cannot_say.empty()) {
        page.heading(text("What this input cannot say"), "cannot_say");
        for (const Text& saying : audit.cannot_say) page.words("  - ", saying);
    }
    if (audit.gaps.empty()) return;
    page.heading(text("Gaps in the input"), "gaps");
    const std::vector<AlikeGaps> groups = alike_gaps(audit.gaps);
    const std::size_t shown = std::min(groups.size(), page.style().gaps);
    for (std::size_t i = 0; i < shown; ++i) {
        const AlikeGaps& group = groups[i];
        page.words("  - ", text("{}: {}: {}", name(group.first->kind), subjects_text(group), group.first->message));
    }
    page.more(shown, groups.size(), "gaps[]");
}

}  // namespace arable::report
