#pragma once
// Waits and free marks by whom they concern: the gang, else the workload, else the pod, else the pool that waited.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "diagnose/detector.h"

namespace arable::diagnose {

// The waiting of one subject, its gangs and pods added.
struct Waiting {
    std::int64_t gpu_ms = 0;
    WaitTimes by_cause{};
    std::vector<const Wait*> waits;
    std::int64_t ms(WaitCause cause) const { return by_cause[static_cast<std::size_t>(cause)]; }
};

Subject gang_or_workload(const model::Timeline& timeline, model::PodIx pod);  // of a pod: gang first
Subject workload_of_pod(const model::Timeline& timeline, model::PodIx pod);   // workload, else the pod

enum class By : std::uint8_t { gang, workload };
std::map<Subject, Waiting> waiting_by(const DetectorInput& input, By by);

// What one mark counts for: its part inside free time of its lane that no earlier mark has taken, in GPU-milliseconds.
struct MarkedTime {
    const FreeMark* mark = nullptr;
    std::int64_t gpu_ms = 0;
};
// In the order of the input. Per lane the marks never add up to more than its free time.
std::vector<MarkedTime> marked_times(const DetectorInput& input);

// The detail that most of the waiting of `waiting` with this cause carries, by GPU-time; empty when none has any.
WaitDetail main_detail(const Waiting& waiting, WaitCause cause);

// The class of free time that a wait with this cause marks: fragmented and stranded have their own, constrained and
// gated share one.
AccountClass class_of(WaitCause cause);

}  // namespace arable::diagnose
