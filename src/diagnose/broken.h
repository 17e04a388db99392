#pragma once
<<<<<<< HEAD
// Activity counters that are dead, not low (case 9, detector stuck-counter).

#include <span>

#include "diagnose/card.h"
#include "diagnose/lane_signals.h"
#include "diagnose/policy.h"

namespace arable::diagnose {

struct StuckTime {
    Interval during;
    double watts = 0.0;        // mean power meanwhile
    double memory_used = 0.0;  // bytes, all parts
};

// When every activity signal of the card was exactly 0 for at least 6 h while the board drew at least
// `card.busy_watts` and memory was held: another signal contradicts the constant. Judged for the card as a whole: next
// to a busy MIG instance an idle one may well be at 0. Whole stretches of zeros first, else their busy hours.
std::vector<StuckTime> stuck_times(std::span<const series::Signal> card_signals, const CardFacts& card,
                                   const Thresholds& thresholds, const Holding& holding, const Interval& window);

=======
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
    // or a kind of GPU that no node has, more GPUs, CPU or memory than any node has. "" when one could, and when no
    // node with GPUs is known at all. Rules that a policy could relax (taints, selectors) are not asked.
    std::string why(const WaitUnit& unit, GateTable& gates) const;

  private:
    std::string why(const model::PodSpec& spec, GateTable& gates) const;

    std::vector<fit::NodeRoom> rooms_;
    std::vector<std::size_t> node_of_;  // position among the clock's nodes
};

>>>>>>> 658ea14 (Decompose the waiting: counterfactuals at every change, and marks on free lanes)
}  // namespace arable::diagnose
