#pragma once
// Pods that can never run as written.

#include <string>
#include <vector>

#include "diagnose/cluster_clock.h"
#include "diagnose/judge.h"
#include "diagnose/wait_units.h"

namespace arable::diagnose {

// What nodes ever offered, against what is asked.
class NeverRuns {
  public:
    explicit NeverRuns(const ClusterClock& clock);

    // Why no node, were it empty, could ever start some member of this unit: a request that cannot be read, a resource
    // or a kind of GPU that no node has, more GPUs, CPU or memory than any node has. Empty when one could, and when no
    // node with GPUs is known at all. Rules that a policy could relax (taints, selectors) are not asked.
    WaitDetail why(const WaitUnit& unit, GateTable& gates) const;

  private:
    WaitDetail why(const model::PodSpec& spec, const std::string& cluster, GateTable& gates) const;

    std::vector<fit::NodeRoom> rooms_;
    std::vector<std::size_t> node_of_;  // position among the clock's nodes
};

}  // namespace arable::diagnose
