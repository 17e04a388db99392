#include "diagnose/wait_moves.h"

#include <set>
#include <vector>

namespace arable::diagnose {

std::optional<fit::Moves> moves_for(const fit::Member& newcomer, const model::Timeline& timeline,
                                    const ClusterClock& clock, GateTable& gates) {
    std::vector<fit::Job> jobs;
    std::set<model::PodIx> seen;
    const auto rooms = clock.rooms();
    for (std::uint32_t at = 0; at < rooms.size(); ++at) {
        for (const fit::Device& device : rooms[at].devices) {
            const model::ClaimIx claim = clock.holder(device.id);
            if (!claim.known()) continue;
            const model::PodIx ix = timeline.claims[claim.at()].pod;
            if (!ix.known() || !seen.insert(ix).second) continue;
            const model::Pod& pod = timeline.pods[ix.at()];
            if (pod.spec.device.kind != model::DeviceKind::whole || pod.spec.device.count <= 0) continue;
            if (pod.gang.known() && timeline.gangs[pod.gang.at()].pods.size() > 1) continue;
            jobs.push_back(
                {.member = {.spec = &pod.spec, .pod = &pod, .gates = gates.of(pod.spec, pod.cluster)}, .room = at});
        }
    }
    return fit::smallest_moves(newcomer, jobs, rooms);
}

}  // namespace arable::diagnose
