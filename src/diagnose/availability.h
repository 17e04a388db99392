#pragma once
// Whether a pod could start on a card at all: asked before whether anyone wants it.

#include <vector>

#include "diagnose/detector_limits.h"
#include "model/timeline.h"

namespace arable::diagnose {

// When the card itself could not be used: lost or unhealthy, or its node not ready. Inside `present`; sorted.
IntervalSet broken_times(const model::Gpu& gpu, const model::Timeline& timeline, const IntervalSet& present);

// A time in which a node could start no GPU pod, though it was ready: one lost card can keep the plugin from listing
// the others, and a node that offers nothing starts nothing.
struct Refusal {
    model::NodeIx node;
    Interval during;
    std::vector<model::PodIx> pods;  // that the node refused in it, sorted; empty: it offered no device when last seen
};

// Sorted by node, then time; disjoint on a node. Evidence is needed: pods that were bound to the node and refused for
// its devices, with no GPU pod started there since, while fewer devices were allocatable than the node has, or again
// and again (`limits.refused_pods`, each at most `limits.refused_apart` after the one before). A stretch begins with
// the loss of a card there if no GPU pod started between that and the first refusal, else with the first refusal; it
// ends when a GPU pod starts, else with the node while fewer devices are allocatable than it has, else with the last
// refusal. A node with devices of which none was allocatable when last seen starts nothing since a GPU pod last held
// one there. O(pods log pods + GPUs).
std::vector<Refusal> refusals(const model::Timeline& timeline, const NodeLimits& limits);

// By NodeIx: the times of all refusals.
std::vector<IntervalSet> refusing_times(const model::Timeline& timeline, const std::vector<Refusal>& refusals);

}  // namespace arable::diagnose
