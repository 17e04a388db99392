#pragma once
// Where a pod may go: the part of its spec that the scheduler's filters read.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace arable::model {

struct Toleration {
    std::string key;  // "" with operator Exists: everything
    std::string op;   // "Equal" (default) or "Exists"
    std::string value;
    std::string effect;  // "" = all effects
};

// One term of matchExpressions: key op values; op is In, NotIn, Exists, DoesNotExist, Gt, Lt.
struct LabelRule {
    std::string key;
    std::string op;
    std::vector<std::string> values;
};

// matchLabels are LabelRules with In and one value.
using LabelSelector = std::vector<LabelRule>;

struct PodAffinityTerm {
    bool anti = false;
    std::string topology_key;
    LabelSelector selector;
    std::vector<std::string> namespaces;  // empty: the pod's own
};

struct SpreadRule {
    std::int64_t max_skew = 1;
    std::string topology_key;
    LabelSelector selector;
    bool hard = true;  // DoNotSchedule
};

struct PlacementRules {
    std::map<std::string, std::string> node_selector;
    std::vector<LabelSelector> node_affinity;  // required terms, ORed; empty = no rule
    std::vector<Toleration> tolerations;
    std::vector<PodAffinityTerm> pod_affinity;  // required terms only
    std::vector<SpreadRule> spread;
};

}  // namespace arable::model
