#pragma once
// The steps that turn collected tracks into Facts, in the order in which MetricIngest takes them: later steps read the
// nodes and pods that earlier ones found.

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "sources/facts.h"
#include "sources/metric_track.h"

namespace arable::sources {

struct Collected {
    std::vector<const MetricTrack*> tracks;  // sorted by what they are, so that nothing depends on arrival
    std::span<const SeriesKeys> keys;
    const series::TrackStore& store;  // sealed
    std::string source_name;

    const SeriesKeys& keys_of(const MetricTrack& track) const { return keys[track.keys]; }
};

// kube-state-metrics: nodes with presence, readiness, cordons, resources, labels, taints.
Result<Done> add_node_facts(const Collected& all, Facts& facts);
// kube-state-metrics: pods with times, phase, requests and waits.
void add_pod_facts(const Collected& all, Facts& facts);
// Owners of owners, replica counts, quotas.
void add_owner_facts(const Collected& all, Facts& facts);
// Every numeric track with its subject; GPUs with product, memory and MIG layouts.
Result<Done> add_track_facts(const Collected& all, Facts& facts);
// What was left out, by metric and reason.
void add_reading_gaps(const Collected& all, Facts& facts);

}  // namespace arable::sources
