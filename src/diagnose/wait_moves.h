#pragma once
// The smallest set of moves that would have started a fragmented wait.

#include <optional>

#include "diagnose/cluster_clock.h"
#include "diagnose/judge.h"
#include "fit/moves.h"

namespace arable::diagnose {

// By the clock's present state. Running pods that hold whole cards may move, each in one piece; members of gangs of
// several pods stay. Absent: none found.
std::optional<fit::Moves> moves_for(const fit::Member& newcomer, const model::Timeline& timeline,
                                    const ClusterClock& clock, GateTable& gates);

}  // namespace arable::diagnose
