#include "kube/value.h"

#include <fmt/format.h>

#include <cmath>

namespace arable::kube {

const Value& Value::operator[](std::string_view key) const {
    static const Value kNull;
    const auto* object = std::get_if<Object>(&content_);
    if (object == nullptr) return kNull;
    for (const auto& [name, value] : *object) {
        if (name == key) return value;
    }
    return kNull;
}

std::span<const Value> Value::items() const {
    const auto* array = std::get_if<Array>(&content_);
    return array == nullptr ? std::span<const Value>() : std::span<const Value>(*array);
}

std::span<const std::pair<std::string, Value>> Value::members() const {
    const auto* object = std::get_if<Object>(&content_);
    if (object == nullptr) return {};
    return *object;
}

std::optional<bool> Value::boolean() const {
    const auto* value = std::get_if<bool>(&content_);
    return value == nullptr ? std::nullopt : std::optional<bool>(*value);
}

std::optional<std::int64_t> Value::integer() const {
    if (const auto* whole = std::get_if<std::int64_t>(&content_)) return *whole;
    const auto* real = std::get_if<double>(&content_);
    if (real == nullptr || *real != std::floor(*real) || std::abs(*real) > 9e15) return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::string Value::text() const {
    const auto* value = std::get_if<std::string>(&content_);
    return value == nullptr ? std::string() : *value;
}

std::string Value::scalar() const {
    if (const auto* value = std::get_if<std::string>(&content_)) return *value;
    if (const auto* whole = std::get_if<std::int64_t>(&content_)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&content_)) return fmt::format("{}", *real);
    return {};
}

}  // namespace arable::kube
