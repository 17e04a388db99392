#pragma once
// Who held one lane when: claims become spans with one set of holders each.

#include <map>
#include <vector>

#include "diagnose/folded.h"
#include "diagnose/placed_claims.h"

namespace arable::diagnose {

// Sets of claims that held a lane together; position 0 is the empty set. Each set is sorted.
class HolderSets {
  public:
    HolderSets() { id_of({}); }
    std::uint32_t id_of(const std::vector<model::ClaimIx>& holders);
    const std::vector<model::ClaimIx>& operator[](std::uint32_t id) const { return sets_[id]; }
    std::size_t size() const { return sets_.size(); }

  private:
    std::vector<std::vector<model::ClaimIx>> sets_;
    std::map<std::vector<model::ClaimIx>, std::uint32_t> ids_;
};

struct HolderSpan {
    Interval during;
    std::uint32_t holders = 0;  // of HolderSets
    bool ghost = false;         // held on paper only, by somebody who is gone
    bool unsure = false;        // which device is held is not known: what the device does tells nothing about holders
};

// Spans cover `lane.during` without holes. `unsure`: of the lane's node. A ghost counts only while nobody alive holds
// the lane. O(n log n) for n claims, times how many hold the lane at once.
std::vector<HolderSpan> holder_spans(const Lane& lane, const std::vector<PlacedClaim>& placed,
                                     const std::vector<model::Claim>& claims, const IntervalSet& unsure,
                                     HolderSets& sets);

}  // namespace arable::diagnose
