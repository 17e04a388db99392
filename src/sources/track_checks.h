#pragma once
// Checks that need more than one sample or series: readings that the rest of the input shows to be none.

#include <deque>
#include <set>
#include <vector>

#include "base/result.h"
#include "sources/cards_seen.h"
#include "sources/metric_facts.h"

namespace arable::sources {

// Kept in a deque: there are very many, and a vector that grows holds them twice.
struct SeenTrack {
    const MetricTrack* track = nullptr;
    bool replica_label = false;
    TrackFact fact;
};

// Tracks of metrics that are declared a ratio and were above 1.5 again and again: printed in another scale than
// declared, so nothing of that metric from that exporter is used; from nobody in the cluster when every tenth track of
// it is such. One gap a metric.
std::set<const MetricTrack*> scale_conflicts(const Collected& all, std::vector<model::Gap>& gaps);

// Fields without a meaning on a MIG GPU, printed for the whole card: dropped where they lie in its MIG time.
void drop_where_mig(const CardsSeen& cards, std::deque<SeenTrack>& tracks, std::vector<model::Gap>& gaps);

// dcgm-exporter with virtual GPUs prints utilisation and memory per process for each sharing pod since 2026, and before
// that the card's value for each. Values that differ at one time are shares: marked per_process.
Result<Done> mark_per_process(const series::TrackStore& store, std::deque<SeenTrack>& tracks);

// KV cache use above what the running requests can fill, running x max_model_len / (blocks x tokens a block), is a
// broken reading (vllm#20302): the track is dropped, the gap names both numbers.
Result<Done> drop_impossible_cache_use(const series::TrackStore& store, std::deque<SeenTrack>& tracks,
                                       std::vector<model::Gap>& gaps);

}  // namespace arable::sources
