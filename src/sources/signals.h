#pragma once
// Gives diagnosis the numbers of one GPU, pod or node: all tracks of it merged, each quantity once.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/ids.h"
#include "model/quantity.h"
#include "series/reader.h"
#include "series/track_store.h"
#include "sources/facts.h"

namespace arable::sources {

// One track of a subject, as far as merging needs to know it.
struct SignalTrack {
    series::TrackRef track;
    model::Quantity quantity{};
    std::int32_t part = -1;    // MIG instance
    std::int64_t rank = 0;     // lower is finer
    std::uint32_t source = 0;  // tracks of different sources (containers, engines, links) are parts of one whole
};

struct SignalPlan {
    std::map<series::Subject, std::vector<SignalTrack>> tracks;
    std::map<series::Subject, IntervalSet> limits;  // samples outside are another subject's; absent: no limit
    Duration step;
};

// Reads from `store`, which must outlive it. At equal times one sample stays: the lowest rank, then the larger value;
// overlapping names are never added. Sources of one subject are added (counters, memory, requests) or the largest is
// taken (ratios, configuration). A signal of one sample has `step` as its median interval: it stands for one cell.
class MergedSignals final : public series::SignalReader {
  public:
    MergedSignals(const series::TrackStore& store, SignalPlan plan) : store_(store), plan_(std::move(plan)) {}
    Result<std::vector<series::Signal>> read(series::Subject subject) const override;
    // Whose numbers one of these tracks holds, and of what: the first by subject, then by quantity. Absent when nothing
    // reads them. O(tracks log wanted).
    std::optional<std::pair<series::Subject, model::Quantity>> first_of(std::vector<series::TrackRef> wanted) const;

  private:
    const series::TrackStore& store_;
    SignalPlan plan_;
};

}  // namespace arable::sources
