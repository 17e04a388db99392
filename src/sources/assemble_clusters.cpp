// Step 1b: the cluster of inputs that name none. Metrics often carry a cluster label, dumps of kubectl never do.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

// Each statement about a cluster, with the node and the namespace that stand beside it ("" when none does).
template <class Visit>
void visit_clusters(Facts& f, Visit visit) {
    for (NodeFact& x : f.nodes) visit(x.node.cluster, x.node.name, "");
    for (GpuFact& x : f.gpus) visit(x.key.cluster, x.key.node, "");
    for (PodFact& x : f.pods) visit(x.pod.cluster, x.node, x.pod.ns);
    for (OwnerFact& x : f.owners) visit(x.cluster, "", x.ns);
    for (GangFact& x : f.gangs) visit(x.gang.cluster, "", x.gang.ns);
    for (model::Quota& x : f.quotas) visit(x.cluster, "", x.ns);
    for (LocalQueueFact& x : f.local_queues) visit(x.cluster, "", x.ns);
    for (auto& [cluster, queue] : f.strict_queues) visit(cluster, "", "");
    for (ClaimFact& x : f.claims) {
        const std::string node = x.gpu.cluster.empty() ? x.gpu.node : std::string();
        visit(x.gpu.cluster, x.gpu.node, "");
        visit(x.pod.cluster, node, x.pod.ns);
    }
    for (TrackFact& x : f.tracks) {
        visit(x.gpu.cluster, x.of == TrackOf::node ? x.node : x.gpu.node, "");
        visit(x.pod.cluster, "", x.pod.ns);
    }
}

// Which cluster a name means: the only one that is told of it.
class Meanings {
  public:
    void learn(const std::string& name, const std::string& cluster) {
        if (!name.empty() && !cluster.empty()) of_[name].insert(cluster);
    }
    std::string find(const std::string& name) const {
        const auto at = of_.find(name);
        return name.empty() || at == of_.end() || at->second.size() != 1 ? std::string() : *at->second.begin();
    }

    bool is_of_several(const std::string& name) const {
        const auto at = of_.find(name);
        return at != of_.end() && at->second.size() > 1;
    }

  private:
    std::map<std::string, std::set<std::string>> of_;
};

void share_name(std::string& a, std::string& b) {
    if (a.empty()) a = b;
    if (b.empty()) b = a;
}

// One pod is in one cluster, whoever shows it.
void name_by_uids(Facts& facts, Meanings& nodes) {
    Meanings uids;
    for (const PodFact& f : facts.pods) uids.learn(f.pod.uid, f.pod.cluster);
    for (PodFact& f : facts.pods) {
        if (!f.pod.cluster.empty()) continue;
        f.pod.cluster = uids.find(f.pod.uid);
        nodes.learn(lowered(f.node), f.pod.cluster);
    }
}

// Two clusters have a node of this name, and nothing says of which of them an unnamed input speaks: as a third one's
// its cards would be counted once more.
void leave_out_ambiguous(Facts& facts, const Meanings& nodes) {
    std::set<std::string> names;
    const auto unclear = [&](const std::string& cluster, const std::string& node) {
        if (!cluster.empty() || !nodes.is_of_several(lowered(node))) return false;
        names.insert(lowered(node));
        return true;
    };
    std::erase_if(facts.nodes, [&](const NodeFact& f) { return unclear(f.node.cluster, f.node.name); });
    std::erase_if(facts.gpus, [&](const GpuFact& f) { return unclear(f.key.cluster, f.key.node); });
    std::erase_if(facts.pods, [&](const PodFact& f) { return unclear(f.pod.cluster, f.node); });
    std::erase_if(facts.claims, [&](const ClaimFact& f) { return unclear(f.gpu.cluster, f.gpu.node); });
    std::erase_if(facts.tracks, [&](const TrackFact& f) {
        return unclear(f.gpu.cluster, f.of == TrackOf::node ? f.node : f.gpu.node);
    });
    if (names.empty()) return;
    const bool others = std::ranges::any_of(facts.nodes, [](const NodeFact& f) { return f.node.cluster.empty(); });
    if (!others) std::erase_if(facts.pods, [](const PodFact& f) { return f.pod.cluster.empty() && f.node.empty(); });
    facts.gaps.push_back(
        {.kind = model::Gap::Kind::conflict,
         .subject = "clusters",
         .message = text("several clusters have a node called {}, and an input names none of them: what "
                         "it says of such nodes is left out; --cluster names its cluster",
                         *names.begin()),
         .count = static_cast<std::int64_t>(names.size()),
         .gpu_time = {}});
}

// Several clusters are named: those without a name are where their node is, else where their namespace's pods are,
// else where all of these are.
void name_by_nodes(Facts& facts) {
    for (ClaimFact& f : facts.claims) share_name(f.gpu.cluster, f.pod.cluster);
    for (TrackFact& f : facts.tracks) share_name(f.gpu.cluster, f.pod.cluster);
    Meanings nodes;
    visit_clusters(facts, [&](const std::string& cluster, const std::string& node, const std::string&) {
        nodes.learn(lowered(node), cluster);
    });
    name_by_uids(facts, nodes);
    Meanings namespaces;
    std::set<std::string> met;
    visit_clusters(facts, [&](const std::string& cluster, const std::string& node, const std::string& ns) {
        const std::string at = cluster.empty() ? nodes.find(lowered(node)) : std::string();
        if (at.empty()) return;
        met.insert(at);
        namespaces.learn(ns, at);
    });
    leave_out_ambiguous(facts, nodes);
    if (met.empty()) return;
    const std::string rest = met.size() == 1 ? *met.begin() : std::string();
    visit_clusters(facts, [&](std::string& cluster, const std::string& node, const std::string& ns) {
        if (cluster.empty()) cluster = nodes.find(lowered(node));
        if (cluster.empty()) cluster = namespaces.find(ns);
        if (cluster.empty()) cluster = rest;
    });
    std::vector<Text> names;
    for (const std::string& cluster : met) names.emplace_back(cluster);
    facts.gaps.push_back({.kind = model::Gap::Kind::assumption,
                          .subject = "clusters",
                          .message = text("inputs that name no cluster are taken as of {}, where metrics know their "
                                          "nodes; --cluster names it",
                                          joined(names, ", ", ", ")),
                          .count = 1,
                          .gpu_time = {}});
}

}  // namespace

// The only cluster that is named, else the one that the caller names, else the one that knows their nodes.
void name_clusters(Facts& facts, const std::string& fallback) {
    std::set<std::string> named;
    bool unnamed = false;
    visit_clusters(facts, [&](const std::string& cluster, const std::string&, const std::string&) {
        if (cluster.empty()) unnamed = true;
        if (!cluster.empty()) named.insert(cluster);
    });
    if (!unnamed) return;
    const std::string name = named.size() == 1 ? *named.begin() : fallback;
    if (name.empty()) {
        if (named.size() > 1) name_by_nodes(facts);
        return;
    }
    visit_clusters(facts, [&](std::string& cluster, const std::string&, const std::string&) {
        if (cluster.empty()) cluster = name;
    });
}

}  // namespace arable::sources
