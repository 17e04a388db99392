#pragma once
// Which inputs list the pods of a cluster, and when: a pod that such a list does not have is not there.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/time.h"
#include "sources/facts.h"

namespace arable::sources {

class PodListing {
  public:
    explicit PodListing(const std::vector<PodFact>& pods);
    // The times in which a pod of this namespace would have been listed: while kube-state-metrics was seen, and at the
    // instant of each dump. A list tells of the namespaces that it has pods of, and of all when it has those of
    // kube-system, without which no cluster runs.
    IntervalSet of(const std::string& cluster, const std::string& ns) const;

  private:
    struct List {
        IntervalSet during;
        std::set<std::string> namespaces;
    };
    // Reported over a time or pictured at an instant; by cluster and by instant.
    std::map<std::string, List> reported_;
    std::map<std::pair<std::string, Time>, List> pictured_;
};

}  // namespace arable::sources
