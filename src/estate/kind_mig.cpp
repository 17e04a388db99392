// MIG nodes: instances nobody takes beside taken ones, profiles larger than their tenants need, slices without an
// instance; plus ordinary nodes beside them.
#include <algorithm>

#include <fmt/format.h>

#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// Memory as A100-40GB instances print it (tests/captures/dcgm-runai-samples).
Instance one(int id) { return {id, "1g.5gb", 1, 4863}; }
Instance two(int id) { return {id, "2g.10gb", 2, 9856}; }
Instance three(int id) { return {id, "3g.20gb", 3, 19968}; }

struct Need {
    double memory_mib;
    double sm;
};

void take(Builder& b, std::uint32_t gpu, int position, const Need& need, std::string_view stem) {
    const Node& node = b.node(b.estate().gpus[gpu].node);
    const Instance& instance = node.layout[static_cast<std::size_t>(position)];
    const std::uint32_t w = b.add_workload(b.team(), "Deployment", stem);
    Pod& pod = b.add_pod(w, b.begin() - days(2));
    pod.resource = "nvidia.com/mig-" + instance.profile;
    pod.cpu_milli = 1000;
    pod.memory_gib = 8;
    b.place_on(pod, {.gpu = gpu, .instance = position});
    Process& p = pod.process;
    p.pattern = b.rng().chance(0.5) ? Pattern::steady : Pattern::lumps;
    p.duty = b.rng().uniform(0.15, 0.9);
    p.memory_mib = need.memory_mib;
    p.sm = need.sm;
    p.engine = std::min(0.97, need.sm * 1.4);
    p.tensor = 0.3 * need.sm;
    p.dram = 0.4 * need.sm;
}

// Leaves the instance free for most or only some of the time.
void leave(Builder& b, std::uint32_t gpu, int position) {
    const Gpu& g = b.estate().gpus[gpu];
    b.found("mig-leftover", fmt::format("{}#{}", g.uuid, b.node(g.node).layout[static_cast<std::size_t>(position)].id));
}

void fill_mixed(Builder& b, std::uint32_t gpu) {
    if (b.rng().chance(0.4)) {
        take(b, gpu, 0, {b.rng().uniform(2000, 7000), b.rng().uniform(0.1, 0.25)}, "oversized");
        b.found("mig-wrong-profile", subject(b.estate().workloads.back()));
    } else {
        take(b, gpu, 0, {b.rng().uniform(11'500, 17'500), b.rng().uniform(0.3, 0.7)}, "fitting");
    }
    if (b.rng().chance(0.3)) {
        take(b, gpu, 1, {b.rng().uniform(1500, 3400), b.rng().uniform(0.1, 0.35)}, "oversized");
        b.found("mig-wrong-profile", subject(b.estate().workloads.back()));
    } else {
        take(b, gpu, 1, {b.rng().uniform(6000, 8800), b.rng().uniform(0.5, 0.8)}, "fitting");
    }
    for (int i = 2; i < 4; ++i) {
        if (b.rng().chance(0.35)) {
            leave(b, gpu, i);
        } else {
            take(b, gpu, i, {b.rng().uniform(1500, 4200), b.rng().uniform(0.2, 0.8)}, "small");
        }
    }
}

void fill_ones(Builder& b, std::uint32_t gpu) {
    for (int i = 0; i < 7; ++i) {
        if (i > 0 && b.rng().chance(0.2)) {
            leave(b, gpu, i);
        } else {
            take(b, gpu, i, {b.rng().uniform(1500, 4200), b.rng().uniform(0.2, 0.8)}, "small");
        }
    }
}

std::uint32_t add_mig_node(Builder& b, std::vector<Instance> layout) {
    const std::uint32_t n = b.add_node(HardwareKind::a100_40, "mig");
    b.node(n).offer = Offer::mig;
    b.node(n).layout = std::move(layout);
    return n;
}

template <class Fill>
void each_gpu(Builder& b, std::uint32_t node, Fill fill) {
    for (std::uint32_t i = 0; i < 8; ++i) fill(b.node(node).first_gpu + i);
}

}  // namespace

void build_mig(Builder& b, int unit) {
    static_cast<void>(unit);
    for (int k = 0; k < 2; ++k) {
        each_gpu(b, add_mig_node(b, {three(2), two(3), one(9), one(10)}), [&](std::uint32_t g) { fill_mixed(b, g); });
        each_gpu(b, add_mig_node(b, {one(7), one(8), one(9), one(10), one(11), one(12), one(13)}),
                 [&](std::uint32_t g) { fill_ones(b, g); });
    }
    each_gpu(b, add_mig_node(b, {three(1), three(2)}), [&](std::uint32_t g) {
        take(b, g, 0, {b.rng().uniform(11'500, 17'500), b.rng().uniform(0.3, 0.7)}, "fitting");
        take(b, g, 1, {b.rng().uniform(11'500, 17'500), b.rng().uniform(0.3, 0.7)}, "fitting");
    });
    const std::vector<std::uint32_t> n = b.add_nodes(3, HardwareKind::a100_80);
    for (int i = 0; i < 4; ++i) {
        small_model(b, {n[0], 1, b.window()});
        starved_training(b, {n[1], 2, b.window()});
        mostly_active(b, {n[2], 1, b.window()});
    }
    add_dead_node(b);
}

}  // namespace arable::estate
