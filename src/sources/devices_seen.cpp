#include "sources/devices_seen.h"

#include <algorithm>
#include <map>

namespace arable::sources {
namespace {

// The two quantities with the most owner-labelled tracks (else with the most tracks); the one with more samples tells
// who held the device. Reading all would cost as much as the diagnosis itself.
std::vector<model::Quantity> telling_quantities(const Facts& facts, const std::vector<std::uint32_t>& tracks) {
    std::map<model::Quantity, std::pair<int, int>> counts;  // labelled, all
    for (const std::uint32_t t : tracks) {
        auto& [labelled, all] = counts[facts.tracks[t].quantity];
        if (!facts.tracks[t].pod.name.empty()) ++labelled;
        ++all;
    }
    std::vector<std::pair<std::pair<int, int>, model::Quantity>> order;
    for (const auto& [quantity, count] : counts) order.emplace_back(std::pair(-count.first, -count.second), quantity);
    std::sort(order.begin(), order.end());
    std::vector<model::Quantity> best;
    for (std::size_t i = 0; i < order.size() && i < 2; ++i)
        if (i == 0 || order[i].first == order[0].first) best.push_back(order[i].second);
    return best;
}

Result<DeviceSeen> look_at(const Assembly& a, const IntervalSet& when, std::optional<int> instance,
                           const std::vector<std::uint32_t>& tracks) {
    DeviceSeen device{.instance = instance};
    std::vector<OwnedTimes> best;
    std::vector<PodKey> owners;
    std::size_t most = 0;
    for (const model::Quantity quantity : telling_quantities(a.facts, tracks)) {
        std::vector<OwnedTimes> times;
        std::map<PodKey, std::uint32_t> owner_of;
        std::size_t count = 0;
        for (const std::uint32_t t : tracks) {
            const TrackFact& f = a.facts.tracks[t];
            if (f.quantity != quantity) continue;
            ARABLE_TRY(samples, a.store.read(series::TrackRef{f.track}));
            OwnedTimes owned{.owner = kNoOwner};
            if (!f.pod.name.empty())
                owned.owner = owner_of.try_emplace(f.pod, static_cast<std::uint32_t>(owner_of.size())).first->second;
            for (const series::Sample& s : samples)
                if (contains(when, s.time)) owned.times.push_back(s.time);
            count += owned.times.size();
            times.push_back(std::move(owned));
        }
        if (count <= most) continue;
        most = count;
        best = std::move(times);
        owners.assign(owner_of.size(), {});
        for (const auto& [key, ix] : owner_of) owners[ix] = key;
    }
    device.owners = std::move(owners);
    device.runs = owner_runs(best, a.options.step);
    return device;
}

}  // namespace

IntervalSet cut_times(const model::Gpu& gpu) {
    std::vector<Interval> cut;
    for (const model::LayoutSpan& span : gpu.layouts)
        if (!span.layout.instances.empty()) cut.push_back(span.during);
    return normalise(std::move(cut));
}

Result<std::vector<DeviceSeen>> look_at_gpu(const Assembly& a, std::size_t at) {
    const GpuOrigin& origin = a.gpu_origins[at];
    std::map<std::optional<int>, std::vector<std::uint32_t>> tracks;
    for (const model::LayoutSpan& span : a.timeline.gpus[at].layouts)
        for (const model::MigInstance& m : span.layout.instances) tracks[m.id];
    const model::Gpu& gpu = a.timeline.gpus[at];
    const IntervalSet uncut = subtract(intersect(gpu.present, a.window()), cut_times(gpu));
    if (tracks.empty() || !uncut.empty()) tracks[std::nullopt];
    if (origin.card)
        for (const std::uint32_t t : a.cards[*origin.card].tracks) {
            const TrackFact& f = a.facts.tracks[t];
            const auto device = tracks.find(f.instance);
            if (!f.per_process && device != tracks.end()) device->second.push_back(t);
        }
    std::vector<DeviceSeen> devices;
    for (const auto& [instance, of_instance] : tracks) {
        // A card that is cut goes on giving numbers of the whole, with or without an owner: they speak of nobody.
        const bool part_time = !instance && tracks.size() > 1;
        const IntervalSet when = part_time ? intersect(origin.owns, uncut) : origin.owns;
        ARABLE_TRY(device, look_at(a, when, instance, of_instance));
        devices.push_back(std::move(device));
    }
    return devices;
}

}  // namespace arable::sources
