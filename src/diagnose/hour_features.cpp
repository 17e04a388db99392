#include "diagnose/hour_features.h"

#include <algorithm>

namespace arable::diagnose {

void Together::add(const PodHour& pod, const Mean& rate) {
    if (!rate.known() || pod.to_ms <= pod.from_ms) return;
    const Interval lived{Time{pod.from_ms}, Time{pod.to_ms}};
    amount_ += static_cast<double>(rate.value) * static_cast<double>(lived.length().ms);
    const bool there = std::ranges::any_of(
        lived_, [&](const Interval& known) { return known.begin <= lived.begin && lived.end <= known.end; });
    if (there) return;
    lived_.push_back(lived);
    lived_ = normalise(std::move(lived_));
}

Measured Together::value() const {
    const std::int64_t ms = lived_ms();
    return ms > 0 ? Measured(amount_ / static_cast<double>(ms)) : std::nullopt;
}

GpuFeatures gpu_features(const Folded& folded, std::span<const std::uint32_t> shares) {
    GpuFeatures out;
    Average engine, sm, tensor, dram, rx, tx, nvlink, throttled, clock, engine_all;
    std::int64_t flips = 0;
    std::int64_t pairs = 0;
    for (const std::uint32_t i : shares) {
        const HourShare& share = folded.hours[i];
        out.active_ms += active_ms(share);
        engine.add(share.engine);
        sm.add(share.sm);
        tensor.add(share.tensor);
        dram.add(share.dram);
        rx.add(share.pcie_rx);
        tx.add(share.pcie_tx);
        nvlink.add(share.nvlink);
        throttled.add(share.throttled);
        clock.add(share.sm_clock);
        engine_all.add(share.engine_all);
        flips += share.engine_flips;
        pairs += share.engine_pairs;
    }
    out.engine = engine.value();
    out.sm = sm.value();
    out.tensor = tensor.value();
    out.dram = dram.value();
    out.pcie_rx = rx.value();
    out.pcie_tx = tx.value();
    out.nvlink = nvlink.value();
    out.throttled = throttled.value();
    out.clock = clock.value();
    out.engine_all = engine_all.value();
    if (pairs > 0) out.flips = static_cast<double>(flips) / static_cast<double>(pairs);
    return out;
}

PodFeatures pod_features(const Folded& folded, std::span<const std::uint32_t> pod_hours) {
    PodFeatures out;
    Average throttled, cpu_pressure, io_pressure, kv;
    Together cores, running, waiting;
    for (const std::uint32_t i : pod_hours) {
        const PodHour& pod = folded.pod_hours[i];
        cores.add(pod, pod.cpu_cores);
        running.add(pod, pod.running);
        waiting.add(pod, pod.waiting);
        throttled.add(pod.cpu_throttled);
        cpu_pressure.add(pod.cpu_pressure);
        io_pressure.add(pod.io_pressure);
        kv.add(pod.kv_use);
        if (pod.kv_use.known()) out.kv_most = std::max(out.kv_most, pod.kv_most);
    }
    out.cpu_cores = cores.value();
    out.running = running.value();
    out.waiting = waiting.value();
    out.cpu_throttled = throttled.value();
    out.cpu_pressure = cpu_pressure.value();
    out.io_pressure = io_pressure.value();
    out.kv_use = kv.value();
    return out;
}

}  // namespace arable::diagnose
