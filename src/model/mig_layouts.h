#pragma once
// All layouts that MIG instances can have together on one GPU, as states with a table of what may be added to each.
// A seven-slice lattice has 723 (without +me), a four-slice one 26.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/mig.h"

namespace arable::model {

// A place where an instance can stand.
struct MigSlot {
    std::uint32_t profile = 0;  // index into MigGeometry::profiles
    int start = 0;
    friend bool operator==(const MigSlot&, const MigSlot&) = default;
};

using MigCounts = std::vector<int>;  // instances by profile index

class MigLayouts {
  public:
    using Id = std::uint32_t;  // 0 is the empty layout
    using Slot = std::uint32_t;

    // Profiles left out of `wanted` (by profile index; empty: all are wanted) appear in no layout. Error: the geometry
    // has more slots than 64 or more layouts than a table is good for, which no product has.
    static Result<MigLayouts> of(const MigGeometry& geometry, const std::vector<bool>& wanted = {});

    const MigGeometry& geometry() const { return geometry_; }
    std::span<const MigSlot> slots() const { return slots_; }  // by profile, then start
    Id count() const { return static_cast<Id>(masks_.size()); }

    std::uint64_t mask(Id layout) const { return masks_[layout]; }  // bit i: an instance stands at slots()[i]
    std::optional<Id> with(Id layout, Slot slot) const;             // absent: it cannot be added. O(1)
    Id without(Id layout, Slot slot) const;                         // precondition: it stands there
    std::optional<Id> at(std::uint64_t mask) const;                 // absent: no layout
    MigCounts counts(Id layout) const;
    std::vector<MigPlacement> placements(Id layout) const;  // by start
    // Error: as check_layout says, or a profile that is not wanted.
    Result<Id> find(std::span<const MigPlacement> placements) const;

  private:
    MigGeometry geometry_;
    std::vector<MigSlot> slots_;
    std::vector<std::uint64_t> masks_;  // by id
    std::vector<Id> sorted_;            // ids by mask
    std::vector<Id> with_;              // [id × slots + slot], own id: cannot be added
};

// The distinct counts that some layout has; `maximal_counts` only those that no other one contains (28 on the
// seven-slice lattice without +me, 12 without 1g double memory either, 4 on the four-slice one). In ascending order.
std::vector<MigCounts> distinct_counts(const MigLayouts& layouts);
std::vector<MigCounts> maximal_counts(const MigLayouts& layouts);

}  // namespace arable::model
