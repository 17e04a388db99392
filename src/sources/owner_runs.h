#pragma once
// Owner labels on a device's series come and go with every scrape. This turns them into runs: who was printed as the
// owner of one device, and from when to when.

#include <cstdint>
#include <vector>

#include "base/time.h"

namespace arable::sources {

// The sample times (ascending) of one track and the owner that its labels name; no owner: kNoOwner.
struct OwnedTimes {
    std::uint32_t owner = 0;
    std::vector<Time> times;
};
inline constexpr std::uint32_t kNoOwner = UINT32_MAX;

struct OwnerRun {
    std::uint32_t owner = 0;
    Interval held;
    bool appeared = false;  // just before, the device was sampled without this owner
    Duration bridged;       // part of `held` in which the label was missing
    friend bool operator==(const OwnerRun&, const OwnerRun&) = default;
};

struct DeviceRuns {
    std::vector<OwnerRun> runs;  // by (begin, owner)
    IntervalSet sampled;         // any track had a value
};

// Gaps up to this between runs of one owner are bridged, and counted: exporters lose the label for a scrape or three
// while the pod runs on.
inline constexpr Duration kBridge = minutes(2);

// A sample stands until the device's next sample, at most 2.5 x the median interval of its densest track; a device
// with a single sample: `step`. Several owners at one time are several runs (a shared device). n log n.
DeviceRuns owner_runs(const std::vector<OwnedTimes>& tracks, Duration step);

}  // namespace arable::sources
