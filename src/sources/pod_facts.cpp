// Pods, their owners and quotas from kube-state-metrics. Times are the values of its series, in Unix seconds.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "series/reader.h"
#include "sources/label_facts.h"
#include "sources/metric_facts.h"
#include "sources/resource_names.h"
#include "sources/state_series.h"

namespace arable::sources {
namespace {

using S = StateKind;
using model::PodPhase;
using model::WaitNote;

struct PodBuild {
    PodFact fact;
    Time first = kEndOfTime;
    Time last = kBeginningOfTime;
    Duration interval = minutes(1);
    std::map<std::string, std::map<std::string, double>> requests;  // container -> resource -> amount
    std::map<std::string, std::map<std::string, double>> init_requests;
    std::map<std::string, std::map<std::string, double>> limits;
    std::map<PodPhase, Interval> phases;  // first and last sample on which the phase held
    std::optional<Time> kubelet_start;
    std::optional<Time> container_start;
    std::optional<Time> deleted;
};

std::optional<Time> time_of(double unix_seconds) {
    constexpr double kLatest = 253402300799.0;  // year 9999
    if (!(unix_seconds > 0) || unix_seconds > kLatest) return std::nullopt;
    return Time{static_cast<std::int64_t>(std::llround(unix_seconds * 1000))};
}

PodPhase phase_of(std::string_view text) {
    if (text == "Pending") return PodPhase::pending;
    if (text == "Running") return PodPhase::running;
    if (text == "Succeeded") return PodPhase::succeeded;
    if (text == "Failed") return PodPhase::failed;
    return PodPhase::unknown;
}

void widen(std::map<PodPhase, Interval>& phases, PodPhase phase, const MetricTrack& track) {
    const auto [at, fresh] = phases.try_emplace(phase, Interval{track.first_one, track.last_one});
    at->second.begin = std::min(at->second.begin, track.first_one);
    at->second.end = std::max(at->second.end, track.last_one);
}

void add_note(PodBuild& pod, const MetricTrack& track, WaitNote::Kind kind, const std::string& detail) {
    if (track.first_one > track.last_one) return;
    pod.fact.pod.notes.push_back({{track.first_one, track.last_one + track.interval()}, kind, detail});
}

void add_reason(PodBuild& pod, const MetricTrack& track) {
    if (track.a == "SchedulingGated") add_note(pod, track, WaitNote::Kind::gated, track.a);
    if (track.a == "UnexpectedAdmissionError" || track.a == "NodeAffinity") {
        const std::size_t notes = pod.fact.pod.notes.size();
        add_note(pod, track, WaitNote::Kind::admission_failed, track.a);
        if (pod.fact.pod.notes.size() > notes)
            pod.fact.pod.notes.back().devices_refused = track.a == "UnexpectedAdmissionError";
    }
}

void add_track(PodBuild& pod, const MetricTrack& track) {
    auto& out = pod.fact.pod;
    switch (track.row->state) {
        case S::pod_info:
            if (!track.a.empty()) pod.fact.node = track.a;
            if (!track.b.empty()) out.spec.priority_class = track.b;
            break;
        case S::pod_owner:
            if (!track.a.empty()) pod.fact.owners.push_back({track.a, track.b, ""});
            break;
        case S::pod_phase:
            if (track.first_one <= track.last_one) widen(pod.phases, phase_of(track.a), track);
            break;
        case S::pod_created:
            out.created = time_of(track.last_value);
            break;
        case S::pod_started:
            pod.kubelet_start = time_of(track.last_value);
            break;
        case S::pod_scheduled:
            out.scheduled = time_of(track.last_value);
            break;
        case S::pod_completed:
            out.ended = time_of(track.last_value);
            break;
        case S::pod_deleted:
            pod.deleted = time_of(track.last_value);
            break;
        case S::pod_unschedulable:
            add_note(pod, track, WaitNote::Kind::unschedulable, "");
            break;
        case S::pod_reason:
            add_reason(pod, track);
            break;
        case S::pod_request:
            pod.requests[track.a][track.b] = track.last_value;
            break;
        case S::pod_init_request:
            pod.init_requests[track.a][track.b] = track.last_value;
            break;
        case S::pod_limit:
            pod.limits[track.a][track.b] = track.last_value;
            break;
        case S::pod_labels:
            out.labels.merge(parse_label_lines(track.a));
            break;
        case S::pod_scheduler:
            out.spec.scheduler = track.a;
            break;
        case S::container_started:
            if (const auto started = time_of(track.least)) {
                pod.container_start = std::min(pod.container_start.value_or(*started), *started);
            }
            break;
        default:
            break;
    }
}

// As the scheduler counts: the larger of all containers together and the largest init container.
std::map<std::string, double> effective(const PodBuild& pod) {
    std::map<std::string, double> out;
    for (const auto& [container, resources] : pod.requests) {
        for (const auto& [resource, amount] : resources) out[resource] += amount;
    }
    for (const auto& [container, resources] : pod.init_requests) {
        for (const auto& [resource, amount] : resources) out[resource] = std::max(out[resource], amount);
    }
    return out;
}

std::int64_t whole_up_to(double amount, std::int64_t most) {
    return std::llround(std::clamp(amount, 0.0, static_cast<double>(most)));
}

void set_spec(PodBuild& pod) {
    auto& spec = pod.fact.pod.spec;
    std::map<std::string, std::int64_t> devices;
    for (const auto& [resource, amount] : effective(pod)) {
        const auto bounded = std::clamp(amount, 0.0, 9e15);
        if (resource == "cpu") spec.cpu = MilliCpu{whole_up_to(amount * 1000, model::kMostMilliCpu)};
        if (resource == "memory") spec.memory = Bytes{whole_up_to(amount, model::kMostMemoryBytes)};
        if (find_gpu_resource(resource)) devices[resource] = std::llround(bounded);
    }
    spec.device = read_device_request(devices, {});
    std::int64_t limit = 0;
    bool limited = !pod.requests.empty();
    for (const auto& [container, resources] : pod.requests) {
        const auto found = pod.limits.find(container);
        const bool has = found != pod.limits.end() && found->second.contains("cpu");
        limited = limited && has;
        if (has) limit += whole_up_to(found->second.at("cpu") * 1000, model::kMostMilliCpu);
    }
    if (limited) spec.cpu_limit = MilliCpu{std::min(limit, model::kMostMilliCpu)};
    spec.queue = queue_of(pod.fact.pod.labels, {});
}

void set_gang(PodFact& fact) {
    GangName gang = gang_of(fact.pod.labels, {});
    fact.gang_kind = std::move(gang.kind);
    fact.gang_name = std::move(gang.name);
}

// A reporter that does not print when pods were made tells it by when it first shows them.
void set_beginning(PodBuild& pod, Time reporter_first) {
    auto& out = pod.fact.pod;
    if (pod.first <= reporter_first + series::hold_of(pod.interval)) return;
    if (!out.created) out.created = pod.first;
    const auto running = pod.phases.find(PodPhase::running);
    if (!out.started && !out.scheduled && running != pod.phases.end()) out.started = running->second.begin;
}

void set_life(PodBuild& pod, const Interval& reporter) {
    auto& out = pod.fact.pod;
    Time latest = kBeginningOfTime;
    for (const auto& [phase, held] : pod.phases) {
        if (held.end < latest) continue;
        latest = held.end;
        out.phase = phase;
    }
    // The container's own time, else between the last sample on which it did not run and the first on which it did,
    // but not before the kubelet took the pod.
    const auto running = pod.phases.find(PodPhase::running);
    const bool seen_before = running != pod.phases.end() && running->second.begin > pod.first;
    out.started = pod.container_start;
    if (!out.started) out.started = pod.kubelet_start;
    if (!pod.container_start && seen_before) {
        const auto earliest = running->second.begin - pod.interval;
        out.started = std::max(out.started.value_or(earliest), earliest);
    }
    for (const auto phase : {PodPhase::succeeded, PodPhase::failed}) {
        const auto over = pod.phases.find(phase);
        if (over != pod.phases.end() && !out.ended) out.ended = over->second.begin;
    }
    pod.fact.first_seen = pod.first;
    pod.fact.last_seen = pod.last;
    pod.fact.end_known = true;
    set_beginning(pod, reporter.begin);
    const bool gone = pod.last + series::hold_of(pod.interval) < reporter.end;
    if (!out.ended && gone) out.ended = pod.last + pod.interval;
}

// Waits end when the pod is scheduled, and the first one begins with the pod if it was there from the first sample.
void trim_notes(PodBuild& pod) {
    auto& out = pod.fact.pod;
    for (auto& note : out.notes) {
        if (out.created && note.during.begin <= pod.first)
            note.during.begin = std::min(note.during.begin, *out.created);
        if (out.scheduled && note.kind != WaitNote::Kind::admission_failed) {
            note.during.end = std::min(note.during.end, *out.scheduled);
        }
    }
    std::erase_if(out.notes, [](const WaitNote& note) { return note.during.empty(); });
    std::ranges::sort(out.notes, [](const WaitNote& l, const WaitNote& r) {
        return std::tie(l.during, l.kind, l.detail) < std::tie(r.during, r.kind, r.detail);
    });
}

void widen(std::map<std::string, Interval>& reporter, const std::string& cluster, const MetricTrack& track) {
    Interval& seen = reporter.try_emplace(cluster, Interval{track.first, track.last}).first->second;
    seen.begin = std::min(seen.begin, track.first);
    seen.end = std::max(seen.end, track.last);
}

}  // namespace

void add_pod_facts(const Collected& all, Facts& facts) {
    std::map<PodKey, PodBuild> pods;
    std::map<std::string, Interval> reporter;  // first and last sample, by cluster
    for (const auto* track : all.tracks) {
        const auto kind = track->row->state;
        if (track->row->of != RowOf::state || kind < S::pod_info || kind > S::container_started || !track->seen())
            continue;
        const auto& keys = all.keys_of(*track);
        auto key = keys.plain;
        key.cluster = keys.cluster;
        auto& pod = pods[key];
        widen(reporter, keys.cluster, *track);
        if (track->last > pod.last) pod.interval = track->interval();
        pod.first = std::min(pod.first, track->first);
        pod.last = std::max(pod.last, track->last);
        add_track(pod, *track);
    }
    for (const auto* track : all.tracks) {
        const auto kind = track->row->state;
        const auto& cluster = all.keys_of(*track).cluster;
        if (kind < S::node_info || kind > S::node_capacity || !reporter.contains(cluster)) continue;
        widen(reporter, cluster, *track);
    }
    for (auto& [key, pod] : pods) {
        auto& out = pod.fact.pod;
        out.cluster = key.cluster;
        out.ns = key.ns;
        out.name = key.name;
        out.uid = key.uid;
        set_spec(pod);
        set_gang(pod.fact);
        set_life(pod, reporter[key.cluster]);
        trim_notes(pod);
        facts.pods.push_back(std::move(pod.fact));
    }
    facts.has_pod_data = facts.has_pod_data || !pods.empty();
}

}  // namespace arable::sources
