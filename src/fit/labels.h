#pragma once
// Label selectors, tolerations and topology values, as the scheduler's filters read them.

#include <map>
#include <span>
#include <string>

#include "model/node.h"
#include "model/placement.h"

namespace arable::fit {

using Labels = std::map<std::string, std::string>;

// One expression: In, NotIn, Exists, DoesNotExist, Gt, Lt. NotIn holds when the key is absent; Gt and Lt compare
// integers and fail on anything else. An operator that is not known matches nothing.
bool matches(const model::LabelRule& rule, const Labels& labels);
// All expressions together. An empty selector matches everything.
bool matches(const model::LabelSelector& selector, const Labels& labels);

// Whether a toleration covers this taint (key "" with Exists covers all; effect "" covers all effects).
bool tolerates(const model::Toleration& toleration, const model::Taint& taint);
// The first taint with effect NoSchedule or NoExecute that nothing tolerates; nullptr: none.
const model::Taint* untolerated(std::span<const model::Taint> taints, std::span<const model::Toleration> tolerations);

// A node's value under a topology key; nullptr when it has none. "kubernetes.io/hostname" falls back to the name, zone
// and region keys to what the node's own fields say.
const std::string* topology_value(const model::Node& node, const std::string& key);

// Selector keys that name the kind of device: a pod that sets one accepts only that kind, so no what-if relaxes it.
bool names_device_kind(const std::string& key);

}  // namespace arable::fit
