#include "model/mig_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace arable::model {
namespace {

constexpr std::size_t kMostSlots = 64;
constexpr std::size_t kMostLayouts = 200'000;

// What a profile's media attribute lets its neighbours have (MIG User Guide; nvml.h on +me.all).
enum class Media : std::uint8_t { none, plain, one, all };

Media media_of(const MigProfile& profile) {
    const auto name = parse_mig_profile(profile.name);
    if (!name) return Media::plain;
    if (name->attributes == "-me") return Media::none;
    if (name->attributes == "+me.all") return Media::all;
    return name->attributes.starts_with("+me") ? Media::one : Media::plain;
}

// Grows layouts slot by slot, in the order of slots, so that each set of slots is met once.
class Growth {
  public:
    Growth(const MigGeometry& geometry, std::span<const MigSlot> slots) : geometry_(geometry), slots_(slots) {
        for (const MigProfile& profile : geometry.profiles) media_.push_back(media_of(profile));
        counts_.assign(geometry.profiles.size(), 0);
    }

    // Absent: too many.
    std::optional<std::vector<std::uint64_t>> all() {
        grow(0, 0);
        if (masks_.size() > kMostLayouts) return std::nullopt;
        return std::move(masks_);
    }

  private:
    bool is_media_free(Media added) const {
        for (std::size_t p = 0; p < counts_.size(); ++p) {
            if (counts_[p] == 0) continue;
            const bool both = added >= Media::one && media_[p] >= Media::one;
            const bool greedy =
                (added == Media::all && media_[p] != Media::none) || (media_[p] == Media::all && added != Media::none);
            if (both || greedy) return false;
        }
        return true;
    }

    bool fits(const MigSlot& slot) const {
        const MigProfile& profile = geometry_.profiles[slot.profile];
        if (counts_[slot.profile] >= profile.most) return false;
        if (compute_ + profile.compute_slices > geometry_.compute_slices) return false;
        return (memory_ & slices(slot)) == 0 && is_media_free(media_[slot.profile]);
    }

    std::uint64_t slices(const MigSlot& slot) const {
        const auto size = static_cast<unsigned>(geometry_.profiles[slot.profile].memory_slices);
        return ((std::uint64_t{1} << size) - 1) << static_cast<unsigned>(slot.start);
    }

    void grow(std::uint64_t mask, std::size_t from) {
        masks_.push_back(mask);
        for (std::size_t i = from; i < slots_.size() && masks_.size() <= kMostLayouts; ++i) {
            const MigSlot& slot = slots_[i];
            if (!fits(slot)) continue;
            const int compute = geometry_.profiles[slot.profile].compute_slices;
            memory_ ^= slices(slot);
            compute_ += compute;
            ++counts_[slot.profile];
            grow(mask | std::uint64_t{1} << i, i + 1);
            --counts_[slot.profile];
            compute_ -= compute;
            memory_ ^= slices(slot);
        }
    }

    const MigGeometry& geometry_;
    std::span<const MigSlot> slots_;
    std::vector<Media> media_;
    std::uint64_t memory_ = 0;
    int compute_ = 0;
    std::vector<int> counts_;
    std::vector<std::uint64_t> masks_;
};

// A device may say anything; a table is made only of what makes sense.
Result<std::vector<MigSlot>> slots_of(const MigGeometry& geometry, const std::vector<bool>& wanted) {
    std::vector<MigSlot> slots;
    for (std::uint32_t p = 0; p < geometry.profiles.size(); ++p) {
        const MigProfile& profile = geometry.profiles[p];
        if (!wanted.empty() && !wanted[p]) continue;
        for (const int start : profile.starts) {
            if (start < 0 || profile.memory_slices < 1 || profile.compute_slices < 1 ||
                start + profile.memory_slices > std::min(geometry.memory_slices, 63)) {
                return fail(ErrorCode::invalid_input,
                            fmt::format("{}@{} lies outside of the GPU", profile.name, start));
            }
            slots.push_back({.profile = p, .start = start});
        }
    }
    if (slots.size() > kMostSlots)
        return fail(ErrorCode::limit, fmt::format("a GPU with {} MIG placements", slots.size()));
    return slots;
}

}  // namespace

Result<MigLayouts> MigLayouts::of(const MigGeometry& geometry, const std::vector<bool>& wanted) {
    ARABLE_TRY(slots, slots_of(geometry, wanted));
    MigLayouts layouts;
    layouts.geometry_ = geometry;
    layouts.slots_ = std::move(slots);
    auto masks = Growth(layouts.geometry_, layouts.slots_).all();
    if (!masks) return fail(ErrorCode::limit, "a GPU with too many MIG layouts");
    layouts.masks_ = std::move(*masks);
    layouts.sorted_.resize(layouts.masks_.size());
    std::iota(layouts.sorted_.begin(), layouts.sorted_.end(), Id{0});
    std::ranges::sort(layouts.sorted_, {}, [&](Id id) { return layouts.masks_[id]; });
    layouts.with_.reserve(layouts.masks_.size() * layouts.slots_.size());
    for (Id id = 0; id < layouts.count(); ++id) {
        for (Slot slot = 0; slot < layouts.slots_.size(); ++slot) {
            layouts.with_.push_back(layouts.at(layouts.masks_[id] | std::uint64_t{1} << slot).value_or(id));
        }
    }
    return layouts;
}

std::optional<MigLayouts::Id> MigLayouts::at(std::uint64_t mask) const {
    const auto found = std::ranges::lower_bound(sorted_, mask, {}, [&](Id id) { return masks_[id]; });
    if (found == sorted_.end() || masks_[*found] != mask) return std::nullopt;
    return *found;
}

std::optional<MigLayouts::Id> MigLayouts::with(Id layout, Slot slot) const {
    const Id next = with_[std::size_t{layout} * slots_.size() + slot];
    if (next == layout) return std::nullopt;
    return next;
}

MigLayouts::Id MigLayouts::without(Id layout, Slot slot) const {
    return at(masks_[layout] & ~(std::uint64_t{1} << slot)).value_or(layout);
}

MigCounts MigLayouts::counts(Id layout) const {
    MigCounts counts(geometry_.profiles.size(), 0);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if ((masks_[layout] >> i & 1U) != 0) ++counts[slots_[i].profile];
    }
    return counts;
}

std::vector<MigPlacement> MigLayouts::placements(Id layout) const {
    std::vector<MigPlacement> placements;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if ((masks_[layout] >> i & 1U) == 0) continue;
        placements.push_back({.profile = geometry_.profiles[slots_[i].profile].name, .start = slots_[i].start});
    }
    std::ranges::sort(placements, {}, &MigPlacement::start);
    return placements;
}

Result<MigLayouts::Id> MigLayouts::find(std::span<const MigPlacement> placements) const {
    if (auto legal = check_layout(geometry_, placements); !legal) return tl::unexpected(legal.error());
    std::uint64_t mask = 0;
    for (const MigPlacement& placement : placements) {
        const MigProfile* profile = geometry_.find(*parse_mig_profile(placement.profile));
        const auto index = static_cast<std::uint32_t>(profile - geometry_.profiles.data());
        const auto slot = std::ranges::find(slots_, MigSlot{.profile = index, .start = placement.start});
        if (slot != slots_.end()) mask |= std::uint64_t{1} << (slot - slots_.begin());
        if (slot == slots_.end())
            return fail(ErrorCode::not_found, fmt::format("{} is left out here", placement.profile));
    }
    if (const auto layout = at(mask)) return *layout;
    return fail(ErrorCode::internal, "a legal layout is missing from the table");
}

std::vector<MigCounts> distinct_counts(const MigLayouts& layouts) {
    std::set<MigCounts> seen;
    for (MigLayouts::Id id = 0; id < layouts.count(); ++id) seen.insert(layouts.counts(id));
    return {seen.begin(), seen.end()};
}

std::vector<MigCounts> maximal_counts(const MigLayouts& layouts) {
    const std::vector<MigCounts> all = distinct_counts(layouts);
    std::vector<MigCounts> maximal;
    for (const MigCounts& counts : all) {
        const bool contained = std::ranges::any_of(all, [&](const MigCounts& other) {
            return other != counts && std::ranges::equal(counts, other, std::less_equal<>{});
        });
        if (!contained) maximal.push_back(counts);
    }
    return maximal;
}

}  // namespace arable::model
