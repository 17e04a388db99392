#include "sources/owner_runs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "series/reader.h"

namespace arable::sources {
namespace {

Duration reach_of(const std::vector<OwnedTimes>& tracks, Duration step) {
    const OwnedTimes* densest = nullptr;
    for (const OwnedTimes& t : tracks)
        if (densest == nullptr || t.times.size() > densest->times.size()) densest = &t;
    if (densest == nullptr || densest->times.size() < 2) return step;
    std::vector<std::int64_t> distances;
    for (std::size_t i = 1; i < densest->times.size(); ++i)
        distances.push_back((densest->times[i] - densest->times[i - 1]).ms);
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return std::max(series::hold_of({*middle}), Duration{1});
}

}  // namespace

DeviceRuns owner_runs(const std::vector<OwnedTimes>& tracks, Duration step) {
    std::vector<std::pair<Time, std::uint32_t>> seen;
    for (const OwnedTimes& t : tracks)
        for (const Time time : t.times) seen.emplace_back(time, t.owner);
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());

    const Duration reach = reach_of(tracks, step);
    DeviceRuns out;
    std::map<std::uint32_t, OwnerRun> open;
    const auto close = [&](const OwnerRun& run) { out.runs.push_back(run); };
    for (std::size_t i = 0; i < seen.size();) {
        const Time now = seen[i].first;
        std::size_t next = i;
        while (next < seen.size() && seen[next].first == now) ++next;
        const Time until = next < seen.size() ? std::min(seen[next].first, now + reach) : now + reach;
        const bool sampled_before = !out.sampled.empty() && out.sampled.back().end == now;
        if (sampled_before) {
            out.sampled.back().end = until;
        } else {
            out.sampled.push_back({now, until});
        }
        for (; i < next; ++i) {
            const std::uint32_t owner = seen[i].second;
            if (owner == kNoOwner) continue;
            const auto at = open.find(owner);
            if (at != open.end() && now - at->second.held.end <= kBridge) {
                at->second.bridged = at->second.bridged + (now - at->second.held.end);
                at->second.held.end = until;
                continue;
            }
            if (at != open.end()) close(at->second);
            open[owner] = {.owner = owner, .held = {now, until}, .appeared = sampled_before};
        }
    }
    for (const auto& [owner, run] : open) close(run);
    std::sort(out.runs.begin(), out.runs.end(), [](const OwnerRun& x, const OwnerRun& y) {
        return std::pair(x.held.begin, x.owner) < std::pair(y.held.begin, y.owner);
    });
    return out;
}

}  // namespace arable::sources
