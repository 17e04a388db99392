#include "fit/obstacle.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "fit/labels.h"

namespace arable::fit {
namespace {

constexpr std::array<std::string_view, 13> kNames{
    "not-ready", "product",      "devices",           "cpu",   "memory", "slots", "cordoned", "taint", "selector",
    "affinity",  "pod-affinity", "pod-anti-affinity", "spread"};

// Node affinity, once for the rules that name the kind of device and once for the others. Terms are ORed: the kind
// rules of a term hold if no rule of that sort in it fails.
bool affinity_holds(const model::PodSpec& spec, const Labels& labels, bool kind_rules) {
    const auto& terms = spec.rules.node_affinity;
    if (terms.empty()) return true;
    return std::ranges::any_of(terms, [&](const model::LabelSelector& term) {
        return std::ranges::all_of(term, [&](const model::LabelRule& rule) {
            return names_device_kind(rule.key) != kind_rules || matches(rule, labels);
        });
    });
}

}  // namespace

std::string_view name(ObstacleKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

ObstacleClass class_of(ObstacleKind kind) {
    switch (kind) {
        case ObstacleKind::not_ready:
        case ObstacleKind::product:
            return ObstacleClass::hard;
        case ObstacleKind::devices:
            return ObstacleClass::devices;
        case ObstacleKind::cpu:
        case ObstacleKind::memory:
        case ObstacleKind::slots:
            return ObstacleClass::room;
        default:
            return ObstacleClass::policy;
    }
}

std::vector<Obstacle> standing_obstacles(const model::PodSpec& spec, const model::Node& node) {
    std::vector<Obstacle> found;
    if (!spec.spec_known) return found;
    std::vector<Obstacle> selectors;
    for (const auto& [key, value] : spec.rules.node_selector) {
        if (matches(model::LabelRule{.key = key, .op = "In", .values = {value}}, node.labels)) continue;
        const auto kind = names_device_kind(key) ? ObstacleKind::product : ObstacleKind::selector;
        selectors.push_back({.kind = kind, .detail = fmt::format("{}={}", key, value)});
    }
    if (!affinity_holds(spec, node.labels, true)) {
        selectors.push_back({.kind = ObstacleKind::product, .detail = "node affinity names another kind of device"});
    }
    if (const model::Taint* taint = untolerated(node.taints, spec.rules.tolerations)) {
        found.push_back(
            {.kind = ObstacleKind::taint, .detail = fmt::format("{}={}:{}", taint->key, taint->value, taint->effect)});
    }
    if (!affinity_holds(spec, node.labels, false)) {
        found.push_back({.kind = ObstacleKind::affinity, .detail = "required node affinity"});
    }
    found.insert(found.end(), selectors.begin(), selectors.end());
    std::ranges::stable_sort(found, {}, &Obstacle::kind);
    return found;
}

std::vector<Gate> gates(const model::PodSpec& spec, std::span<const model::Node* const> nodes) {
    std::vector<Gate> result(nodes.size());
    if (!spec.spec_known) return result;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const Obstacle& obstacle : standing_obstacles(spec, *nodes[i])) {
            (obstacle.kind == ObstacleKind::product ? result[i].kind_ok : result[i].policy_ok) = false;
        }
    }
    return result;
}

}  // namespace arable::fit
