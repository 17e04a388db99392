#pragma once
// What was measured in one workload-hour: means over its GPUs and its pods. Absent = not measured.

#include <cstdint>
#include <optional>
#include <span>

#include "diagnose/folded.h"
#include "diagnose/workload_view.h"

namespace arable::diagnose {

using Measured = std::optional<double>;

// Time-weighted mean of several Means, weighted by how long each was known.
class Average {
  public:
    void add(const Mean& mean) {
        sum_ += static_cast<double>(mean.value) * mean.known_ms;
        known_ms_ += mean.known_ms;
    }
    void add(double value, std::int64_t weight) {
        sum_ += value * static_cast<double>(weight);
        known_ms_ += weight;
    }
    Measured value() const { return known_ms_ > 0 ? Measured(sum_ / static_cast<double>(known_ms_)) : std::nullopt; }
    std::int64_t known_ms() const { return known_ms_; }

  private:
    double sum_ = 0.0;
    std::int64_t known_ms_ = 0;
};

// Rates of several pods in one hour: added where the pods lived at the same time, one after the other where they did
// not.
class Together {
  public:
    // A rate that is not known adds nothing. O(1) where one pod lived the whole hour, else O(pods).
    void add(const PodHour& pod, const Mean& rate);
    double amount() const { return amount_; }  // rate x milliseconds
    std::int64_t lived_ms() const { return total(lived_).ms; }
    Measured value() const;

  private:
    double amount_ = 0.0;
    IntervalSet lived_;  // within the hour
};

// Of the GPUs while they were active, but for the two `_all`, which include idle time.
struct GpuFeatures {
    std::int64_t active_ms = 0;
    Measured engine, sm, tensor, dram, pcie_rx, pcie_tx, nvlink, throttled, clock;
    Measured engine_all;
    Measured flips;  // share of neighbouring sample pairs in which the engine flipped; absent: no pair
};
GpuFeatures gpu_features(const Folded& folded, std::span<const std::uint32_t> shares);

// Of the pods. Means over pods are weighted by time; cores and requests are those of all pods together.
struct PodFeatures {
    Measured cpu_cores, cpu_throttled, cpu_pressure, io_pressure;
    Measured running, waiting, kv_use;
    float kv_most = 0.0F;  // only when kv_use is known
};
PodFeatures pod_features(const Folded& folded, std::span<const std::uint32_t> pod_hours);

inline bool at_least(const Measured& value, double limit) { return value && *value >= limit; }
inline bool below(const Measured& value, double limit) { return value && *value < limit; }

}  // namespace arable::diagnose
