#include "sources/mig_history.h"

#include <algorithm>
#include <set>

#include "model/mig.h"
#include "series/stepping.h"

namespace arable::sources {
namespace {

// The quantity that the most instances have: population from whatever shows it best.
std::optional<model::Quantity> widest_quantity(const Assembly& a, const Card& card) {
    std::map<model::Quantity, std::set<int>> instances;
    for (const std::uint32_t t : card.tracks) {
        const TrackFact& f = a.facts.tracks[t];
        if (f.instance && !f.per_process) instances[f.quantity].insert(*f.instance);
    }
    std::optional<model::Quantity> best;
    std::size_t most = 0;
    for (const auto& [quantity, ids] : instances) {
        if (ids.size() <= most) continue;
        most = ids.size();
        best = quantity;
    }
    return best;
}

// When each device of the card was sampled.
struct Sampled {
    std::map<int, std::vector<std::pair<Time, std::string>>> instances;  // time, profile as printed
    std::vector<Time> whole;
    Duration interval;  // the longest median distance
};

Result<Sampled> sampled(const Assembly& a, const Card& card) {
    Sampled out;
    const auto quantity = widest_quantity(a, card);
    if (!quantity) return out;
    std::set<std::string> metrics;
    for (const std::uint32_t t : card.tracks) {
        const TrackFact& f = a.facts.tracks[t];
        if (f.instance && !f.per_process && f.quantity == *quantity) metrics.insert(f.metric);
    }
    for (const std::uint32_t t : card.tracks) {
        const TrackFact& f = a.facts.tracks[t];
        if (f.per_process || f.quantity != *quantity || !metrics.contains(f.metric)) continue;
        ARABLE_TRY(samples, a.store.read(series::TrackRef{f.track}));
        out.interval = std::max(out.interval, series::median_interval(samples));
        for (const series::Sample& s : samples) {
            if (f.instance) {
                out.instances[*f.instance].emplace_back(s.time, f.mig_profile);
            } else {
                out.whole.push_back(s.time);
            }
        }
    }
    std::sort(out.whole.begin(), out.whole.end());
    for (auto& [id, times] : out.instances) std::sort(times.begin(), times.end());
    return out;
}

// All times at which any device of the card was sampled.
std::vector<Time> all_times(const Sampled& sampled) {
    std::vector<Time> all = sampled.whole;
    for (const auto& [id, times] : sampled.instances)
        for (const auto& [time, profile] : times) all.push_back(time);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

// An instance that is missing for long while the card is sampled is not there.
std::vector<InstanceLife> lives_of(int id, const std::vector<std::pair<Time, std::string>>& times,
                                   const std::vector<Time>& all) {
    std::vector<InstanceLife> lives;
    const auto next_of_card = [&](Time t) { return std::upper_bound(all.begin(), all.end(), t); };
    const auto close = [&] {
        if (lives.empty()) return;
        const auto next = next_of_card(lives.back().during.end - Duration{1});
        if (next != all.end()) lives.back().during.end = *next;
    };
    for (const auto& [time, profile] : times) {
        bool fresh = lives.empty() || (!profile.empty() && lives.back().printed != profile);
        if (!fresh) {
            const Time last = lives.back().during.end - Duration{1};
            const auto next = next_of_card(last);
            fresh = time - last > kOneChange && next != all.end() && *next < time;
        }
        if (fresh) {
            close();
            lives.push_back({id, profile, {time, time}});
        }
        lives.back().during.end = time + Duration{1};
    }
    close();
    return lives;
}

// Boundaries that are near each other become the first of them.
std::vector<Time> changes_of(const std::vector<InstanceLife>& lives, const Interval& whole) {
    std::vector<Time> times{whole.begin};
    for (const InstanceLife& l : lives) {
        times.push_back(l.during.begin);
        times.push_back(l.during.end);
    }
    std::sort(times.begin(), times.end());
    std::vector<Time> changes;
    for (const Time t : times)
        if (changes.empty() || t - changes.back() > kOneChange) changes.push_back(t);
    if (changes.size() > 1 && whole.end - changes.back() <= kOneChange) changes.pop_back();
    changes.push_back(whole.end);
    return changes;
}

Interval hull(const std::vector<InstanceLife>& lives) {
    Interval all = lives.front().during;
    for (const InstanceLife& l : lives) all = {std::min(all.begin, l.during.begin), std::max(all.end, l.during.end)};
    return all;
}

}  // namespace

model::MigInstance resolve_instance(int id, const std::string& printed, const model::Product* product) {
    model::MigInstance instance{.id = id, .profile = printed, .printed = printed};
    const auto name = model::parse_mig_profile(printed);
    if (!name) return instance;
    instance.compute_slices = name->compute_slices;
    if (product == nullptr || !product->mig) return instance;
    if (const model::MigProfile* profile = product->mig->resolve(*name)) {
        instance.profile = profile->name;
        instance.compute_slices = profile->compute_slices;
        instance.memory_slices = profile->memory_slices;
    }
    return instance;
}

Result<MigHistory> mig_history(const Assembly& a, const Card& card) {
    ARABLE_TRY(seen, sampled(a, card));
    MigHistory out;
    const std::vector<Time> all = all_times(seen);
    for (const auto& [id, times] : seen.instances) {
        const std::vector<InstanceLife> of_id = lives_of(id, times, all);
        out.lives.insert(out.lives.end(), of_id.begin(), of_id.end());
    }
    if (out.lives.empty() || seen.whole.empty()) return out;
    Time first = kEndOfTime;
    Time last = kBeginningOfTime;
    for (const auto& [id, times] : seen.instances) {
        first = std::min(first, times.front().first);
        last = std::max(last, times.back().first);
    }
    // Samples of one scrape may differ by milliseconds.
    const Duration scrape = std::max(seen.interval, a.options.step);
    out.whole_before = first - seen.whole.front() >= scrape;
    out.whole_after = seen.whole.back() - last >= scrape;
    return out;
}

std::vector<model::LayoutSpan> mig_spans(MigHistory history, const Interval& seen, const Interval& stay,
                                         const model::Product* product) {
    std::vector<InstanceLife>& lives = history.lives;
    const Interval shown = hull(lives);
    Interval whole = shown;
    if (!history.whole_before && whole.begin - seen.begin <= kOneChange)
        whole.begin = std::min(whole.begin, stay.begin);
    if (!history.whole_after && seen.end - whole.end <= kOneChange) whole.end = std::max(whole.end, stay.end);
    for (InstanceLife& l : lives) {
        if (l.during.begin - shown.begin <= kOneChange) l.during.begin = whole.begin;
        if (shown.end - l.during.end <= kOneChange) l.during.end = whole.end;
    }
    std::vector<model::LayoutSpan> spans;
    const std::vector<Time> changes = changes_of(lives, whole);
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
        const Interval during{changes[i], changes[i + 1]};
        model::Layout layout{.kind = model::LayoutKind::mig};
        std::set<int> ids;
        for (const InstanceLife& l : lives)
            if (intersect(l.during, during).length().ms * 2 > during.length().ms && ids.insert(l.id).second)
                layout.instances.push_back(resolve_instance(l.id, l.printed, product));
        if (layout.instances.empty()) continue;
        std::sort(layout.instances.begin(), layout.instances.end(),
                  [](const auto& x, const auto& y) { return x.id < y.id; });
        if (!spans.empty() && spans.back().layout == layout && spans.back().during.end == during.begin) {
            spans.back().during.end = during.end;
        } else {
            spans.push_back({during, std::move(layout)});
        }
    }
    return spans;
}

}  // namespace arable::sources
