#include "sources/track_checks.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "sources/dialect.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using model::Gap;

bool in_conflict(const MetricTrack& track) {
    constexpr std::int64_t kOneIn = 20;  // a single odd sample among many is an outlier, not a scale
    return track.scale_off > 0 && track.scale_off * kOneIn >= track.samples + track.beyond;
}

// A percentage where a ratio was declared reads up to 100. Far beyond it no scale explains: that card's reading is
// broken, and says nothing of its neighbours.
bool is_broken(const MetricTrack& track) {
    constexpr double kNoScale = 1000.0;
    return in_conflict(track) && track.most > kNoScale;
}

struct ScaleView {
    std::int64_t tracks = 0;
    std::int64_t off = 0;
    std::int64_t samples = 0;
    std::int64_t broken = 0, broken_samples = 0;  // beyond every scale; not among the others
    double most = 0.0, broken_most = 0.0;
    std::set<std::string> targets;  // where it was off
};

}  // namespace

std::set<const MetricTrack*> scale_conflicts(const Collected& all, std::vector<Gap>& gaps) {
    using Metric = std::pair<std::string, std::string_view>;  // cluster, name
    std::map<Metric, ScaleView> views;
    const auto metric_of = [&](const MetricTrack& t) { return Metric(all.keys_of(t).cluster, t.row->name); };
    for (const auto* track : all.tracks) {
        if (!track->row->quantity) continue;
        auto& view = views[metric_of(*track)];
        if (is_broken(*track)) {
            view.broken_samples += track->samples + track->beyond;
            view.broken_most = std::max(view.broken_most, track->most);
            ++view.broken;
            continue;
        }
        ++view.tracks;
        if (!in_conflict(*track)) continue;
        ++view.off;
        view.most = std::max(view.most, track->most);
        view.targets.insert(all.keys_of(*track).target);
    }
    std::set<const MetricTrack*> out;
    for (const auto* track : all.tracks) {
        if (!track->row->quantity) continue;
        if (is_broken(*track)) {
            out.insert(track);
            continue;
        }
        auto& view = views[metric_of(*track)];
        const bool everywhere = view.off * 10 >= view.tracks;
        if (view.off == 0 || (!everywhere && !view.targets.contains(all.keys_of(*track).target))) continue;
        view.samples += track->samples + track->beyond;
        out.insert(track);
    }
    for (const auto& [metric, view] : views) {
        if (view.broken > 0) {
            gaps.push_back({.kind = Gap::Kind::broken_reading,
                            .subject = std::string(metric.second),
                            .message = text("{} series read up to {} times what can be: no scale explains that, so "
                                            "they are not used",
                                            view.broken, Figure{fmt::format("{:.4g}", view.broken_most)}),
                            .count = view.broken_samples});
        }
        if (view.off == 0) continue;
        gaps.push_back({.kind = Gap::Kind::broken_reading,
                        .subject = std::string(metric.second),
                        .message = text("declared a ratio of 0 to 1, but up to {} was read: it is printed in "
                                        "another scale here, so it is not used",
                                        Figure{fmt::format("{:.4g}", view.most)}),
                        .count = view.samples});
    }
    return out;
}

void drop_where_mig(const CardsSeen& cards, std::deque<SeenTrack>& tracks, std::vector<Gap>& gaps) {
    std::map<std::string, std::int64_t> dropped;
    std::erase_if(tracks, [&](const SeenTrack& seen) {
        if (!seen.track->row->not_on_mig) return false;
        const auto mig = cards.in_mig_mode(seen.fact.gpu);
        const auto reach = seen.track->reach();
        if (mig.empty() || reach.begin < mig.begin || reach.end > mig.end) return false;
        dropped[seen.fact.metric] += seen.track->samples;
        return true;
    });
    for (const auto& [metric, samples] : dropped) {
        gaps.push_back({.kind = Gap::Kind::broken_reading,
                        .subject = metric,
                        .message = text("has no meaning on a GPU in MIG mode, whatever it says; not used there"),
                        .count = samples});
    }
}

Result<Done> mark_per_process(const series::TrackStore& store, std::deque<SeenTrack>& tracks) {
    using Device = std::tuple<GpuKey, std::optional<int>, Q, std::string>;
    std::map<Device, std::vector<SeenTrack*>> groups;
    for (auto& seen : tracks) {
        const bool split = seen.fact.quantity == Q::gpu_util || seen.fact.quantity == Q::memory_used;
        if (!split || !seen.replica_label || seen.fact.pod.name.empty()) continue;
        groups[{seen.fact.gpu, seen.fact.instance, seen.fact.quantity, seen.fact.metric}].push_back(&seen);
    }
    for (const auto& [device, sharers] : groups) {
        std::map<Time, std::pair<double, double>> range;
        for (const auto* seen : sharers) {
            ARABLE_TRY(samples, store.read(seen->track->ref));
            for (const auto& sample : samples) {
                auto& [least, most] = range.try_emplace(sample.time, sample.value, sample.value).first->second;
                least = std::min(least, sample.value);
                most = std::max(most, sample.value);
            }
        }
        const bool differ =
            std::ranges::any_of(range, [](const auto& at) { return at.second.first != at.second.second; });
        if (!differ) continue;
        for (auto* seen : sharers) seen->fact.per_process = true;
    }
    return Done{};
}

namespace {

using Server = std::map<Q, std::vector<const SeenTrack*>>;

// The one track of a quantity; nullptr when there is none, or several.
const SeenTrack* only(const Server& server, Q quantity) {
    const auto at = server.find(quantity);
    return at == server.end() || at->second.size() != 1 ? nullptr : at->second.front();
}

// The reading of `use` that exceeds its bound the most, and the bound then.
struct Excess {
    double use = 0.0;
    double bound = 0.0;
};

// `share`: of the cache that one request can fill.
Result<std::optional<Excess>> excess_of(const series::TrackStore& store, const SeenTrack& use, const SeenTrack& running,
                                        double share) {
    constexpr double kSlack = 1.1;  // both numbers are of one scrape, not of one instant
    ARABLE_TRY(requests, store.read(running.track->ref));
    ARABLE_TRY(uses, store.read(use.track->ref));
    std::map<Time, double> running_at;
    for (const auto& sample : requests) running_at[sample.time] = sample.value;
    std::optional<Excess> worst;
    for (const auto& sample : uses) {
        const auto at = running_at.find(sample.time);
        if (at == running_at.end()) continue;
        const double bound = at->second * share;
        if (sample.value <= bound * kSlack) continue;
        if (!worst || sample.value - bound > worst->use - worst->bound) worst = Excess{sample.value, bound};
    }
    return worst;
}

}  // namespace

Result<Done> drop_impossible_cache_use(const series::TrackStore& store, std::deque<SeenTrack>& tracks,
                                       std::vector<Gap>& gaps) {
    // By pod; series that name none by their own keys.
    std::map<std::pair<PodKey, std::uint32_t>, Server> servers;
    for (const auto& seen : tracks) {
        if (seen.track->row->of != RowOf::server) continue;
        const auto keys = seen.fact.pod.name.empty() ? seen.track->keys : 0;
        servers[{seen.fact.pod, keys}][seen.fact.quantity].push_back(&seen);
    }
    std::set<const MetricTrack*> broken;
    for (const auto& [name, server] : servers) {
        const auto* blocks = only(server, Q::kv_blocks);
        const auto* tokens = only(server, Q::kv_block_tokens);
        const auto* longest = only(server, Q::max_model_len);
        const auto* running = only(server, Q::requests_running);
        if (!blocks || !tokens || !longest || !running || !server.contains(Q::kv_cache_use)) continue;
        const double room = blocks->track->least * tokens->track->least;
        if (room <= 0 || longest->track->most <= 0) continue;
        for (const auto* use : server.at(Q::kv_cache_use)) {
            ARABLE_TRY(excess, excess_of(store, *use, *running, longest->track->most / room));
            if (!excess) continue;
            broken.insert(use->track);
            gaps.push_back(
                {.kind = Gap::Kind::broken_reading,
                 .subject = name.first.name.empty() ? use->fact.metric : name.first.name,
                 .message = text("{} reads {}, but the running requests can fill at most {} of the cache: KV "
                                 "cache use is unknown",
                                 use->fact.metric, Figure{fmt::format("{:.3g}", excess->use)},
                                 Figure{fmt::format("{:.3g}", excess->bound)}),
                 .count = use->track->samples});
        }
    }
    std::erase_if(tracks, [&](const SeenTrack& seen) { return broken.contains(seen.track); });
    return Done{};
}

}  // namespace arable::sources
