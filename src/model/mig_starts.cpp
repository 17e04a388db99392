#include "model/mig_starts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace arable::model {

MigStarts::MigStarts(const MigLayouts& layouts, std::vector<std::int64_t> weights)
    : profiles_(layouts.geometry().profiles.size()) {
    if (weights.empty()) {
        for (const MigProfile& profile : layouts.geometry().profiles) weights.push_back(profile.memory_slices);
    }
    const auto slots = layouts.slots();
    // Fuller layouts first: what can be added to one leads to a fuller one.
    std::vector<MigLayouts::Id> fullest(layouts.count());
    std::iota(fullest.begin(), fullest.end(), MigLayouts::Id{0});
    std::ranges::stable_sort(fullest, std::greater<>{},
                             [&](MigLayouts::Id id) { return std::popcount(layouts.mask(id)); });
    room_.assign(layouts.count() * profiles_, 0);
    worth_.assign(layouts.count(), 0);
    best_.resize(layouts.count() * profiles_);
    for (const MigLayouts::Id id : fullest) {
        for (MigLayouts::Slot slot = 0; slot < slots.size(); ++slot) {
            const auto next = layouts.with(id, slot);
            if (!next) continue;
            const std::size_t at = id * profiles_ + slots[slot].profile;
            room_[at] = std::max(room_[at], 1 + room_[*next * profiles_ + slots[slot].profile]);
            auto& best = best_[at];
            if (!best || worth_[*next] >= worth_[*layouts.with(id, *best)]) best = slot;
        }
        for (std::size_t p = 0; p < profiles_; ++p) worth_[id] += weights[p] * room_[id * profiles_ + p];
    }
    std::map<MigCounts, MigLayouts::Id> arranged;
    for (MigLayouts::Id id = 0; id < layouts.count(); ++id) {
        const auto [at, is_new] = arranged.try_emplace(layouts.counts(id), id);
        const auto rank = [&](MigLayouts::Id layout) { return std::pair(-worth_[layout], layouts.mask(layout)); };
        if (!is_new && rank(id) < rank(at->second)) at->second = id;
    }
    arranged_.assign(arranged.begin(), arranged.end());
}

std::optional<MigLayouts::Slot> MigStarts::best(MigLayouts::Id layout, std::uint32_t profile) const {
    return best_[layout * profiles_ + profile];
}

int MigStarts::room(MigLayouts::Id layout, std::uint32_t profile) const { return room_[layout * profiles_ + profile]; }

std::optional<MigLayouts::Id> MigStarts::arrange(const MigCounts& counts) const {
    const auto found = std::ranges::lower_bound(arranged_, counts, {},
                                                [](const auto& pair) -> const MigCounts& { return pair.first; });
    if (found == arranged_.end() || found->first != counts) return std::nullopt;
    return found->second;
}

}  // namespace arable::model
