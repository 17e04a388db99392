#pragma once
// Positions in the vectors of a Timeline.

#include "base/index.h"

namespace arable::model {

using NodeIx = Index<struct NodeTag>;
using GpuIx = Index<struct GpuTag>;
using PodIx = Index<struct PodTag>;
using WorkloadIx = Index<struct WorkloadTag>;
using GangIx = Index<struct GangTag>;
using ClaimIx = Index<struct ClaimTag>;

// What a series::Subject's kind means.
enum class SubjectKind : std::uint8_t { gpu, pod, node };

}  // namespace arable::model
