// What the input cannot say, and its gaps; gaps that say the same of several subjects stand together.
#include <algorithm>
#include <vector>

#include "report/page.h"
#include "report/terms.h"

namespace arable::report {
namespace {

constexpr std::size_t kSubjectsNamed = 2;

struct Alike {
    const model::Gap* first = nullptr;
    std::string message;  // in English, to compare by
    std::vector<std::string_view> subjects;
};

std::vector<Alike> grouped_gaps(const std::vector<model::Gap>& gaps) {
    std::vector<Alike> groups;
    for (const model::Gap& gap : gaps) {
        std::string message = gap.message.english();
        const auto same = std::ranges::find_if(
            groups, [&](const Alike& a) { return a.first->kind == gap.kind && a.message == message; });
        Alike& group = same == groups.end() ? groups.emplace_back(Alike{&gap, std::move(message), {}}) : *same;
        group.subjects.push_back(gap.subject);
    }
    return groups;
}

Text subjects_text(const Alike& group) {
    std::vector<Text> named;
    for (std::size_t i = 0; i < std::min(kSubjectsNamed, group.subjects.size()); ++i)
        named.push_back(term(group.subjects[i]));
    const Text list = joined(named, ", ", ", ");
    if (group.subjects.size() == named.size()) return list;
    return text("{} and {} more", list, group.subjects.size() - named.size());
}

}  // namespace

void unknowns_part(Page& page, const diagnose::Audit& audit) {
    if (!audit.cannot_say.empty()) {
        page.heading(text("What this input cannot say"), "cannot_say");
        for (const Text& saying : audit.cannot_say) page.words("  - ", saying);
    }
    if (audit.gaps.empty()) return;
    page.heading(text("Gaps in the input"), "gaps");
    const std::vector<Alike> groups = grouped_gaps(audit.gaps);
    const std::size_t shown = std::min(groups.size(), page.style().gaps);
    std::size_t covered = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const Alike& group = groups[i];
        covered += group.subjects.size();
        page.words("  - ", text("{}: {}: {}", name(group.first->kind), subjects_text(group), group.first->message));
    }
    page.more(covered, audit.gaps.size(), "gaps[]");
}

}  // namespace arable::report
