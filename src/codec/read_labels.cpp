#include "codec/read_labels.h"

#include <set>
#include <string>

#include "codec/well_known.h"

namespace arable::codec {
namespace {

struct Keys {
    std::set<std::string> of_nodes, of_pods;

    void add(const model::PlacementRules& rules) {
        for (const auto& [key, value] : rules.node_selector) of_nodes.insert(key);
        for (const model::LabelSelector& term : rules.node_affinity)
            for (const model::LabelRule& rule : term) of_nodes.insert(rule.key);
        for (const model::PodAffinityTerm& term : rules.pod_affinity) {
            of_nodes.insert(term.topology_key);
            for (const model::LabelRule& rule : term.selector) of_pods.insert(rule.key);
        }
        for (const model::SpreadRule& spread : rules.spread) {
            of_nodes.insert(spread.topology_key);
            for (const model::LabelRule& rule : spread.selector) of_pods.insert(rule.key);
        }
    }
};

}  // namespace

void drop_unread_labels(model::Timeline& timeline) {
    Keys keys;
    for (const model::Pod& pod : timeline.pods) keys.add(pod.spec.rules);
    for (const model::Gang& gang : timeline.gangs)
        for (const auto& [spec, count] : gang.templates) keys.add(spec.rules);
    for (model::Pod& pod : timeline.pods)
        std::erase_if(pod.labels, [&](const auto& label) { return !keys.of_pods.contains(label.first); });
    for (model::Node& node : timeline.nodes)
        std::erase_if(node.labels, [&](const auto& label) {
            return !keys.of_nodes.contains(label.first) && !label_rule(label.first).key_stays;
        });
}

}  // namespace arable::codec
