#include "sources/signals.h"

#include <algorithm>
#include <tuple>

#include "series/stepping.h"

namespace arable::sources {
namespace {

using series::Sample;

struct Ranked {
    Time time;
    std::int64_t rank = 0;
    double value = 0.0;
};

// A coarser name counts only where the finer one is silent: within its reach the finer one holds.
std::vector<Sample> one_a_time(std::vector<Ranked> all) {
    std::sort(all.begin(), all.end(), [](const Ranked& x, const Ranked& y) {
        return std::tuple(x.time, x.rank, -x.value) < std::tuple(y.time, y.rank, -y.value);
    });
    std::vector<Sample> out;
    out.reserve(all.size());
    for (const Ranked& r : all)
        if (out.empty() || out.back().time != r.time) out.push_back({r.time, r.value});
    return out;
}

std::vector<Ranked> without_covered(std::vector<Ranked> coarse, const std::vector<Sample>& fine, Duration reach) {
    std::size_t next = 0;  // first fine sample after the coarse one
    std::erase_if(coarse, [&](const Ranked& r) {
        while (next < fine.size() && fine[next].time <= r.time) ++next;
        const bool before = next > 0 && r.time - fine[next - 1].time < reach;
        const bool after = next < fine.size() && fine[next].time - r.time < reach;
        return before && after;
    });
    return coarse;
}

struct RankedTracks {
    std::int64_t rank = 0;
    std::vector<series::TrackRef> tracks;
};

// Merges tracks that are views of one thing.
Result<std::vector<Sample>> merge_views(const series::TrackStore& store, std::vector<RankedTracks> ranks,
                                        const IntervalSet* limit) {
    std::sort(ranks.begin(), ranks.end(), [](const auto& x, const auto& y) { return x.rank < y.rank; });
    std::vector<Sample> merged;
    for (const RankedTracks& level : ranks) {
        std::vector<Ranked> samples;
        for (const series::TrackRef track : level.tracks) {
            ARABLE_TRY(read, store.read(track));
            for (const Sample& s : read)
                if (limit == nullptr || contains(*limit, s.time)) samples.push_back({s.time, level.rank, s.value});
        }
        std::vector<Sample> here = one_a_time(std::move(samples));
        if (merged.empty()) {
            merged = std::move(here);
            continue;
        }
        const Duration reach = series::hold_of(series::median_interval(merged));
        std::vector<Ranked> both;
        for (const Sample& s : here) both.push_back({s.time, 1, s.value});
        both = without_covered(std::move(both), merged, reach);
        for (const Sample& s : merged) both.push_back({s.time, 0, s.value});
        merged = one_a_time(std::move(both));
    }
    return merged;
}

// Shares, configuration and waiting times do not add up.
bool takes_the_most(model::Quantity q) {
    using model::Quantity;
    return model::unit(q) == "ratio" || q == Quantity::max_model_len || q == Quantity::kv_block_tokens ||
           q == Quantity::cpu_pressure || q == Quantity::io_pressure || q == Quantity::temperature ||
           q == Quantity::sm_clock || q == Quantity::xid || q == Quantity::clock_event_reasons ||
           q == Quantity::mig_mode;
}

// Several containers or engines of one pod, several links of one card: at every time that any of them has a sample, each stands as long as it
// holds. A counter whose container ended keeps its last value, so that the sum does not fall (which would read as a
// reset).
std::vector<Sample> combine(const std::vector<std::vector<Sample>>& sources, model::Quantity q) {
    if (sources.size() == 1) return sources.front();
    std::vector<Time> times;
    for (const auto& s : sources)
        for (const Sample& x : s) times.push_back(x.time);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<std::optional<double>> sums(times.size());
    const bool most = takes_the_most(q);
    const bool counter = model::is_counter(q);
    for (const auto& s : sources) {
        const Duration reach = std::max(series::hold_of(series::median_interval(s)), Duration{1});
        std::size_t next = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            while (next < s.size() && s[next].time <= times[i]) ++next;
            if (next == 0) continue;
            const Sample& last = s[next - 1];
            if (times[i] - last.time >= reach && !counter) continue;
            std::optional<double>& sum = sums[i];
            if (!sum) {
                sum = last.value;
            } else {
                sum = most ? std::max(*sum, last.value) : *sum + last.value;
            }
        }
    }
    std::vector<Sample> out;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (sums[i]) out.push_back({times[i], *sums[i]});
    return out;
}

}  // namespace

Result<std::vector<series::Signal>> MergedSignals::read(series::Subject subject) const {
    std::vector<series::Signal> signals;
    const auto found = plan_.tracks.find(subject);
    if (found == plan_.tracks.end()) return signals;
    const auto limit = plan_.limits.find(subject);
    // (quantity, part) -> source -> rank -> tracks
    std::map<std::pair<model::Quantity, std::int32_t>, std::map<std::uint32_t, std::vector<RankedTracks>>> groups;
    for (const SignalTrack& t : found->second) {
        auto& ranks = groups[{t.quantity, t.part}][t.source];
        auto at = std::find_if(ranks.begin(), ranks.end(), [&](const auto& r) { return r.rank == t.rank; });
        if (at == ranks.end()) at = ranks.insert(at, {t.rank, {}});
        at->tracks.push_back(t.track);
    }
    for (auto& [key, by_source] : groups) {
        std::vector<std::vector<Sample>> sources;
        for (auto& [source, ranks] : by_source) {
            ARABLE_TRY(merged, merge_views(store_, std::move(ranks), limit == plan_.limits.end() ? nullptr : &limit->second));
            if (!merged.empty()) sources.push_back(std::move(merged));
        }
        if (sources.empty()) continue;
        series::Signal signal{.quantity = static_cast<std::uint16_t>(key.first), .part = key.second};
        signal.samples = combine(sources, key.first);
        signal.median_interval =
            signal.samples.size() < 2 ? plan_.step : series::median_interval(signal.samples);
        signals.push_back(std::move(signal));
    }
    return signals;
}

}  // namespace arable::sources
