#pragma once
// One Kubernetes object each, as JSON text.

#include <string>
#include <vector>

#include "estate/estate.h"

namespace arable::estate {

// `now`: when the dump was made.
std::string node_object(const Node& node, Time now);
std::string claim_object(const Node& node);  // Karpenter NodeClaim
std::string pod_object(const Estate& estate, const Pod& pod);
// The workload and what stands between it and its pods (ReplicaSet).
std::vector<std::string> workload_objects(const Estate& estate, const Workload& workload);
std::string quota_object(const Quota& quota);
std::string gang_object(const Gang& gang);  // PodGroup
// The ClusterPolicy and the device plugin's ConfigMap that share the cards of the nodes.
std::vector<std::string> sharing_objects(const Estate& estate);

}  // namespace arable::estate
