#include "report/gap_groups.h"

#include <algorithm>

#include "report/terms.h"

namespace arable::report {
namespace {

constexpr std::size_t kSubjectsNamed = 2;

}  // namespace

std::vector<AlikeGaps> alike_gaps(const std::vector<model::Gap>& gaps) {
    std::vector<AlikeGaps> groups;
    for (const model::Gap& gap : gaps) {
        std::string message = gap.message.english();
        const auto same = std::ranges::find_if(
            groups, [&](const AlikeGaps& a) { return a.first->kind == gap.kind && a.message == message; });
        AlikeGaps& group = same == groups.end() ? groups.emplace_back(AlikeGaps{&gap, std::move(message), {}}) : *same;
        group.subjects.push_back(gap.subject);
    }
    return groups;
}

std::size_t gap_lines(const std::vector<model::Gap>& gaps) { return alike_gaps(gaps).size(); }

Text subjects_text(const AlikeGaps& group) {
    std::vector<Text> named;
    for (std::size_t i = 0; i < std::min(kSubjectsNamed, group.subjects.size()); ++i)
        named.push_back(term(group.subjects[i]));
    const Text list = joined(named, ", ", ", ");
    if (group.subjects.size() == named.size()) return list;
    return text("{} and {} more", list, group.subjects.size() - named.size());
}

}  // namespace arable::report
