#pragma once
// What the series of one exporter say together: whether the pod in their labels is the exporter itself, which card a
// bare UUID is, which pod an address belongs to.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sources/metric_facts.h"

namespace arable::sources {

class Exporters {
  public:
    // Reads keys and the pods found so far. O(n log n).
    Exporters(const Collected& all, const Facts& facts);

    // The card, with what other series of the same exporter say of it.
    GpuKey card(const SeriesKeys& keys) const;
    std::string product(const SeriesKeys& keys) const;
    // The owner label and its container; name "" when there is none or only the exporter's own (facts: owner labels
    // come in the order exported_*, pod/namespace unless they are the exporter's, DRA claim).
    PodKey owner(const SeriesKeys& keys) const;
    std::string owner_container(const SeriesKeys& keys) const;
    // The pod of a server: its labels, else the pod at the target's address.
    PodKey server(const SeriesKeys& keys) const;
    // The node of a node exporter: a label, else the node at the target's address, else that address.
    std::string node(const SeriesKeys& keys) const;

  private:
    using Name = std::pair<std::string, std::string>;  // cluster, and a target, address or claim
    struct Card {
        std::string pci;
        std::optional<int> index;
        std::string product;
        bool ambiguous = false;  // several cards answer to it
    };
    bool is_own(const SeriesKeys& keys) const;
    const Card* info(const SeriesKeys& keys) const;
    void learn_info(const SeriesKeys& keys);
    void learn_addresses(const Collected& all);

    std::set<Name> own_targets_;  // that print exported_pod: their plain pod is their own
    std::set<std::pair<std::string, std::pair<std::string, std::string>>> daemons_;  // cluster, (ns, pod)
    std::map<std::pair<Name, std::string>, Card> info_;                              // (cluster, target), uuid
    std::map<Name, std::optional<PodKey>> pod_at_;                                   // nullopt: several
    std::map<Name, std::optional<std::string>> node_at_;
    std::map<Name, std::optional<PodKey>> pod_of_claim_;  // cluster, ns/claim
};

}  // namespace arable::sources
