#pragma once
// A JSON or YAML value as a tree. Asking for something that is not there, or is of another type, gives an absent
// answer, never an exception and never zero: objects come from outside.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace arable::kube {

class Value {
  public:
    using Array = std::vector<Value>;
    using Object = std::vector<std::pair<std::string, Value>>;  // in the order of the text
    using Content = std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object>;

    Value() = default;
    explicit Value(Content content) : content_(std::move(content)) {}

    bool is_null() const { return std::holds_alternative<std::monostate>(content_); }
    bool is_object() const { return std::holds_alternative<Object>(content_); }

    // The member, or a null value. The first one counts when a key repeats. O(members).
    const Value& operator[](std::string_view key) const;
    // Elements of an array, members of an object; empty for everything else.
    std::span<const Value> items() const;
    std::span<const std::pair<std::string, Value>> members() const;

    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer() const;
    // The string; "" when this is none.
    std::string text() const;
    // A string or a number as text ("2" for 2, "500m"): how Kubernetes writes quantities. "" for everything else.
    std::string scalar() const;

  private:
    Content content_;
};

}  // namespace arable::kube
