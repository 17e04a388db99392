// A batch queue: short jobs that spend minutes starting, gangs that hold cards while members are missing, ghosts,
// quota gates and pods that can never run. Some cards stay free, so what fits starts within minutes.
#include <algorithm>

#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// Some jobs start minutes after they could have.
void delay_some(Builder& b, std::size_t first_pod) {
    auto& pods = b.estate().pods;
    for (std::size_t p = first_pod; p < pods.size(); ++p) {
        Pod& pod = pods[p];
        if (!pod.started || *pod.started <= b.begin() + hours(1) || !b.rng().chance(0.4)) continue;
        pod.created = *pod.started - minutes(b.rng().integer(2, 6));
        pod.waits.push_back({{pod.created, *pod.started}, "scheduler", {}});
    }
}

void hopeless(Builder& b) {
    for (int i = 0; i < 3; ++i) {
        const Time from = b.at(0.2 + 0.2 * i);
        b.wait(b.add_workload(b.team(), "Job", "sixteen-in-one"), 16, {from, from + minutes(b.rng().integer(120, 480))},
               "broken");
    }
}

void gated(Builder& b) {
    for (int i = 0; i < 4; ++i) {
        const Time from = b.at(0.05 + 0.2 * i);
        b.wait(b.add_workload(b.team(), "Job", "queued"), 2, {from, from + minutes(b.rng().integer(900, 2400))},
               "gated");
    }
}

}  // namespace

void build_batch_queue(Builder& b, int unit) {
    static_cast<void>(unit);
    const std::vector<std::uint32_t> n = b.add_nodes(8, HardwareKind::a100_80);
    const std::size_t first = b.estate().pods.size();
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 8; ++i) short_jobs(b, {n[k], 1, b.window()});
    }
    delay_some(b, first);
    for (int i = 0; i < 3; ++i) partial_gang(b, {n[4], 2, {b.at(0.6 + 0.1 * i), b.end()}}, 4);
    for (int i = 0; i < 4; ++i) ghost(b, {n[5], 1, {b.at(0.1 + 0.1 * i), b.at(0.75 + 0.05 * i)}});
    for (int i = 0; i < 4; ++i) loaded_idle(b, {n[6], 1, b.window()});
    squat(b, {n[6], 3, {b.at(0.3), b.at(0.9)}});
    b.node(n[7]).not_ready = {{b.at(0.5), b.at(0.62)}};
    add_dead_node(b);
    hopeless(b);
    gated(b);
}

}  // namespace arable::estate
