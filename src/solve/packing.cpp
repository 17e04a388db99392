#include "solve/packing.h"

#include "solve/wide.h"

namespace arable::solve {

std::string_view name(LeftReason reason) {
    switch (reason) {
        case LeftReason::no_type:
            return "no bin type is allowed";
        case LeftReason::too_large:
            return "needs more than any allowed bin has";
        case LeftReason::limit:
            return "all allowed bins are in use";
        case LeftReason::not_worthwhile:
            return "costs more than leaving it out";
    }
    return "";
}

std::vector<std::int64_t> bins_by_type(const PackProblem& problem, const Packing& packing) {
    std::vector<std::int64_t> counts(problem.types.size(), 0);
    for (const PackedBin& bin : packing.bins) counts[bin.type] += bin.copies;
    return counts;
}

std::int64_t gap_millionths(const Packing& packing) {
    const Wide total = Wide{packing.cost} + packing.skip_cost;
    const Wide gap = total - packing.bound;
    return gap <= 0 ? 0 : static_cast<std::int64_t>((gap * 1'000'000 + total - 1) / total);
}

}  // namespace arable::solve
