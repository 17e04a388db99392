#include "sources/signals.h"

#include <algorithm>

#include "series/stepping.h"

namespace arable::sources {
namespace {

using series::Sample;

bool by_time(const Sample& x, const Sample& y) { return x.time < y.time; }

// Adds `more` to `all`, both with ascending times and no time twice; `pick` says which of two samples of one time
// stays. Linear in `more` when it begins after the end of `all`, as owner after owner does.
template <class Pick>
void add(std::vector<Sample>& all, std::vector<Sample> more, const Pick& pick) {
    if (more.empty()) return;
    if (all.empty()) {
        all = std::move(more);
        return;
    }
    const auto from = std::lower_bound(all.begin(), all.end(), more.front(), by_time);
    const std::vector<Sample> later(from, all.end());
    all.erase(from, all.end());
    all.reserve(all.size() + later.size() + more.size());
    auto x = later.begin();
    for (const Sample& y : more) {
        while (x != later.end() && x->time < y.time) all.push_back(*x++);
        if (x != later.end() && x->time == y.time) {
            all.push_back(pick(*x++, y));
        } else {
            all.push_back(y);
        }
    }
    all.insert(all.end(), x, later.end());
}

Sample larger(const Sample& x, const Sample& y) { return x.value < y.value ? y : x; }
Sample first(const Sample& x, const Sample&) { return x; }

// A coarser name counts only where the finer one is silent: within its reach the finer one holds.
void drop_covered(std::vector<Sample>& coarse, const std::vector<Sample>& fine, Duration reach) {
    std::size_t next = 0;  // first fine sample after the coarse one
    std::erase_if(coarse, [&](const Sample& s) {
        while (next < fine.size() && fine[next].time <= s.time) ++next;
        const bool before = next > 0 && s.time - fine[next - 1].time < reach;
        const bool after = next < fine.size() && fine[next].time - s.time < reach;
        return before && after;
    });
}

struct RankedTracks {
    std::int64_t rank = 0;
    std::vector<series::TrackRef> tracks;
};

// Tracks of one rank: of several samples of one time the largest value stays.
Result<std::vector<Sample>> merge_rank(const series::TrackStore& store, const std::vector<series::TrackRef>& tracks,
                                       const IntervalSet* limit) {
    std::vector<std::vector<Sample>> runs;
    for (const series::TrackRef track : tracks) {
        ARABLE_TRY(samples, store.read(track));
        if (limit != nullptr) std::erase_if(samples, [&](const Sample& s) { return !contains(*limit, s.time); });
        if (!samples.empty()) runs.push_back(std::move(samples));
    }
    std::ranges::stable_sort(runs, {}, [](const std::vector<Sample>& run) { return run.front().time; });
    std::vector<Sample> merged;
    for (std::vector<Sample>& run : runs) add(merged, std::move(run), larger);
    return merged;
}

// Merges tracks that are views of one thing.
Result<std::vector<Sample>> merge_views(const series::TrackStore& store, std::vector<RankedTracks> ranks,
                                        const IntervalSet* limit) {
    std::sort(ranks.begin(), ranks.end(), [](const auto& x, const auto& y) { return x.rank < y.rank; });
    std::vector<Sample> merged;
    for (const RankedTracks& level : ranks) {
        ARABLE_TRY(here, merge_rank(store, level.tracks, limit));
        if (!merged.empty()) drop_covered(here, merged, series::hold_of(series::median_interval(merged)));
        add(merged, std::move(here), first);
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

// What a counter gained since its first sample; a drop is a reset, after which the new value is the gain.
std::vector<Sample> gained(std::vector<Sample> counter) {
    double before = counter.empty() ? 0.0 : counter.front().value;
    double sum = 0.0;
    for (Sample& sample : counter) {
        const double now = sample.value;
        sum += now < before ? now : now - before;
        before = now;
        sample.value = sum;
    }
    return counter;
}

// Several containers or engines of one pod, several links of one card: at every time that any of them has a sample,
// each stands as long as it holds. Counters are added as what each gained since its own first sample: one that restarts
// must not make the sum fall (which would read as a reset of all), one that is seen later must not make it jump, and
// one that ended keeps its last value.
std::vector<Sample> combine(std::vector<std::vector<Sample>> sources, model::Quantity q) {
    if (sources.size() == 1) return std::move(sources.front());
    const bool counter = model::is_counter(q);
    std::vector<Time> times;
    for (auto& s : sources) {
        if (counter) s = gained(std::move(s));
        for (const Sample& x : s) times.push_back(x.time);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<std::optional<double>> sums(times.size());
    const bool most = takes_the_most(q);
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

std::optional<std::pair<series::Subject, model::Quantity>> MergedSignals::first_of(
    std::vector<series::TrackRef> wanted) const {
    std::ranges::sort(wanted);
    for (const auto& [subject, tracks] : plan_.tracks) {
        std::optional<model::Quantity> first;
        for (const SignalTrack& t : tracks) {
            if (!std::ranges::binary_search(wanted, t.track)) continue;
            if (!first || t.quantity < *first) first = t.quantity;
        }
        if (first) return std::pair(subject, *first);
    }
    return std::nullopt;
}

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
            ARABLE_TRY(merged,
                       merge_views(store_, std::move(ranks), limit == plan_.limits.end() ? nullptr : &limit->second));
            if (!merged.empty()) sources.push_back(std::move(merged));
        }
        if (sources.empty()) continue;
        series::Signal signal{.quantity = static_cast<std::uint16_t>(key.first), .part = key.second};
        signal.samples = combine(std::move(sources), key.first);
        signal.median_interval = signal.samples.size() < 2 ? plan_.step : series::median_interval(signal.samples);
        signals.push_back(std::move(signal));
    }
    return signals;
}

}  // namespace arable::sources
