#include "fit/labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arable::fit {
namespace {

std::optional<std::int64_t> whole_number(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool compares(const model::LabelRule& rule, const std::string& value) {
    if (rule.values.size() != 1) return false;
    const auto left = whole_number(value);
    const auto right = whole_number(rule.values.front());
    if (!left || !right) return false;
    return rule.op == "Gt" ? *left > *right : *left < *right;
}

}  // namespace

bool matches(const model::LabelRule& rule, const Labels& labels) {
    const auto at = labels.find(rule.key);
    const bool present = at != labels.end();
    if (rule.op == "Exists") return present;
    if (rule.op == "DoesNotExist") return !present;
    const bool listed = present && std::ranges::find(rule.values, at->second) != rule.values.end();
    if (rule.op == "In") return listed;
    if (rule.op == "NotIn") return !listed;
    if (rule.op == "Gt" || rule.op == "Lt") return present && compares(rule, at->second);
    return false;
}

bool matches(const model::LabelSelector& selector, const Labels& labels) {
    return std::ranges::all_of(selector, [&](const model::LabelRule& rule) { return matches(rule, labels); });
}

bool tolerates(const model::Toleration& toleration, const model::Taint& taint) {
    if (!toleration.effect.empty() && toleration.effect != taint.effect) return false;
    if (toleration.op == "Exists") return toleration.key.empty() || toleration.key == taint.key;
    return toleration.key == taint.key && toleration.value == taint.value;
}

const model::Taint* untolerated(std::span<const model::Taint> taints, std::span<const model::Toleration> tolerations) {
    for (const model::Taint& taint : taints) {
        if (taint.effect != "NoSchedule" && taint.effect != "NoExecute") continue;
        const bool covered =
            std::ranges::any_of(tolerations, [&](const model::Toleration& t) { return tolerates(t, taint); });
        if (!covered) return &taint;
    }
    return nullptr;
}

const std::string* topology_value(const model::Node& node, const std::string& key) {
    if (const auto at = node.labels.find(key); at != node.labels.end()) return &at->second;
    if (key == "kubernetes.io/hostname") return &node.name;
    if (key == "topology.kubernetes.io/zone" && !node.zone.empty()) return &node.zone;
    if (key == "topology.kubernetes.io/region" && !node.region.empty()) return &node.region;
    return nullptr;
}

bool names_device_kind(const std::string& key) {
    static constexpr std::array<std::string_view, 10> kKeys{
        "nvidia.com/gpu.product",
        "nvidia.com/gpu.family",
        "nvidia.com/gpu.memory",
        "nvidia.com/gpu.compute.major",
        "cloud.google.com/gke-accelerator",
        "karpenter.k8s.aws/instance-gpu-name",
        "karpenter.k8s.aws/instance-gpu-memory",
        "amd.com/gpu.product-name",
        "amd.com/gpu.family",
        "gpu.nvidia.com/model",
    };
    return std::ranges::find(kKeys, key) != kKeys.end();
}

}  // namespace arable::fit
