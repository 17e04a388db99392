#include "diagnose/saturation.h"

#include <algorithm>
#include <cmath>

namespace arable::diagnose {
namespace {

bool saturated(const PodHour& pod, const ServingLimits& limits) {
    if (!pod.waiting.known() || static_cast<double>(pod.waiting.value) < limits.queue) return false;
    const bool grows = pod.waiting_first >= 0.0F && pod.waiting_last > pod.waiting_first;
    const bool towers = pod.running.known() && static_cast<double>(pod.waiting.value) >=
                                                   limits.queue_ratio * static_cast<double>(pod.running.value);
    return grows || towers;
}

// Requests a second by which a pod's queue grew (or shrank).
Measured growth_of(const PodHour& pod) {
    if (pod.waiting_first < 0.0F || pod.waiting_span_ms == 0) return std::nullopt;
    return static_cast<double>(pod.waiting_last - pod.waiting_first) * 1000.0 / pod.waiting_span_ms;
}

struct HourLoad {
    double served = 0.0, arrivals = 0.0;
    std::int64_t full = 0, replicas = 0;
    bool known = true;
};

void add(HourLoad& load, const PodHour& pod, const ServingLimits& limits) {
    if (pod.running.known() || pod.waiting.known()) ++load.replicas;
    if (!saturated(pod, limits)) return;
    ++load.full;
    const Measured growth = growth_of(pod);
    load.known = load.known && growth && pod.request_rate.known();
    if (!load.known) return;
    load.served += static_cast<double>(pod.request_rate.value);
    load.arrivals += static_cast<double>(pod.request_rate.value) + *growth;
}

void keep_highest(SaturatedQueue& queue, const HourLoad& load) {
    if (load.full == 0 || !load.known || load.served <= 0.0) return;
    const double ratio = load.arrivals / load.served;
    if (queue.load && *queue.load >= ratio) return;
    queue.served = load.served;
    queue.arrivals = load.arrivals;
    queue.load = ratio;
    queue.replicas = load.replicas;
    // Means are floats: a load of 1 must not ask for one more.
    const double wanted = std::ceil(static_cast<double>(load.full) * ratio - 1e-4);
    queue.needed = load.replicas - load.full + static_cast<std::int64_t>(std::min(wanted, 1e9));
}

}  // namespace

SaturatedQueue saturated_queue(const Folded& folded, const WorkloadView& view, const ServingLimits& limits) {
    SaturatedQueue queue;
    if (!view.serving) return queue;
    Average waiting, running, kv;
    HourLoad hour;
    std::int32_t at = 0;
    for (const std::uint32_t i : view.pod_hours) {
        const PodHour& pod = folded.pod_hours[i];
        if (pod.hour != at) {
            keep_highest(queue, hour);
            hour = {};
            at = pod.hour;
        }
        add(hour, pod, limits);
        if (!saturated(pod, limits)) continue;
        ++queue.pod_hours;
        waiting.add(pod.waiting);
        running.add(pod.running);
        kv.add(pod.kv_use);
    }
    keep_highest(queue, hour);
    queue.holds = queue.pod_hours >= limits.queue_hours && queue.pod_hours > 0;
    if (!queue.holds) return queue;
    queue.waiting = *waiting.value();
    queue.running = running.value();
    queue.kv = kv.value();
    return queue;
}

}  // namespace arable::diagnose
