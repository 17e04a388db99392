#pragma once
// Every claim on a device: claims known by count only are given devices, lowest id first, and are marked unsure where
// that matters (docs/definitions.md §6.1).

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/timeline.h"

namespace arable::diagnose {

struct PlacedClaim {
    Interval held;
    model::ClaimIx claim;
    std::optional<int> instance;
    bool counted = false;  // the device is our choice: activity says nothing while only some of the node are held
    bool unsure = false;   // on this card, but nobody says which instance
};

struct PlacedClaims {
    std::vector<std::vector<PlacedClaim>> by_gpu;  // each sorted by (held.begin, claim)
    // By node: when 0 < k < n devices were held by count only, so that nobody knows which of them.
    std::vector<IntervalSet> unsure;
    // Claims by count of devices that the node does not have, and of instances that no layout has.
    std::int64_t unplaced = 0;
    // Clusters of which some input names pods or holders. Elsewhere nobody can tell a free GPU from a held one.
    std::set<std::string> told;
};

// O(claims x devices of the node).
PlacedClaims place_claims(const model::Timeline& timeline);

}  // namespace arable::diagnose
