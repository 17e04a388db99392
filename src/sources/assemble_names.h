#pragma once
// On which node a card is: the node label first, then what its exporter is known by.
//   target label of the node -> a host name that is a node's name -> the exporter pod's node -> the node of the pods
//   that it prints as owners -> the uuid was seen on a node -> a node of its own, named after the exporter.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "sources/assembly.h"

namespace arable::sources {

class NodeNames {
  public:
    explicit NodeNames(const Assembly& a);
    // The known node of this name, without regard to case or to a domain that only one side spells.
    std::optional<std::string> known(const std::string& cluster, std::string_view text) const;
    // The node of a key; "" when only its uuid or nothing can tell.
    std::string resolve(const GpuKey& key) const;

  private:
    void learn_from_owners(const Assembly& a);

    std::map<ClusterName, std::string> full_;                        // lower-case name -> as spelt
    std::map<ClusterName, std::optional<std::string>> short_;        // up to the first dot; absent: several nodes
    std::map<ClusterName, std::optional<std::string>> exporter_at_;  // pod name -> node; absent: several nodes
    std::map<ClusterName, std::string> prints_pods_of_;              // exporter -> node of nearly all its owners
};

}  // namespace arable::sources
