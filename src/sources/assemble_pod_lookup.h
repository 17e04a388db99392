#pragma once
// From the pod that a label or a record names to pods of the timeline. One name may have meant several pods, one after
// the other (a StatefulSet's): a run is split where the next one of that name was scheduled.

#include <vector>

#include "sources/assembly.h"
#include "sources/device_claims.h"
#include "sources/owner_runs.h"
#include "sources/pod_listing.h"

namespace arable::sources {

class PodLookup {
  public:
    explicit PodLookup(const Assembly& a);

    const std::vector<PodLife>& lives() const { return lives_; }  // by PodIx
    // PodLife::full of one pod.
    void note_full(model::PodIx pod, IntervalSet times) { lives_[pod.at()].full = std::move(times); }
    model::NodeIx node(const std::string& cluster, const std::string& name) const;

    // `node`: where the device is; pods of that name on other nodes are not meant, if there is one on this node.
    std::vector<Holding> of_run(const PodKey& owner, const OwnerRun& run, model::NodeIx node) const;
    // Records are believed to the letter: a uid that no pod has means a pod that is gone, and so does a name that is
    // in no list of the pods at the time.
    std::vector<Holding> of_claim(const ClaimFact& fact, model::NodeIx node) const;

  private:
    std::vector<model::PodIx> candidates(const PodKey& key, model::NodeIx node) const;
    // A time before the first of them was made belongs to an earlier pod of the name, which nothing describes.
    std::vector<Holding> split(const std::vector<model::PodIx>& pods, const Holding& whole) const;

    std::vector<Holding> without_unlisted(std::vector<Holding> parts, const ClaimFact& fact) const;

    const Assembly& a_;
    PodListing listing_;
    std::vector<PodLife> lives_;
};

}  // namespace arable::sources
