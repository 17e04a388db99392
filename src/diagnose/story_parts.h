#pragma once
// The parts of a story, each worked out by itself.

#include <vector>

#include "diagnose/story.h"
#include "diagnose/story_cast.h"

namespace arable::diagnose {

struct Scene {
    const model::Timeline& timeline;
    const Study& study;
    const Audit& audit;
    const Policy& policy;
    const Cast& cast;
};

// Positions in Folded.hours, ascending: all of the cards of a GPU or node story, else what the pods held of any card.
std::vector<std::uint32_t> shares_of(const Scene& scene);

std::vector<Trait> traits_of(const Scene& scene);
std::vector<Moment> moments_of(const Scene& scene);
std::vector<Stay> stays_of(const Scene& scene);
std::vector<Holding> holdings_of(const Scene& scene);
std::vector<Unfit> unfit_of(const Scene& scene);
// `shares`: as shares_of gives them.
std::vector<Measure> measures_of(const Scene& scene, const std::vector<std::uint32_t>& shares);
std::vector<ChartRow> chart_of(const Scene& scene);

}  // namespace arable::diagnose
