// Free cards that nobody can use: beside pods that took all the CPU, or too few on every node, or behind a selector.
#include <array>
#include <span>
#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// Six cards whose pods ask for all the CPU of the node: two more are free and of no use.
void strand(Builder& b, std::uint32_t node) {
    const std::int64_t cpu = hardware(b.node(node).hardware).cpu_milli;
    const auto hungry = [&](Pod& pod) { pod.cpu_milli = (cpu - 600) / 6 * pod.gpus; };
    hungry(starved_training(b, {node, 1, b.window()}));
    hungry(launch_bound(b, {node, 1, b.window()}));
    hungry(busy_training(b, {node, 2, b.window()}));
    hungry(b.rng().chance(0.5) ? pcie_bound(b, {node, 1, b.window()}) : near_oom(b, {node, 1, b.window()}));
    hungry(mostly_active(b, {node, 1, b.window()}));
}

// Six cards of modest pods, and pods without any GPU that take the rest of the CPU.
void strand_by_neighbours(Builder& b, std::uint32_t node) {
    std::int64_t left = hardware(b.node(node).hardware).cpu_milli - 600;
    const auto modest = [&](Pod& pod) { left -= pod.cpu_milli = 2000 * pod.gpus; };
    modest(launch_bound(b, {node, 1, b.window()}));
    modest(busy_training(b, {node, 2, b.window()}));
    modest(mostly_active(b, {node, 1, b.window()}));
    modest(near_oom(b, {node, 2, b.window()}));
    for (int share = 3; share > 0; --share) {
        Pod& pod = b.run(b.add_workload(b.team(), "Deployment", "api"), node, 0, b.begin());
        pod.node = node;
        pod.memory_gib = 8;
        left -= pod.cpu_milli = left / share;
    }
}

void stick(Builder& b, const Pod& pod, Interval span) {
    Gpu& gpu = b.estate().gpus[pod.slots.front().gpu];
    gpu.stuck = {span};
    b.found("stuck-counter", gpu.uuid);
}

// Cards of a node taken one by one, `taken` in all.
void crowd(Builder& b, std::uint32_t node, int taken) {
    using Block = Pod& (*)(Builder&, const Place&);
    constexpr std::array<Block, 6> kBlocks{pcie_bound, launch_bound, near_oom, bandwidth_bound, copying, loaded_idle};
    for (int i = 0; i < taken; ++i) {
        kBlocks.at(static_cast<std::size_t>(b.rng().integer(0, 5)))(b, {node, 1, b.window()});
    }
}

void too_few_anywhere(Builder& b) {
    for (int i = 0; i < 6; ++i) {
        const Time from = b.at(0.04 + 0.075 * i);
        b.wait(b.add_workload(b.team(), "Job", "wide"), b.rng().chance(0.5) ? 8 : 4,
               {from, from + minutes(b.rng().integer(360, 700))}, "fragmented");
    }
}

void wrong_pool(Builder& b) {
    for (int i = 0; i < 6; ++i) {
        const Time from = b.at(0.56 + 0.04 * i);
        Pod& pod = b.wait(b.add_workload(b.team(), "Job", "pinned"), 1, {from, b.end()}, "constrained");
        pod.selector["pool"] = "reserved";
        pod.cpu_milli = 2000;
    }
}

}  // namespace

void build_stranded(Builder& b, int unit) {
    static_cast<void>(unit);
    const std::vector<std::uint32_t> n = b.add_nodes(8, HardwareKind::a100_80);
    for (int k = 0; k < 4; ++k) strand(b, n[k]);
    for (int k = 4; k < 6; ++k) strand_by_neighbours(b, n[k]);
    stick(b, busy_training(b, {n[6], 2, b.window()}), {b.at(0.2), b.at(0.6)});
    stick(b, busy_training(b, {n[6], 2, b.window()}), {b.at(0.3), b.at(0.9)});
    over_requested(b, {n[6], 4, b.window()});
    straggling(b, {n[7], 8, b.window()});
    for (int i = 0; i < 6; ++i) {
        const Time from = b.at(0.1 + 0.05 * i);
        Pod& pod =
            b.wait(b.add_workload(b.team(), "Job", "pair"), 2, {from, i % 2 == 0 ? b.end() : b.at(0.8)}, "stranded");
        pod.cpu_milli = 8000;
    }
    add_dead_node(b);
}

void build_fragmented(Builder& b, int unit) {
    static_cast<void>(unit);
    const std::vector<std::uint32_t> n = b.add_nodes(7, HardwareKind::a100_80);
    for (const std::uint32_t node : n) crowd(b, node, static_cast<int>(b.rng().integer(5, 6)));
    const std::uint32_t pinned = b.add_node(HardwareKind::a100_80, "reserved");
    over_requested(b, {pinned, 4, b.window()});
    stick(b, busy_training(b, {pinned, 2, b.window()}), {b.at(0.1), b.at(0.5)});
    stick(b, busy_training(b, {pinned, 2, b.window()}), {b.at(0.4), b.at(0.7)});
    too_few_anywhere(b);
    wrong_pool(b);
}

}  // namespace arable::estate
