// What was named and could not be read: said before all else, since every figure below lacks it.
#include <algorithm>

#include "report/figures.h"
#include "report/headline.h"

namespace arable::report {
namespace {

constexpr std::size_t kInputsNamed = 3;

// Some reasons name the file themselves.
Text told(const model::Gap& gap) {
    if (gap.subject.empty() || gap.message.english().find(gap.subject) != std::string::npos) return gap.message;
    return text("{}: {}", gap.subject, gap.message);
}

}  // namespace

Text lost_inputs_text(const diagnose::Audit& audit) {
    const std::vector<const model::Gap*> lost = model::lost_inputs(audit.gaps);
    if (lost.empty()) return {};
    std::vector<Text> named;
    for (std::size_t i = 0; i < std::min(kInputsNamed, lost.size()); ++i) named.push_back(told(*lost[i]));
    const auto unread = static_cast<std::int64_t>(lost.size());
    const Text inputs = plural(std::max(audit.inputs_named, unread), "{} input", "{} inputs");
    const Text list = joined(named, text("; "), text("; "));
    return lost.size() > named.size()
               ? text("{} of {} could not be read: {}; {} more", unread, inputs, list, lost.size() - named.size())
               : text("{} of {} could not be read: {}", unread, inputs, list);
}

}  // namespace arable::report
