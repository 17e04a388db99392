// What the input cannot say, and its gaps; gaps that say the same of several subjects stand together.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/page.h"

namespace arable::report {
namespace {

constexpr std::size_t kSubjectsNamed = 2;

struct Alike {
    const model::Gap* first = nullptr;
    std::vector<std::string_view> subjects;
};

std::vector<Alike> grouped_gaps(const std::vector<model::Gap>& gaps) {
    std::vector<Alike> groups;
    for (const model::Gap& gap : gaps) {
        const auto same = std::ranges::find_if(
            groups, [&](const Alike& a) { return a.first->kind == gap.kind && a.first->message == gap.message; });
        Alike& group = same == groups.end() ? groups.emplace_back(Alike{&gap, {}}) : *same;
        group.subjects.push_back(gap.subject);
    }
    return groups;
}

std::string subjects_text(const Alike& group) {
    std::string text;
    const std::size_t named = std::min(kSubjectsNamed, group.subjects.size());
    for (std::size_t i = 0; i < named; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", group.subjects[i]);
    if (group.subjects.size() == named) return text;
    return text + fmt::format(" and {} more", grouped(static_cast<std::int64_t>(group.subjects.size() - named)));
}

}  // namespace

void unknowns_part(Page& page, const diagnose::Audit& audit) {
    if (!audit.cannot_say.empty()) {
        page.heading("What this input cannot say", "cannot_say");
        for (const std::string& text : audit.cannot_say) page.words("  - ", text);
    }
    if (audit.gaps.empty()) return;
    page.heading("Gaps in the input", "gaps");
    const std::vector<Alike> groups = grouped_gaps(audit.gaps);
    const std::size_t shown = std::min(groups.size(), page.style().gaps);
    std::size_t covered = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const Alike& group = groups[i];
        covered += group.subjects.size();
        page.words("  - ",
                   fmt::format("{}: {}: {}", name(group.first->kind), subjects_text(group), group.first->message));
    }
    page.more(covered, audit.gaps.size(), "gaps[]");
}

}  // namespace arable::report
