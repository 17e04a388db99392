#pragma once
// Which MIG profiles hold what a workload was measured to need: by what an instance really has, not by its name. On
// Hopper a 1g with double memory has 26 SMs, not 16, and a 3g 60, nearly those of a 4g.

#include "model/mig.h"

namespace arable::model {

struct MigNeed {
    Bytes memory;            // peak with its margin
    int sms = 0;             // 0: any
    std::string attributes;  // "", "+me", … : exactly these, none is dropped and none guessed
};

struct MigFits {
    std::vector<std::uint32_t> sure;     // profile indices, smallest first: memory slices, compute slices, index
    std::vector<std::uint32_t> unknown;  // the name promises enough, but nobody has verified what the instance has
};

// A memory size that no device was seen to print counts for 7/8 of its name: of those printed the smallest has 88.9 %.
MigFits profiles_for(const MigGeometry& geometry, const MigNeed& need);

// The smallest that surely holds it. Error: none does, with what comes nearest.
Result<std::uint32_t> smallest_profile(const MigGeometry& geometry, const MigNeed& need);

// How what a device lists (-lgip, NVML) differs from the table: profiles on one side only, ids, counts, SMs, slices,
// starts and memory by more than 0.75 GiB (drivers differ by half a GiB). Empty: nowhere. What either side doesn't know
// is no difference. One sentence each, in the table's order.
std::vector<std::string> differences(const MigGeometry& table, const MigGeometry& device);

}  // namespace arable::model
