#pragma once
// Fields that many kinds share, out of a Value. Inside this room only.

#include <optional>
#include <string>
#include <vector>

#include "kube/objects.h"
#include "kube/value.h"

namespace arable::kube {

// Collects what is wrong, and the latest time seen.
class Reading {
  public:
    explicit Reading(Objects& into) : into_(into) {}
    void begin(const Value& object);
    // RFC 3339; absent when the field is absent or null; a problem when it is neither.
    std::optional<Time> time(const Value& value, const char* field);
    void problem(const std::string& what);

  private:
    Objects& into_;
    std::string subject_;
};

Texts texts(const Value& object);  // string and number members
std::vector<std::string> strings(const Value& array);
Meta meta_of(const Value& object, Reading& reading);
std::vector<Condition> conditions_of(const Value& status, Reading& reading);
std::vector<Expression> selector_of(const Value& label_selector);
// spec: a pod's spec; status may be null (a template).
Pod pod_of(const Value& object, Reading& reading);

void add_queueing(Objects& into, const std::string& kind, const Value& object, Reading& reading);
void add_devices(Objects& into, const std::string& kind, const Value& object, Reading& reading);

}  // namespace arable::kube
