#pragma once
// The fold of one GPU.

#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "diagnose/folded.h"
#include "diagnose/placed_claims.h"
#include "diagnose/policy.h"
#include "model/timeline.h"
#include "series/reader.h"

namespace arable::diagnose {

// Like Folded, for one GPU; lanes count from 0.
struct FoldedCard {
    std::vector<Lane> lanes;
    std::vector<Run> runs;
    std::vector<HourShare> hours;
    std::vector<ClaimProfile> profiles;
    std::int64_t presence_ms = 0, unusable_ms = 0, unknown_ms = 0;
    std::vector<std::pair<std::int32_t, std::int64_t>> unusable_hours;  // hour -> part of unusable_ms
    Duration sample_interval;
    std::optional<Interval> sampled;
    std::vector<bool> quantity_seen;
    std::optional<StuckCard> stuck;
    std::vector<model::Gap> gaps;
};

// `refusing`: by NodeIx, as availability.h gives it.
Result<FoldedCard> fold_card(model::GpuIx ix, const model::Timeline& timeline, const PlacedClaims& placed,
                             const std::vector<IntervalSet>& refusing, const series::SignalReader& signals,
                             const Policy& policy);

}  // namespace arable::diagnose
