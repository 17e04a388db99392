#pragma once
// What all kinds of objects share.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"

namespace arable::kube {

using Texts = std::map<std::string, std::string>;

struct OwnerReference {
    std::string kind, name, uid;
    bool controller = false;
};

struct Meta {
    std::string ns, name, uid;
    std::optional<Time> created;
    Texts labels, annotations;
    std::vector<OwnerReference> owners;  // the controller first
};

struct Condition {
    std::string type, status, reason, message;
    std::optional<Time> transition;
};

// How many times of objects are of one day, and which is the latest.
struct TimesOfDay {
    std::int64_t count = 0;
    std::optional<Time> latest;
    std::string subject;  // "Pod ml/train", of the latest
};

}  // namespace arable::kube
