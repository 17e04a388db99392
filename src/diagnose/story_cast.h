#pragma once
// Who a story is about: the name that was asked for, found, and everything that belongs to it.

#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "diagnose/story.h"

namespace arable::diagnose {

// Positions are into the Timeline, Study.views, Audit.waits.waits and Audit.findings; all ascending.
struct Cast {
    StoryKind kind{};
    std::string cluster, name;
    std::vector<model::NodeIx> nodes;
    std::vector<model::GpuIx> gpus;    // of a GPU or node story
    std::vector<model::PodIx> pods;    // of a pod, workload or wait story
    std::vector<std::uint32_t> views;  // of a workload story
    std::vector<std::uint32_t> waits;
    std::optional<std::uint32_t> finding;  // of a finding story; the others are those of its subject
    std::set<Subject> self;                // how findings name it
};

// Fails with not_found when nothing or several things have that name.
Result<Cast> cast_of(const model::Timeline& timeline, const Study& study, const Audit& audit, const Asked& asked);

}  // namespace arable::diagnose
