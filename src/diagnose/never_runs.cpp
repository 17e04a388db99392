#include "diagnose/never_runs.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

#include "fit/fits.h"

namespace arable::diagnose {

NeverRuns::NeverRuns(const ClusterClock& clock) : rooms_(clock.ever()) {
    for (const fit::NodeRoom& room : rooms_) {
        const auto at = std::ranges::find(clock.nodes(), room.node);
        node_of_.push_back(static_cast<std::size_t>(at - clock.nodes().begin()));
    }
}

std::string NeverRuns::why(const WaitUnit& unit, GateTable& gates) const {
    std::set<const void*> asked;
    for (const WaitingMember& member : unit.members) {
        if (!asked.insert(member.spec).second) continue;
        std::string reason = why(*member.spec, gates);
        if (!reason.empty()) return reason;
    }
    return "";
}

std::string NeverRuns::why(const model::PodSpec& spec, GateTable& gates) const {
    const model::DeviceRequest& request = spec.device;
    if (request.kind == model::DeviceKind::invalid) return request.why_invalid;
    if (request.count <= 0) return "asks for no device in a way that can be read";
    if (rooms_.empty()) return "";
    const std::span<const fit::Gate> gate = gates.of(spec);
    const fit::WhatIf no_room{.room = true};
    std::int64_t most = 0;
    bool enough = false;
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
        if (!gate[node_of_[i]].kind_ok) continue;
        const std::int64_t devices = fit::takeable(request, rooms_[i], no_room);
        most = std::max(most, devices);
        if (devices < request.count) continue;
        enough = true;
        if (!spec.spec_known || fit::copies_by_room(spec, rooms_[i], fit::WhatIf{}, 1) > 0) return "";
    }
    if (enough) return "asks for more CPU or memory than any node with such GPUs has";
    if (most > 0) return fmt::format("asks for {} on one node, where no node has more than {}", request.count, most);
    return fmt::format("no node offers {}", request.product.empty() ? request.resource : request.product);
}

}  // namespace arable::diagnose
