// Step 2b: cards that an input knows by their number and their pod alone (CloudWatch's series of pods and containers)
// are on the pod's node. Where nobody says on which node the pod ran, they are left out: a number without a node would
// make one card of many, and count cards a second time that the node's own series show.

#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "sources/assembly.h"
#include "sources/series_keys.h"

namespace arable::sources {
namespace {

using PodName = std::pair<std::string, std::string>;  // cluster, "namespace/name"

// The node of each pod name; "" when pods of that name ran on several.
std::map<PodName, std::string> nodes_of_pods(const Facts& facts) {
    std::map<PodName, std::string> nodes;
    for (const PodFact& f : facts.pods) {
        if (f.node.empty()) continue;
        const auto [at, fresh] = nodes.try_emplace({f.pod.cluster, f.pod.ns + "/" + f.pod.name}, f.node);
        if (!fresh && at->second != f.node) at->second.clear();
    }
    return nodes;
}

class Placing {
  public:
    explicit Placing(const Facts& facts) : nodes_(nodes_of_pods(facts)) {}

    // False: nobody says where it is.
    bool place(GpuKey& key) {
        if (!key.node.empty() || !key.exporter.starts_with(kOfPod)) return true;
        const PodName pod{key.cluster, key.exporter.substr(kOfPod.size())};
        const auto node = nodes_.find(pod);
        if (node == nodes_.end() || node->second.empty()) {
            lost_.insert(pod);
            return false;
        }
        key.node = node->second;
        key.exporter.clear();
        return true;
    }
    const std::set<PodName>& lost() const { return lost_; }

  private:
    std::map<PodName, std::string> nodes_;
    std::set<PodName> lost_;
};

}  // namespace

void place_by_pods(Assembly& a) {
    Placing placing(a.facts);
    std::erase_if(a.facts.gpus, [&](GpuFact& f) { return !placing.place(f.key); });
    std::erase_if(a.facts.claims, [&](ClaimFact& f) { return !placing.place(f.gpu); });
    std::erase_if(a.facts.tracks, [&](TrackFact& f) { return f.of == TrackOf::gpu && !placing.place(f.gpu); });
    if (placing.lost().empty()) return;
    const auto& first = *placing.lost().begin();
    a.gap(model::Gap::Kind::unknown_owner, "CloudWatch",
          text("the series of {} pods ({}, …) name a card's number but no node, and no input says where the pods "
               "ran: they are left out; kubectl get pods -A -o json > pods.json, then --objects pods.json",
               placing.lost().size(), first.second),
          static_cast<std::int64_t>(placing.lost().size()));
}

}  // namespace arable::sources
