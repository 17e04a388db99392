#pragma once
// Where on a GPU an instance should stand, so that as much as possible can still come beside it: for each layout and
// profile the best start, looked up in O(1).

#include "model/mig_layouts.h"

namespace arable::model {

class MigStarts {
  public:
    // The worth of a layout is the sum over profiles of weight × how many more of that profile alone would still fit
    // (Weng et al. 2023 measure fragmentation alike, over what is expected to come). Of the starts a profile may take,
    // the best loses the least worth; of equals the one nearest the end, since 4g and 7g can only start at 0. `weights`
    // by profile index, e.g. the demand expected; empty: the profile's memory slices.
    explicit MigStarts(const MigLayouts& layouts, std::vector<std::int64_t> weights = {});

    // Absent: the profile does not fit any more. O(1).
    std::optional<MigLayouts::Slot> best(MigLayouts::Id layout, std::uint32_t profile) const;
    std::int64_t worth(MigLayouts::Id layout) const { return worth_[layout]; }
    // How many more instances of this profile, and no other, could be added.
    int room(MigLayouts::Id layout, std::uint32_t profile) const;

    // The layout of exactly these counts that is worth most; of equals the first by mask. Absent: there is none.
    std::optional<MigLayouts::Id> arrange(const MigCounts& counts) const;

  private:
    std::size_t profiles_;
    std::vector<int> room_;                                       // [id × profiles + profile]
    std::vector<std::int64_t> worth_;                             // by id
    std::vector<std::optional<MigLayouts::Slot>> best_;           // [id × profiles + profile]
    std::vector<std::pair<MigCounts, MigLayouts::Id>> arranged_;  // by counts
};

}  // namespace arable::model
