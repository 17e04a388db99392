#include "diagnose/demand.h"

namespace arable::diagnose {
namespace {

template <class T>
std::pair<std::string, std::string> place_of(const T& named) {
    return {named.cluster, named.ns};
}
template <class T>
WaiterName name_of(const T& named) {
    return {named.cluster, named.ns + "/" + named.name};
}

// The one workload of all its pods, or none.
model::WorkloadIx workload_of(const model::Timeline& timeline, const model::Gang& gang) {
    if (gang.workload.known() || gang.pods.empty()) return gang.workload;
    const model::WorkloadIx first = timeline.pods[gang.pods.front().at()].workload;
    for (const model::PodIx pod : gang.pods)
        if (timeline.pods[pod.at()].workload != first) return model::WorkloadIx::none();
    return first;
}

WaiterName waiter_of(const model::Timeline& timeline, const Wait& wait) {
    const model::WorkloadIx workload = wait.gang.known() ? workload_of(timeline, timeline.gangs[wait.gang.at()])
                                                         : timeline.pods[wait.pod.at()].workload;
    if (workload.known()) return name_of(timeline.workloads[workload.at()]);
    return wait.gang.known() ? name_of(timeline.gangs[wait.gang.at()]) : name_of(timeline.pods[wait.pod.at()]);
}

}  // namespace

void Requests::Counted::add(const PodHour& pod, const Mean& rate) {
    if (rate.known()) hours[pod.hour].add(pod, rate);
}

std::optional<double> Requests::Counted::rate() const {
    double amount = 0.0;
    std::int64_t ms = 0;
    for (const auto& [hour, together] : hours) {
        amount += together.amount();
        ms += together.lived_ms();
    }
    return ms > 0 ? std::optional(amount / static_cast<double>(ms)) : std::nullopt;
}

std::optional<double> Requests::Weighted::mean() const {
    return weight > 0.0 ? std::optional(sum / weight) : std::nullopt;
}

void Requests::add(const PodHour& hour) {
    requests_.add(hour, hour.request_rate);
    tokens_.add(hour, hour.output_rate);
    // Without a count of requests each hour weighs by its length.
    const auto weigh = [&](Weighted& into, const Mean& seconds) {
        if (!seconds.known()) return;
        const double rate = hour.request_rate.known() ? static_cast<double>(hour.request_rate.value) : 1.0;
        const double weight = rate * seconds.known_ms;
        into.sum += static_cast<double>(seconds.value) * weight;
        into.weight += weight;
    };
    weigh(latency_, hour.latency);
    weigh(ttft_, hour.ttft);
}

std::optional<double> Requests::per_second() const { return requests_.rate(); }
std::optional<double> Requests::output_tokens_per_second() const { return tokens_.rate(); }
std::optional<double> Requests::latency() const { return latency_.mean(); }
std::optional<double> Requests::ttft() const { return ttft_.mean(); }

std::string namespace_name(const model::Timeline& timeline, const std::string& cluster, const std::string& ns) {
    return timeline.clusters.size() > 1 ? cluster + "/" + ns : ns;
}

Demand demand_of(const model::Timeline& timeline, const Folded& folded, const Waits& waits) {
    Demand demand;
    for (const PodHour& hour : folded.pod_hours) {
        const model::Pod& pod = timeline.pods[hour.pod.at()];
        demand.estate.add(hour);
        demand.namespaces[namespace_name(timeline, pod.cluster, pod.ns)].add(hour);
        if (pod.workload.known()) demand.workloads[pod.workload].add(hour);
    }
    for (const Wait& wait : waits.waits) {
        if (!wait.gang.known() && !wait.pod.known()) {
            demand.pool_wait_ms[wait.name] += wait.gpu_ms;
            continue;
        }
        const auto& [cluster, ns] =
            wait.gang.known() ? place_of(timeline.gangs[wait.gang.at()]) : place_of(timeline.pods[wait.pod.at()]);
        demand.namespace_wait_ms[namespace_name(timeline, cluster, ns)] += wait.gpu_ms;
        demand.waiter_wait_ms[waiter_of(timeline, wait)] += wait.gpu_ms;
    }
    return demand;
}

}  // namespace arable::diagnose
