// Nodes that come and go: pods wait for a launch, pods wait because the pool may not grow, partial gangs.
#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// A node started for one pod, which runs on it from the minute it is there.
void launch(Builder& b, Time asked, Duration takes) {
    const std::uint32_t n = b.add_node(HardwareKind::a100_80, "burst");
    const Interval there{asked + takes, b.end()};
    b.node(n).present = there;
    b.node(n).launched = true;
    b.node(n).asked = asked;
    Pod& pod = b.rng().chance(0.5) ? straggling(b, {n, 8, there}) : starved_training(b, {n, 8, there});
    pod.created = asked;
    pod.waits.push_back({{asked, there.begin}, "provisioning", "burst"});
}

// A node that the autoscaler takes away again.
void retire(Builder& b, Time until) {
    const std::uint32_t n = b.add_node(HardwareKind::a100_80);
    b.node(n).present = {b.begin(), until};
    for (int i = 0; i < 2; ++i) throttled(b, {n, 4, {b.begin(), until}});
}

}  // namespace

void build_autoscaled(Builder& b, int unit) {
    static_cast<void>(unit);
    const std::vector<std::uint32_t> n = b.add_nodes(4, HardwareKind::a100_80);
    straggling(b, {n[0], 8, b.window()});
    for (int i = 0; i < 2; ++i) bandwidth_bound(b, {n[1], 4, b.window()});
    for (int i = 0; i < 8; ++i) steady_traffic(b, {n[2], 1, b.window()});
    for (int i = 0; i < 3; ++i) partial_gang(b, {n[3], 2, {b.at(0.5 + 0.1 * i), b.end()}}, 3);
    ghost(b, {n[3], 2, {b.at(0.1), b.at(0.9)}});
    for (int i = 0; i < 3; ++i) {
        launch(b, b.at(0.15 + 0.2 * i) + minutes(b.rng().integer(0, 600)), minutes(b.rng().integer(60, 400)));
    }
    retire(b, b.at(0.7));
    add_dead_node(b);
}

}  // namespace arable::estate
