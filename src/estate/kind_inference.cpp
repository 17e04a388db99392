// Serving: every card is taken, much of it by models that are loaded and hardly asked. New pods wait although sharing
// the loaded-but-idle ones would make room.
#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// Small models of one team that could be packed: light in memory, nearly always idle.
void packable(Builder& b, std::uint32_t node, int n, const std::string& team) {
    for (int i = 0; i < n; ++i) {
        Pod& pod = loaded_idle(b, {node, 1, b.window()});
        b.estate().workloads[pod.workload].ns = team;
        pod.process.memory_mib = hardware(b.node(node).hardware).memory_mib * b.rng().uniform(0.08, 0.2);
        pod.process.duty = b.rng().uniform(0.06, 0.2);
    }
}

void waiters(Builder& b, const std::string& team) {
    for (int i = 0; i < 5; ++i) {
        const Time from = b.at(0.1 + 0.15 * i) + minutes(b.rng().integer(0, 300));
        Pod& pod = b.wait(b.add_workload(team, "Deployment", "newcomer"), 1,
                          {from, from + minutes(b.rng().integer(300, 900))}, "shareable");
        pod.cpu_milli = 2000;
    }
}

}  // namespace

void build_inference(Builder& b, int unit) {
    const std::vector<std::uint32_t> n = b.add_nodes(8, unit % 2 == 0 ? HardwareKind::a100_80 : HardwareKind::h100);
    const Interval all = b.window();
    for (int i = 0; i < 8; ++i) {
        low_traffic(b, {n[0], 1, all});
        low_traffic(b, {n[1], 1, all});
        steady_traffic(b, {n[2], 1, all});
        steady_traffic(b, {n[3], 1, all});
    }
    for (int i = 0; i < 6; ++i) saturated(b, {n[4], 1, all});
    steady_traffic(b, {n[4], 2, all});
    packable(b, n[5], 8, "platform");
    packable(b, n[6], 6, "platform");
    for (int i = 0; i < 2; ++i) mostly_active(b, {n[6], 1, all});
    for (int i = 0; i < 3; ++i) small_model(b, {n[7], 1, all});
    for (int i = 0; i < 2; ++i) middling_model(b, {n[7], 1, all});
    for (int i = 0; i < 3; ++i) {
        const Pod& pod = busy_training(b, {n[7], 1, all});
        Gpu& gpu = b.estate().gpus[pod.slots.front().gpu];
        gpu.stuck = {{b.at(0.1 + 0.2 * i), b.at(0.5 + 0.2 * i)}};
        b.found("stuck-counter", gpu.uuid);
    }
    waiters(b, "platform");
}

}  // namespace arable::estate
