#include "diagnose/never_runs.h"

#include <algorithm>
#include <set>
#include <span>

#include "fit/fits.h"

namespace arable::diagnose {

NeverRuns::NeverRuns(const ClusterClock& clock) : rooms_(clock.ever()) {
    for (const fit::NodeRoom& room : rooms_) {
        const auto at = std::ranges::find(clock.nodes(), room.node);
        node_of_.push_back(static_cast<std::size_t>(at - clock.nodes().begin()));
    }
}

WaitDetail NeverRuns::why(const WaitUnit& unit, GateTable& gates) const {
    std::set<const void*> asked;
    for (const WaitingMember& member : unit.members) {
        if (!asked.insert(member.spec).second) continue;
        WaitDetail reason = why(*member.spec, unit.cluster, gates);
        if (!reason.empty()) return reason;
    }
    return {};
}

WaitDetail NeverRuns::why(const model::PodSpec& spec, const std::string& cluster, GateTable& gates) const {
    const model::DeviceRequest& request = spec.device;
    if (request.kind == model::DeviceKind::invalid) return said(request.why_invalid);
    if (request.count <= 0) return {.kind = WaitDetail::Kind::unreadable};
    if (rooms_.empty()) return {};
    const std::span<const fit::Gate> gate = gates.of(spec, cluster);
    const fit::WhatIf no_room{.room = true};
    std::int64_t most = 0;
    bool enough = false;
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
        if (!gate[node_of_[i]].kind_ok) continue;
        const std::int64_t devices = fit::takeable(request, rooms_[i], no_room);
        most = std::max(most, devices);
        if (devices < request.count) continue;
        enough = true;
        if (!spec.spec_known || fit::copies_by_room(spec, rooms_[i], fit::WhatIf{}, 1) > 0) return {};
    }
    if (enough) return {.kind = WaitDetail::Kind::too_much_beside};
    if (most > 0) return {.kind = WaitDetail::Kind::too_many, .amount = request.count, .most = most};
    return {.kind = WaitDetail::Kind::not_offered,
            .name = request.product.empty() ? request.resource : request.product};
}

}  // namespace arable::diagnose
