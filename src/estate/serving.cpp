#include <algorithm>

#include "estate/blocks.h"

namespace arable::estate {
namespace {

Pod& server(Builder& b, const Place& at, std::string_view stem) {
    Pod& pod = b.run(b.add_workload(b.team(), "Deployment", stem), at.node, at.gpus, at.span.begin, at.span.end);
    Process& p = pod.process;
    p.pattern = Pattern::traffic;
    p.shape = static_cast<int>(b.rng().integer(0, 6));
    p.server.on = true;
    p.server.old_names = b.rng().chance(0.3);
    p.server.memory_fraction = b.rng().chance(0.7) ? 0.90 : 0.85;
    p.memory_mib = hardware(b.node(at.node).hardware).memory_mib * p.server.memory_fraction;
    p.engine = 0.97;
    p.sm = 0.97 * b.rng().uniform(0.66, 0.75);
    p.tensor = 0.12;
    p.dram = 0.97 * b.rng().uniform(0.58, 0.66);
    return pod;
}

}  // namespace

Pod& low_traffic(Builder& b, const Place& at) {
    Pod& pod = server(b, at, "chat");
    pod.process.duty = b.rng().uniform(0.02, 0.11);
    pod.process.server.most_running = 8;
    if (b.rng().chance(0.5)) {
        pod.process.server.kv_base = 0.01;
        pod.process.server.kv_span = b.rng().uniform(0.2, 0.6);
    } else {
        pod.process.server.kv_base = b.rng().uniform(0.36, 0.6);
    }
    return pod;
}

Pod& steady_traffic(Builder& b, const Place& at) {
    Pod& pod = server(b, at, "assistant");
    pod.process.duty = b.rng().uniform(0.3, 0.5);
    pod.process.server.most_running = 32;
    pod.process.server.kv_base = 0.05;
    pod.process.server.kv_span = b.rng().chance(0.4) ? b.rng().uniform(0.1, 0.2) : b.rng().uniform(0.5, 0.9);
    b.distractor("low-traffic", subject(b.estate().workloads[pod.workload]));
    return pod;
}

Pod& saturated(Builder& b, const Place& at) {
    Pod& pod = server(b, at, "copilot");
    pod.process.duty = b.rng().uniform(0.85, 1.15);
    pod.process.server.most_running = 16;
    pod.process.server.backlog = b.rng().uniform(110, 200);
    pod.process.server.kv_base = 0.1;
    pod.process.server.kv_span = b.rng().chance(0.5) ? 0.85 : 0.33;
    return pod;
}

}  // namespace arable::estate
