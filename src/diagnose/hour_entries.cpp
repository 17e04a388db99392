#include "diagnose/hour_entries.h"

#include <algorithm>
#include <numeric>

namespace arable::diagnose {

Mean WeightedSum::mean() const {
    if (known_ms <= 0) return {};
    return {.value = static_cast<float>(weighted / static_cast<double>(known_ms)),
            .known_ms = static_cast<std::uint32_t>(std::min<std::int64_t>(known_ms, UINT32_MAX))};
}

std::int64_t HourEntry::available_ms() const {
    return std::accumulate(wall_ms.begin(), wall_ms.end(), std::int64_t{0}) -
           wall_ms[static_cast<std::size_t>(PieceState::unavailable)];
}

std::int32_t hour_of(Time t, const Interval& window) {
    return static_cast<std::int32_t>((t - floor_to(window.begin, hours(1))).ms / hours(1).ms);
}

std::vector<HourEntry> add_up(std::span<const Piece> pieces, const Interval& window) {
    std::vector<HourEntry> entries;
    for (const Piece& piece : pieces) {
        const std::int32_t hour = hour_of(piece.span.begin, window);
        auto entry = entries.rbegin();
        while (entry != entries.rend() && entry->hour == hour && entry->holders != piece.holders) ++entry;
        if (entry == entries.rend() || entry->hour != hour) {
            entries.push_back({.hour = hour, .holders = piece.holders});
            entry = entries.rbegin();
        }
        const std::int64_t ms = piece.span.length().ms;
        entry->wall_ms[static_cast<std::size_t>(piece.state)] += ms;
        if (piece.state != PieceState::active) continue;
        const double computing = piece.computing * static_cast<double>(ms);
        entry->computing += computing;
        (piece.bandwidth ? entry->bandwidth_rest : entry->other_rest) += static_cast<double>(ms) - computing;
        entry->engine_only = entry->engine_only || piece.engine_only;
        entry->util_only = entry->util_only || piece.util_only;
    }
    return entries;
}

}  // namespace arable::diagnose
