#pragma once
// What the site says and every threshold of the diagnosis, in one value. Defaults are those of docs/definitions.md.

#include <cstdint>
#include <map>
#include <string>

#include "base/time.h"
#include "base/units.h"
#include "diagnose/detector_limits.h"

namespace arable::diagnose {

struct Thresholds {
    double active = 0.05;              // any known engine metric at or above: active
    Bytes empty_floor = gibibytes(1);  // empty: memory used <= max(floor, share of the card)
    double empty_share = 0.02;
    Duration starting = minutes(10);   // held.starting lasts at most this from the claim's start
    Duration loaded_run = minutes(5);  // shorter pauses belong to the active stretch around them
    double bandwidth_bound = 0.50;     // DRAM activity
    double range_low = 0.30;           // SM activity is at least this part of engine activity when not exported
};

struct Policy {
    Thresholds thresholds;
    DetectorLimits detectors;
    // namespace -> trust domain. Empty: each namespace is its own domain and sharing is recommended, never automatic.
    std::map<std::string, std::string> trust_domains;
    Duration step = minutes(1);
    unsigned threads = 1;
};

}  // namespace arable::diagnose
