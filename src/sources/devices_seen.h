#pragma once
// What the samples of a GPU show of its devices: when each was sampled, and which owners their labels named.

#include <optional>
#include <vector>

#include "base/result.h"
#include "sources/assembly.h"
#include "sources/owner_runs.h"

namespace arable::sources {

struct DeviceSeen {
    std::optional<int> instance;
    std::vector<PodKey> owners;  // OwnerRun::owner
    DeviceRuns runs;
};

// When the card was cut into MIG instances.
IntervalSet cut_times(const model::Gpu& gpu);

// The devices of one GPU (by its place in the timeline): its MIG instances, and the card itself while it was not cut.
// Reads the samples of at most two quantities of each. Errors: those of the store.
Result<std::vector<DeviceSeen>> look_at_gpu(const Assembly& a, std::size_t at);

}  // namespace arable::sources
