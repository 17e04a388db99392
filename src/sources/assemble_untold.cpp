// Step 9b: nodes whose holders no input can name in full, though some input lists pods (docs/decisions/0009).

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

// What is known of the pods of one cluster.
struct Listing {
    bool pictured = false;             // by a dump
    bool reported = false;             // by kube-state-metrics or a trace, which list all
    std::set<std::string> namespaces;  // of the dump
    std::set<std::string> labelled;    // of pods that only labels name
    std::set<std::string> nodes;       // on which a pod of the dump runs
    bool everywhere = false;           // it has pods of a DaemonSet, which run on every node
};

bool runs_everywhere(const PodFact& f) {
    return std::ranges::any_of(f.owners, [](const OwnerRef& o) { return o.kind == "DaemonSet"; });
}

std::map<std::string, Listing> listings(const Assembly& a) {
    std::map<std::string, Listing> out;
    for (const PodFact& f : a.facts.pods) {
        Listing& l = out[f.pod.cluster];
        if (!f.pictured) {
            l.reported = true;
            continue;
        }
        l.pictured = true;
        l.namespaces.insert(f.pod.ns);
        l.everywhere = l.everywhere || runs_everywhere(f);
        if (!f.node.empty()) l.nodes.insert(lowered(f.node));
    }
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i)
        if (!a.pod_origins[i].recorded) out[a.timeline.pods[i].cluster].labelled.insert(a.timeline.pods[i].ns);
    return out;
}

// Nodes where labels or allocation records name who holds which device.
std::set<model::NodeIx> named_nodes(const Assembly& a) {
    std::set<model::NodeIx> named;
    for (const model::Claim& c : a.timeline.claims)
        if (c.pod.known() && c.node.known() && c.source != model::ClaimSource::count) named.insert(c.node);
    for (const Card& card : a.cards) {
        bool owner = false;
        for (const std::uint32_t t : card.tracks) owner = owner || !a.facts.tracks[t].pod.name.empty();
        for (const model::GpuIx gpu : card.gpus)
            if (owner) named.insert(a.timeline.gpus[gpu.at()].node);
    }
    return named;
}

using NodesOfClusters = std::map<std::string, std::set<model::NodeIx>>;

void note_untold(Assembly& a, const NodesOfClusters& untold, std::int64_t gpus) {
    if (gpus == 0) return;
    std::size_t nodes = 0;
    for (const auto& [cluster, of_cluster] : untold) nodes += of_cluster.size();
    a.gap(model::Gap::Kind::unknown_owner, "pods",
          text("the dump of pods is not of all namespaces or nodes (see {} of the nodes with GPUs): idle GPUs there "
               "are unknown, not free; kubectl get pods --all-namespaces -o json gives all",
               nodes),
          gpus);
}

// Pods of one namespace can be all there are, or all that was asked for. Nothing tells, so GPUs stay free.
void note_doubt(Assembly& a, const std::map<std::string, Listing>& all) {
    for (const auto& [cluster, l] : all) {
        if (!l.pictured || l.reported || l.everywhere || l.namespaces.size() != 1) continue;
        if (!l.labelled.empty() && l.labelled != l.namespaces) continue;
        a.gap(model::Gap::Kind::assumption, "pods",
              text("the dump has pods of the namespace {} alone and none of a DaemonSet; it is taken as complete, "
                   "and GPUs that none of them holds as free; if not, kubectl get pods --all-namespaces -o json "
                   "gives all",
                   *l.namespaces.begin()),
              1);
    }
}

}  // namespace

void mark_untold(Assembly& a) {
    const std::map<std::string, Listing> all = listings(a);
    const std::set<model::NodeIx> named = named_nodes(a);
    NodesOfClusters untold;
    std::int64_t gpus = 0;
    for (const model::Gpu& gpu : a.timeline.gpus) {
        const auto listing = all.find(gpu.cluster);
        if (listing == all.end() || !gpu.node.known() || named.contains(gpu.node)) continue;
        const Listing& l = listing->second;
        if (!l.pictured || l.reported) continue;
        // Of some other namespace there are pods, or every node should have one: then the dump is not of all.
        const bool one = l.namespaces.size() == 1 && !l.labelled.empty() && l.labelled != l.namespaces;
        model::Node& node = a.timeline.nodes[gpu.node.at()];
        const bool lacking = l.everywhere && !l.nodes.contains(lowered(node.name));
        if (!one && !lacking) continue;
        node.holders_untold = true;
        untold[gpu.cluster].insert(gpu.node);
        ++gpus;
    }
    note_untold(a, untold, gpus);
    note_doubt(a, all);
}

}  // namespace arable::sources
