#pragma once
// Which MIG instances a card had, and when: from the samples of its instances and of the card as a whole.
//
// A change that is only known to lie between two samples is taken to be at the first sample of the new layout.

#include <string>
#include <vector>

#include "base/result.h"
#include "model/product.h"
#include "sources/assembly.h"

namespace arable::sources {

// A change of layout takes minutes: boundaries that are nearer are one change.
inline constexpr Duration kOneChange = minutes(10);

struct InstanceLife {
    int id = 0;
    std::string printed;
    Interval during;  // up to the first sample that shows the card without it, else just after its last own sample
};

struct MigHistory {
    std::vector<InstanceLife> lives;  // empty: no instance was ever sampled
    bool whole_before = false;        // the card was sampled as a whole before the first instance was
    bool whole_after = false;
};

// Reads the tracks of the quantity that most instances have; O(n log n) in its samples. Only the metrics in which
// instances are printed can show a card without them: other exporters print whole cards alone.
Result<MigHistory> mig_history(const Assembly& a, const Card& card);

// `seen`: when the card gave any sample at all. What MIG shows at its edges holds up to the edges of its presence,
// unless the card was sampled as a whole there. Spans have instances; between them the card was not cut.
std::vector<model::LayoutSpan> mig_spans(MigHistory history, const Interval& seen, const Interval& stay,
                                         const model::Product* product);

// The instance's profile and slices, by the product where it is known.
model::MigInstance resolve_instance(int id, const std::string& printed, const model::Product* product);

}  // namespace arable::sources
