#include "model/gap.h"

namespace arable::model {

std::string_view name(Gap::Kind kind) {
    switch (kind) {
        case Gap::Kind::unreadable:
            return "unreadable";
        case Gap::Kind::truncated:
            return "truncated";
        case Gap::Kind::missing_samples:
            return "missing-samples";
        case Gap::Kind::missing_metric:
            return "missing-metric";
        case Gap::Kind::unknown_metric:
            return "unknown-metric";
        case Gap::Kind::unknown_product:
            return "unknown-product";
        case Gap::Kind::unknown_owner:
            return "unknown-owner";
        case Gap::Kind::broken_reading:
            return "broken-reading";
        case Gap::Kind::duplicate:
            return "duplicate";
        case Gap::Kind::conflict:
            return "conflict";
        case Gap::Kind::too_short:
            return "too-short";
        case Gap::Kind::assumption:
            return "assumption";
        case Gap::Kind::lost_input:
            return "unreadable-input";
    }
    return "unreadable";
}

std::vector<const Gap*> lost_inputs(const std::vector<Gap>& gaps) {
    std::vector<const Gap*> lost;
    for (const Gap& gap : gaps)
        if (gap.kind == Gap::Kind::lost_input) lost.push_back(&gap);
    return lost;
}

}  // namespace arable::model
