#include "fit/neighbours.h"

#include <algorithm>
#include <map>
#include <string>

#include "fit/labels.h"

namespace arable::fit {
namespace {

bool selects(const model::PodAffinityTerm& term, const std::string& own_ns, const model::Pod& other) {
    const bool here = term.namespaces.empty() ? other.ns == own_ns
                                              : std::ranges::find(term.namespaces, other.ns) != term.namespaces.end();
    return here && matches(term.selector, other.labels);
}

template <class Visit>
void each_pod(std::span<const NodeRoom> rooms, const Seated& seated, Visit visit) {
    for (const NodeRoom& room : rooms) {
        for (const model::Pod* pod : room.residents) visit(*pod, *room.node);
    }
    for (const auto& [pod, at] : seated) visit(*pod, *rooms[at].node);
}

bool same_topology(const model::Node& a, const model::Node& b, const std::string& key) {
    const std::string* left = topology_value(a, key);
    const std::string* right = topology_value(b, key);
    return left != nullptr && right != nullptr && *left == *right && a.cluster == b.cluster;
}

bool term_holds(const model::Pod& pod, const model::PodAffinityTerm& term, std::span<const NodeRoom> rooms,
                const model::Node& node, const Seated& seated) {
    bool beside = false;
    bool anywhere = false;
    each_pod(rooms, seated, [&](const model::Pod& other, const model::Node& where) {
        if (&other == &pod || !selects(term, pod.ns, other)) return;
        anywhere = true;
        if (same_topology(node, where, term.topology_key)) beside = true;
    });
    if (term.anti) return !beside;
    if (topology_value(node, term.topology_key) == nullptr) return false;
    // The first pod of a group that selects itself may start anywhere.
    return beside || (!anywhere && selects(term, pod.ns, pod));
}

bool rejected_by_others(const model::Pod& pod, std::span<const NodeRoom> rooms, const model::Node& node,
                        const Seated& seated) {
    bool rejected = false;
    each_pod(rooms, seated, [&](const model::Pod& other, const model::Node& where) {
        for (const model::PodAffinityTerm& term : other.spec.rules.pod_affinity) {
            if (!term.anti || &other == &pod || !selects(term, other.ns, pod)) continue;
            if (same_topology(node, where, term.topology_key)) rejected = true;
        }
    });
    return rejected;
}

std::int64_t skew_over(const model::Pod& pod, const model::SpreadRule& rule, std::span<const NodeRoom> rooms,
                       const std::string& value, const Seated& seated) {
    std::map<std::string, std::int64_t> counts;
    for (const NodeRoom& room : rooms) {
        if (const std::string* domain = topology_value(*room.node, rule.topology_key)) counts.try_emplace(*domain, 0);
    }
    each_pod(rooms, seated, [&](const model::Pod& other, const model::Node& where) {
        const std::string* domain = topology_value(where, rule.topology_key);
        if (domain != nullptr && other.ns == pod.ns && matches(rule.selector, other.labels)) ++counts[*domain];
    });
    std::int64_t least = INT64_MAX;
    for (const auto& [domain, n] : counts) least = std::min(least, n);
    const std::int64_t own = matches(rule.selector, pod.labels) ? 1 : 0;
    return counts[value] + own - least - rule.max_skew;
}

}  // namespace

bool looks_at_neighbours(const model::PodSpec& spec) {
    return !spec.rules.pod_affinity.empty() ||
           std::ranges::any_of(spec.rules.spread, [](const model::SpreadRule& rule) { return rule.hard; });
}

std::optional<Obstacle> neighbour_obstacle(const model::Pod& pod, std::span<const NodeRoom> rooms, std::size_t at,
                                           const Seated& seated) {
    const model::Node& node = *rooms[at].node;
    for (const model::PodAffinityTerm& term : pod.spec.rules.pod_affinity) {
        if (term_holds(pod, term, rooms, node, seated)) continue;
        return Obstacle{.kind = term.anti ? ObstacleKind::pod_anti : ObstacleKind::pod_affinity,
                        .detail = term.topology_key};
    }
    if (rejected_by_others(pod, rooms, node, seated)) {
        return Obstacle{.kind = ObstacleKind::pod_anti, .detail = ""};
    }
    for (const model::SpreadRule& rule : pod.spec.rules.spread) {
        if (!rule.hard) continue;
        const std::string* value = topology_value(node, rule.topology_key);
        const std::int64_t over = value == nullptr ? 1 : skew_over(pod, rule, rooms, *value, seated);
        if (over <= 0) continue;
        return Obstacle{.kind = ObstacleKind::spread, .detail = rule.topology_key, .short_by = over};
    }
    return std::nullopt;
}

}  // namespace arable::fit
