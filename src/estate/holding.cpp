#include "estate/blocks.h"

namespace arable::estate {
namespace {

Pod& holder(Builder& b, const Place& at, std::string_view kind, std::string_view stem) {
    Pod& pod = b.run(b.add_workload(b.team(), kind, stem), at.node, at.gpus, at.span.begin, at.span.end);
    Process& p = pod.process;
    p.memory_mib = hardware(b.node(at.node).hardware).memory_mib * b.rng().uniform(0.32, 0.8);
    p.engine = b.rng().uniform(0.4, 0.8);
    p.sm = p.engine * b.rng().uniform(0.7, 0.85);
    p.tensor = p.engine * 0.3;
    p.dram = p.engine * 0.4;
    return pod;
}

std::string name_of(Builder& b, const Pod& pod) { return subject(b.estate().workloads[pod.workload]); }

Duration life(const Builder& b, const Pod& pod) { return pod.ended.value_or(b.end()) - *pod.started; }

}  // namespace

Pod& never_loaded(Builder& b, const Place& at) {
    Pod& pod = holder(b, at, "Deployment", "reserved");
    pod.process.pattern = Pattern::never;
    pod.process.load_after = days(36'500);
    pod.process.empty_mib = b.rng().uniform(2, 500);
    return pod;
}

Pod& partly_empty(Builder& b, const Place& at, double share) {
    Pod& pod = holder(b, at, "StatefulSet", "worker");
    const Time shown = std::max(*pod.started, b.begin());
    const Duration seen = pod.ended.value_or(b.end()) - shown;
    const std::int64_t wanted = static_cast<std::int64_t>(share * static_cast<double>(seen.ms)) / 60'000;
    pod.process.load_after = (shown - *pod.started) + minutes(wanted);
    if (share < 0.25) b.distractor("claimed-empty", name_of(b, pod));
    return pod;
}

Pod& loaded_idle(Builder& b, const Place& at) {
    Pod& pod = holder(b, at, "Deployment", "model");
    pod.process.pattern = Pattern::lumps;
    pod.process.duty = b.rng().uniform(0.06, 0.38);
    return pod;
}

Pod& mostly_active(Builder& b, const Place& at) {
    Pod& pod = holder(b, at, "Deployment", "model");
    pod.process.pattern = Pattern::lumps;
    pod.process.duty = b.rng().uniform(0.62, 0.92);
    b.distractor("loaded-idle", name_of(b, pod));
    return pod;
}

Pod& idle_notebook(Builder& b, const Place& at) {
    Pod& pod = holder(b, at, "Notebook", "nb");
    pod.process.pattern = Pattern::office;
    pod.process.duty = b.rng().uniform(0.02, 0.22);
    if (b.rng().chance(0.6)) {  // loaded for a part of its life only
        pod.process.empty_after = {
            static_cast<std::int64_t>(b.rng().uniform(0.3, 0.9) * static_cast<double>(life(b, pod).ms)) / 60'000 *
            60'000};
    }
    return pod;
}

Pod& used_notebook(Builder& b, const Place& at) {
    Pod& pod = holder(b, at, "Notebook", "nb");
    pod.process.pattern = Pattern::office;
    pod.process.duty = b.rng().uniform(0.6, 0.95);
    b.distractor("idle-notebook", name_of(b, pod));
    return pod;
}

void ghost(Builder& b, const Place& at) {
    const Time gone = at.span.begin + hours(6);
    Pod& pod = holder(b, {at.node, at.gpus, {at.span.begin, gone}}, "Job", "crashed");
    pod.ghost = at.span.end - gone;
    for (const Slot& slot : pod.slots) {
        b.reserve(slot.gpu, {gone, at.span.end});
        b.found("ghost-claim", b.estate().gpus[slot.gpu].uuid);
    }
}

void squat(Builder& b, const Place& at) {
    const Node& node = b.node(at.node);
    int left = at.gpus;
    for (int i = 0; i < hardware(node.hardware).gpus && left > 0; ++i) {
        const std::uint32_t g = node.first_gpu + static_cast<std::uint32_t>(i);
        Gpu& gpu = b.estate().gpus[g];
        if (!b.is_free(g, at.span)) continue;
        Squatter s;
        s.during = at.span;
        s.process.key = b.rng().next();
        s.process.memory_mib = hardware(node.hardware).memory_mib * b.rng().uniform(0.2, 0.7);
        s.process.engine = b.rng().uniform(0.2, 0.9);
        s.process.sm = s.process.engine * 0.6;
        gpu.squatters.push_back(s);
        b.reserve(g, at.span);
        b.found("used-unclaimed", gpu.uuid);
        --left;
    }
}

}  // namespace arable::estate
