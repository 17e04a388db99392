// Time-sliced cards: several tenants a card, replicas that share the card they should spread over, and quotas that
// still count whole cards.
#include <fmt/format.h>
#include <array>
#include <span>

#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

constexpr int kReplicas = 4;

Pod& tenant(Builder& b, std::uint32_t workload, std::uint32_t gpu, std::span<const int> replicas) {
    Pod& pod = b.add_pod(workload, b.begin() - days(2));
    pod.gpus = static_cast<int>(replicas.size());
    pod.cpu_milli = 1000;
    pod.memory_gib = 6;
    for (const int r : replicas) b.place_on(pod, {.gpu = gpu, .replica = r});
    Process& p = pod.process;
    p.used_ranks = 1;
    p.pattern = Pattern::lumps;
    p.duty = b.rng().uniform(0.05, 0.4);
    p.engine = b.rng().uniform(0.15, 0.3);
    p.sm = 0.6 * p.engine;
    p.tensor = 0.2 * p.engine;
    p.dram = 0.3 * p.engine;
    p.empty_mib = 0;
    p.memory_mib = hardware(b.node(*pod.node).hardware).memory_mib * b.rng().uniform(0.06, 0.2);
    return pod;
}

// One card: one to three tenants; every fourth card two replicas of one workload or one pod with two replicas.
void fill_card(Builder& b, std::uint32_t gpu, int turn) {
    const std::array<int, 4> r{0, 1, 2, 3};
    const std::uint32_t w = b.add_workload(b.team(), "Deployment", "api");
    const std::span<const int> replicas(r);
    if (turn % 8 == 0) {
        tenant(b, w, gpu, replicas.first(2));
        b.found("replicas-on-one-card", subject(b.estate().workloads[w]));
    } else if (turn % 8 == 4) {
        tenant(b, w, gpu, replicas.first(1));
        tenant(b, w, gpu, replicas.subspan(1, 1));
        b.found("replicas-on-one-card", subject(b.estate().workloads[w]));
    } else {
        tenant(b, w, gpu, replicas.first(1));
        if (turn % 3 == 0) tenant(b, b.add_workload(b.team(), "Deployment", "api"), gpu, replicas.subspan(1, 1));
    }
}

// Two replicas on two cards: as it should be.
void spread(Builder& b, std::uint32_t node) {
    const std::array<int, 1> last{3};
    const std::uint32_t w = b.add_workload(b.team(), "Deployment", "spread");
    const std::uint32_t first = b.node(node).first_gpu;
    tenant(b, w, first + 1, last);
    tenant(b, w, first + 2, last);
    b.distractor("replicas-on-one-card", subject(b.estate().workloads[w]));
}

void quotas(Builder& b, int unit) {
    for (int i = 0; i < 6; ++i) {
        const std::string ns = fmt::format("tenant-{}-{}", unit, i);
        Quota quota{.ns = ns, .name = "gpu-quota", .resource = "requests.nvidia.com/gpu"};
        quota.hard = quota.used = b.rng().integer(2, 8);
        b.estate().quotas.push_back(quota);
        b.found("quota-old-unit", ns + "/gpu-quota");
        const Time from = b.at(0.1 * (i + 1));
        Pod& pod = b.wait(b.add_workload(ns, "Deployment", "held-back"), 1, {from, b.end()}, "gated");
        pod.waits.back().detail = "gpu-quota";
    }
}

}  // namespace

void build_shared(Builder& b, int unit) {
    std::vector<std::uint32_t> nodes = b.add_nodes(8, HardwareKind::l4, "small");
    for (const std::uint32_t n : b.add_nodes(4, HardwareKind::a100_40)) nodes.push_back(n);
    int turn = 0;
    for (const std::uint32_t n : nodes) {
        b.node(n).offer = Offer::time_sliced;
        b.node(n).replicas = kReplicas;
        const int cards = hardware(b.node(n).hardware).gpus;
        for (int i = 0; i < cards; ++i) fill_card(b, b.node(n).first_gpu + static_cast<std::uint32_t>(i), turn++);
    }
    spread(b, nodes[0]);
    spread(b, nodes[1]);
    quotas(b, unit);
}

}  // namespace arable::estate
