#pragma once
// WorkloadView: which hours, pods and claims of Folded belong to one workload. Grouped once, read by every detector.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnose/folded.h"
#include "model/timeline.h"

namespace arable::diagnose {

// Positions are into Folded.hours, Folded.pod_hours and Folded.claims.
struct WorkloadView {
    model::WorkloadIx workload;  // none(): the owner of `pods.front()` is not known, the pod stands for itself
    std::string cluster;
    std::string ns;
    std::string kind;  // "Deployment", ...; "Pod" when the owner is not known
    std::string name;
    bool notebook = false, serving = false, batch = false;
    std::optional<std::int64_t> replicas;
    std::vector<model::PodIx> pods;        // that hold or held GPUs, sorted
    std::vector<std::uint32_t> shares;     // claimed by one of them; ascending hour, then lane, then claim
    std::vector<std::uint32_t> pod_hours;  // of them; ascending hour, then pod
    std::vector<std::uint32_t> profiles;   // ascending
    model::ClaimSource source{};           // the least trusted among its claims
    std::string full_name() const { return ns.empty() ? name : ns + "/" + name; }
};

// Sorted by the position of the workload in the Timeline; pods without a known owner last, by position.
// Claims without a known pod belong to no view. O(n log n).
std::vector<WorkloadView> workload_views(const model::Timeline& timeline, const Folded& folded);

// One hour of one workload.
struct WorkloadHour {
    std::int32_t hour = 0;
    std::span<const std::uint32_t> shares;     // part of WorkloadView.shares
    std::span<const std::uint32_t> pod_hours;  // part of WorkloadView.pod_hours; may be empty
};
// Ascending hours, those with at least one share.
std::vector<WorkloadHour> hours_of(const WorkloadView& view, const Folded& folded);

// Time of a workload by what it did, in GPU-milliseconds.
struct HeldTime {
    std::int64_t unknown_ms = 0, starting_ms = 0, empty_ms = 0, loaded_ms = 0;
    std::int64_t computing_ms = 0, bandwidth_rest_ms = 0, other_rest_ms = 0;
    std::int64_t engine_only_ms = 0, util_only_ms = 0;  // of active time, how much rests on what
    std::int64_t active_ms() const { return computing_ms + bandwidth_rest_ms + other_rest_ms; }
    std::int64_t known_ms() const { return starting_ms + empty_ms + loaded_ms + active_ms(); }
    std::int64_t claimed_ms() const { return known_ms() + unknown_ms; }
    void add(const HourShare& share);
};
HeldTime held_time(const Folded& folded, std::span<const std::uint32_t> shares);

std::int64_t active_ms(const HourShare& share);

}  // namespace arable::diagnose
