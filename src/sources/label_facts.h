#pragma once
// What labels say of nodes and pods: one table, whether a dump carries them or kube-state-metrics. Every label that is
// read here stands in state_series.cpp too, which knows how kube-state-metrics spells it.

#include <map>
#include <string>

#include "model/node.h"

namespace arable::sources {

using LabelMap = std::map<std::string, std::string>;  // as Kubernetes spells them

// Pool, instance type, region, zone, capacity type and physical GPUs out of node.labels; "" / unchanged when no label
// says so. Clouds write SPOT, spot, ON_DEMAND, regular: one spelling for prices.
void read_node_labels(model::Node& node);

// The group that a pod only works with; "" when none is named. Labels come before annotations of one key. Each group
// of a LeaderWorkerSet starts on its own: "name-3".
struct GangName {
    std::string kind;
    std::string name;
};
GangName gang_of(const LabelMap& labels, const LabelMap& annotations);

// The batch queue that a pod names, as it names it; "" when it names none.
std::string queue_of(const LabelMap& labels, const LabelMap& annotations);

}  // namespace arable::sources
