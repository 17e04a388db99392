#pragma once
// Pseudonyms instead of names, the same one wherever a name stands, so that everything still joins: owners, claims,
// selectors and the labels that they select, taints and tolerations, queues and their quotas.
//
// Numbers follow the order of the names, so that sorted lists stay sorted. What stays: products, resources of known
// vendors, labels that Kubernetes, NVIDIA and clouds define (instance type, region and zone with them: prices need
// those), owners' kinds, and of a name that says how large a model is, that size ("workload-07-8b"). Free texts keep
// numbers, names that have a pseudonym, and words of a fixed list; gaps keep their kind and counts.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "codec/named.h"
#include "codec/snapshot_lines.h"

namespace arable::codec {

class Redaction {
  public:
    // Learns all names of `values`.
    explicit Redaction(SnapshotValues& values);

    void apply(SnapshotValues& values) const;
    void apply(std::vector<model::Gap>& gaps) const;

    // The pseudonym of a name, or the name itself when it is one that stays.
    std::string pseudonym(const std::string& name, Named what) const;
    // A sentence in which only what is known to name nobody is left.
    std::string sentence(const std::string& text) const;

  private:
    std::array<std::map<std::string, std::string>, kNamedKinds> pseudonyms_;
};

}  // namespace arable::codec
