#include "diagnose/hour_shares.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/apportion.h"
#include "base/check.h"

namespace arable::diagnose {
namespace {

using Parts = std::vector<std::int64_t>;

std::int64_t& part_of(HourShare& share, PieceState state) {
    switch (state) {
        case PieceState::unavailable:
            return share.unavailable_ms;
        case PieceState::used_unclaimed:
            return share.used_unclaimed_ms;
        case PieceState::free_ghost:
            return share.ghost_ms;
        case PieceState::free:
            return share.free_ms;
        case PieceState::unknown:
            return share.unknown_ms;
        case PieceState::starting:
            return share.starting_ms;
        case PieceState::empty:
            return share.empty_ms;
        case PieceState::loaded:
            return share.loaded_ms;
        case PieceState::active:
            break;
    }
    return share.other_rest_ms;
}

// Whole thousandths, so that fractions of a millisecond still weigh.
std::int64_t weight(double ms) { return std::llround(std::max(0.0, ms) * 1000.0); }

Mean merged(const Mean& a, const Mean& b) {
    WeightedSum sum;
    sum.add(static_cast<double>(a.value), {a.known_ms});
    sum.add(static_cast<double>(b.value), {b.known_ms});
    return sum.mean();
}

void add_features(HourShare& share, const HourEntry& entry) {
    const std::array<Mean*, kFeatures> means{&share.engine, &share.sm,        &share.tensor,      &share.dram,
                                             &share.power,  &share.sm_clock,  &share.pcie_rx,     &share.pcie_tx,
                                             &share.nvlink, &share.throttled, &share.memory_used, &share.engine_all,
                                             &share.sm_all, &share.dram_all};
    for (std::size_t i = 0; i < kFeatures; ++i) *means[i] = merged(*means[i], entry.sums[i].mean());
    share.memory_most = std::max(share.memory_most, entry.memory_most);
    const auto capped = [](std::uint32_t a, std::uint32_t b) {
        return static_cast<std::uint16_t>(std::min<std::uint32_t>(a + b, UINT16_MAX));
    };
    share.engine_flips = capped(share.engine_flips, entry.engine_flips);
    share.engine_pairs = capped(share.engine_pairs, entry.engine_pairs);
    share.engine_only = share.engine_only || entry.engine_only;
    share.util_only = share.util_only || entry.util_only;
}

// Splits the GPU time of one lane and hour over its entries, and adds them to `out`.
class LaneHour {
  public:
    LaneHour(std::span<const HourEntry> entries, const HolderSets& sets, std::uint32_t lane,
             std::vector<HourShare>& out)
        : entries_(entries), sets_(sets), lane_(lane), out_(out), first_(out.size()) {}

    void share(std::int64_t unavailable, std::int64_t available) {
        constexpr auto kUnavailable = static_cast<std::size_t>(PieceState::unavailable);
        Parts lost, rest;
        for (const HourEntry& entry : entries_) {
            lost.push_back(entry.wall_ms[kUnavailable]);
            rest.insert(rest.end(), entry.wall_ms.begin(), entry.wall_ms.end());
            rest[rest.size() - kPieceStates + kUnavailable] = 0;
        }
        lost = apportion(unavailable, lost);
        rest = apportion(available, rest);
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            std::array<std::int64_t, kPieceStates> ms{};
            std::copy_n(rest.begin() + static_cast<std::ptrdiff_t>(e * kPieceStates), kPieceStates, ms.begin());
            ms[kUnavailable] = lost[e];
            add(entries_[e], ms);
        }
        std::sort(out_.begin() + static_cast<std::ptrdiff_t>(first_), out_.end(),
                  [](const HourShare& a, const HourShare& b) { return a.claim < b.claim; });
    }

  private:
    HourShare& of(model::ClaimIx claim, std::int32_t hour) {
        for (std::size_t i = first_; i < out_.size(); ++i) {
            if (out_[i].claim == claim) return out_[i];
        }
        HourShare share;
        share.lane = lane_;
        share.hour = hour;
        share.claim = claim;
        out_.push_back(share);
        return out_.back();
    }

    void add(const HourEntry& entry, const std::array<std::int64_t, kPieceStates>& ms) {
        const auto active = static_cast<std::size_t>(PieceState::active);
        const Parts parts = apportion(
            ms[active], Parts{weight(entry.computing), weight(entry.bandwidth_rest), weight(entry.other_rest)});
        std::vector<model::ClaimIx> holders = sets_[entry.holders];
        if (holders.empty()) holders.push_back(model::ClaimIx::none());
        const Parts equal(holders.size(), 1);
        const auto each = [&](std::int64_t total, auto field) {
            const Parts split = apportion(total, equal);
            for (std::size_t h = 0; h < holders.size(); ++h) field(of(holders[h], entry.hour)) += split[h];
        };
        for (std::size_t s = 0; s < kPieceStates; ++s) {
            if (s == active || ms[s] == 0) continue;
            each(ms[s], [s](HourShare& share) -> std::int64_t& { return part_of(share, static_cast<PieceState>(s)); });
        }
        each(parts[0], [](HourShare& share) -> std::int64_t& { return share.computing_ms; });
        each(parts[1], [](HourShare& share) -> std::int64_t& { return share.bandwidth_rest_ms; });
        each(parts[2], [](HourShare& share) -> std::int64_t& { return share.other_rest_ms; });
        for (const model::ClaimIx holder : holders) add_features(of(holder, entry.hour), entry);
    }

    std::span<const HourEntry> entries_;
    const HolderSets& sets_;
    std::uint32_t lane_;
    std::vector<HourShare>& out_;
    std::size_t first_;
};

// The entries of one lane in one hour, and their wall time.
struct LaneSlice {
    std::span<const HourEntry> entries;
    std::int64_t unavailable = 0, available = 0;
};

LaneSlice next_hour(const std::vector<HourEntry>& entries, std::size_t from) {
    LaneSlice slice;
    std::size_t end = from;
    while (end < entries.size() && entries[end].hour == entries[from].hour) {
        slice.unavailable += entries[end].wall_ms[static_cast<std::size_t>(PieceState::unavailable)];
        slice.available += entries[end].available_ms();
        ++end;
    }
    slice.entries = std::span(entries).subspan(from, end - from);
    return slice;
}

}  // namespace

CardShares share_out(const CardLanes& lanes, const std::vector<std::vector<HourEntry>>& entries, const HolderSets& sets,
                     std::uint32_t first_lane) {
    CardShares out;
    std::vector<std::vector<HourShare>> by_lane(lanes.lanes.size());
    for (const LayoutPart& part : lanes.parts) {
        Parts slices;
        for (std::size_t l = 0; l < part.lane_count; ++l)
            slices.push_back(std::max(1, lanes.lanes[part.first_lane + l].slices));
        std::vector<std::size_t> at(part.lane_count, 0);
        while (part.lane_count > 0 && at[0] < entries[part.first_lane].size()) {
            const LaneSlice first = next_hour(entries[part.first_lane], at[0]);
            const Parts usable = apportion(first.available, Parts{std::max(1, part.mig_sms), part.sms - part.mig_sms});
            out.unusable_ms += usable[1];
            if (usable[1] > 0) out.unusable_hours.emplace_back(first.entries.front().hour, usable[1]);
            const Parts available = apportion(usable[0], slices);
            const Parts unavailable = apportion(first.unavailable, slices);
            for (std::size_t l = 0; l < part.lane_count; ++l) {
                const std::size_t lane = part.first_lane + l;
                const LaneSlice slice = next_hour(entries[lane], at[l]);
                ARABLE_CHECK(slice.available == first.available && slice.unavailable == first.unavailable);
                LaneHour(slice.entries, sets, first_lane + static_cast<std::uint32_t>(lane), by_lane[lane])
                    .share(unavailable[l], available[l]);
                at[l] += slice.entries.size();
            }
        }
    }
    for (const auto& hours : by_lane) out.hours.insert(out.hours.end(), hours.begin(), hours.end());
    return out;
}

}  // namespace arable::diagnose
