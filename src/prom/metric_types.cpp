#include "prom/metric_types.h"

#include <array>
#include <utility>

namespace arable::prom {

using series::MetricType;

std::optional<MetricType> parse_type(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, MetricType>, 9> kWords{{
        {"counter", MetricType::counter},
        {"gauge", MetricType::gauge},
        {"histogram", MetricType::histogram},
        {"gaugehistogram", MetricType::histogram},
        {"summary", MetricType::summary},
        {"info", MetricType::info},
        {"stateset", MetricType::stateset},
        {"unknown", MetricType::unknown},
        {"untyped", MetricType::unknown},
    }};
    for (const auto& [name, type] : kWords) {
        if (name == word) return type;
    }
    return std::nullopt;
}

void MetricTypes::declare(std::string_view family, MetricType type) {
    const auto known = known_.find(family);
    if (known != known_.end() && known->second == type) return;
    tell(std::string(family), type);
    if (type == MetricType::counter && !family.ends_with("_total")) tell(std::string(family) + "_total", type);
    if (type == MetricType::info && !family.ends_with("_info")) tell(std::string(family) + "_info", type);
}

void MetricTypes::tell(std::string name, MetricType type) {
    sink_.declare_type(name, type);
    if (known_.size() < kMost) known_[std::move(name)] = type;
}

bool MetricTypes::is_creation_time(std::string_view metric) const {
    constexpr std::string_view kSuffix = "_created";
    if (!metric.ends_with(kSuffix)) return false;
    const std::string base(metric.substr(0, metric.size() - kSuffix.size()));
    for (const auto& name : {base, base + "_total"}) {
        const auto known = known_.find(name);
        if (known == known_.end()) continue;
        const MetricType type = known->second;
        if (type == MetricType::counter || type == MetricType::histogram || type == MetricType::summary) return true;
    }
    return false;
}

}  // namespace arable::prom
