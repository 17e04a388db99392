#pragma once
// Gaps that say the same of several subjects stand together.

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/gap.h"

namespace arable::report {

struct AlikeGaps {
    const model::Gap* first = nullptr;
    std::string message;  // in English, to compare by
    std::vector<std::string_view> subjects;
};

// In order of the first of each kind and message; views into `gaps`. O(gaps x groups).
std::vector<AlikeGaps> alike_gaps(const std::vector<model::Gap>& gaps);
// "n1, n2 and 7 more".
Text subjects_text(const AlikeGaps& group);

// How many lines they make.
std::size_t gap_lines(const std::vector<model::Gap>& gaps);

}  // namespace arable::report
