#include <algorithm>

#include "estate/blocks.h"

namespace arable::estate {
namespace {

Pod& job(Builder& b, const Place& at, std::string_view stem) {
    Pod& pod = b.run(b.add_workload(b.team(), "Job", stem), at.node, at.gpus, at.span.begin, at.span.end);
    Process& p = pod.process;
    const double card = hardware(b.node(at.node).hardware).memory_mib;
    p.memory_mib = card * b.rng().uniform(0.4, 0.85);
    p.engine = b.rng().uniform(0.85, 0.97);
    p.sm = b.rng().uniform(0.58, 0.8);
    p.tensor = b.rng().uniform(0.26, 0.45);
    p.dram = b.rng().uniform(0.2, 0.4);
    p.load_after = minutes(b.rng().integer(3, 8));
    p.nvlink = at.gpus > 1 ? 2e10 : 0.0;
    return pod;
}

std::string name_of(Builder& b, const Pod& pod) { return subject(b.estate().workloads[pod.workload]); }

}  // namespace

Pod& busy_training(Builder& b, const Place& at) { return job(b, at, "pretrain"); }

Pod& starved_training(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "vision-train");
    Process& p = pod.process;
    p.sm = b.rng().uniform(0.29, 0.43);
    p.dram = b.rng().uniform(0.1, 0.25);
    p.tensor = b.rng().uniform(0.05, 0.15);
    p.flips = b.rng().chance(0.3);
    p.stall = Stall::starvation;
    p.host.cores_per_gpu = 3.9;
    pod.cpu_limited = true;
    switch (b.rng().integer(0, 2)) {
        case 0:
            p.host.throttled = b.above(0.25, 2.4);
            break;
        case 1:
            p.host.cpu_pressure = b.above(0.10, 4.0);
            break;
        default:
            p.host.io_pressure = b.above(0.10, 4.0);
            break;
    }
    return pod;
}

Pod& slow_but_fed(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "tabular-train");
    Process& p = pod.process;
    pod.cpu_limited = true;
    if (b.rng().chance(0.5)) {
        p.sm = b.rng().uniform(0.3, 0.43);
        p.tensor = 0.1;
        p.dram = 0.15;
        p.host.cpu_pressure = b.below(0.10, 0.2);
        p.host.throttled = b.below(0.25, 0.2);
    } else {
        p.sm = b.rng().uniform(0.6, 0.8);
        p.host.throttled = b.above(0.25, 2.0);
    }
    b.distractor("data-starvation", name_of(b, pod));
    return pod;
}

Pod& straggling(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "moe-train");
    pod.process.stall = Stall::synchronisation;
    pod.process.dram = 0.2;
    return pod;
}

Pod& throttled(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "finetune");
    pod.process.stall = Stall::throttle;
    pod.process.throttled = b.above(0.20, 3.5);
    pod.process.clock = b.rng().uniform(0.55, 0.8);
    return pod;
}

Pod& warm(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "finetune");
    pod.process.throttled = b.rng().uniform(0.03, 0.12);
    b.distractor("throttling", name_of(b, pod));
    return pod;
}

Pod& bandwidth_bound(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "graph-train");
    pod.process.dram = b.rng().uniform(0.6, 0.85);
    pod.process.tensor = b.rng().uniform(0.02, 0.14);
    pod.process.sm = b.rng().uniform(0.4, 0.6);
    return pod;
}

Pod& dense(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "dense-train");
    pod.process.dram = b.rng().uniform(0.6, 0.75);
    pod.process.tensor = b.rng().uniform(0.27, 0.45);
    b.distractor("bandwidth-bound", name_of(b, pod));
    return pod;
}

Pod& pcie_bound(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "embed-train");
    Process& p = pod.process;
    const double link = hardware(b.node(at.node).hardware).link_bytes_per_s;
    (b.rng().chance(0.6) ? p.pcie_rx : p.pcie_tx) = link * b.rng().uniform(0.72, 0.92);
    p.engine = b.rng().uniform(0.5, 0.8);
    p.sm = b.rng().uniform(0.12, 0.25);
    p.tensor = 0.05;
    p.dram = 0.15;
    return pod;
}

Pod& copying(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "embed-train");
    pod.process.pcie_rx = hardware(b.node(at.node).hardware).link_bytes_per_s * b.rng().uniform(0.3, 0.48);
    b.distractor("pcie-bound", name_of(b, pod));
    return pod;
}

Pod& launch_bound(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "rl-train");
    Process& p = pod.process;
    p.engine = b.rng().uniform(0.5, 0.8);
    p.sm = b.rng().uniform(0.1, 0.2);
    p.tensor = 0.03;
    p.dram = b.rng().uniform(0.06, 0.2);
    p.host.cores_per_gpu = b.rng().uniform(1.05, 1.6);
    return pod;
}

Pod& near_oom(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "longctx-train");
    pod.process.memory_mib = hardware(b.node(at.node).hardware).memory_mib * b.rng().uniform(0.97, 0.99);
    return pod;
}

Pod& over_requested(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "single-gpu-script");
    pod.process.used_ranks = static_cast<int>(b.rng().integer(1, std::max(1, at.gpus / 2)));
    b.found("over-requested-gpus", name_of(b, pod));
    return pod;
}

Pod& small_model(Builder& b, const Place& at) {
    Pod& pod = job(b, at, "tagger");
    Process& p = pod.process;
    p.memory_mib = hardware(b.node(at.node).hardware).memory_mib * b.rng().uniform(0.06, 0.21);
    p.engine = b.rng().uniform(0.3, 0.7);
    p.sm = p.engine * 0.7;
    p.tensor = p.engine * 0.3;
    p.dram = p.engine * 0.4;
    return pod;
}

Pod& middling_model(Builder& b, const Place& at) {
    Pod& pod = small_model(b, at);
    pod.process.memory_mib = hardware(b.node(at.node).hardware).memory_mib * b.rng().uniform(0.29, 0.5);
    b.distractor("small-model-big-card", name_of(b, pod));
    return pod;
}

void short_jobs(Builder& b, const Place& at) {
    Time t = at.span.begin;
    while (t < at.span.end) {
        const Time until = std::min(at.span.end, t + minutes(b.rng().integer(50, 130)));
        if (until - t < minutes(30)) break;
        Pod& pod = job(b, {at.node, at.gpus, {t, until}}, "batch");
        pod.process.load_after = minutes(b.rng().integer(7, 9));
        t = until;
    }
}

}  // namespace arable::estate
