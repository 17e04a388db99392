// Tracks with their subjects.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "sources/cards_seen.h"
#include "sources/exporters.h"
#include "sources/metric_facts.h"
#include "sources/track_checks.h"

namespace arable::sources {
namespace {

TrackFact basic(const MetricTrack& track) {
    TrackFact fact;
    fact.track = track.ref.value;
    fact.quantity = *track.row->quantity;
    fact.rank = track.row->rank;
    fact.per_process = track.row->per_process;
    fact.metric = track.metric.empty() ? std::string(track.row->name) : track.metric;
    fact.addend = track.a;
    if (track.row->of == RowOf::server) fact.model = track.b;
    return fact;
}

void of_card(const SeriesKeys& keys, const Exporters& exporters, TrackFact& fact) {
    fact.of = TrackOf::gpu;
    fact.gpu = exporters.card(keys);
    fact.instance = keys.instance;
    fact.mig_profile = keys.profile;
    fact.pod = exporters.owner(keys);
    fact.container = exporters.owner_container(keys);
}

void of_pod(const SeriesKeys& keys, TrackFact& fact) {
    fact.of = TrackOf::pod;
    fact.pod = keys.plain;
    fact.pod.cluster = keys.cluster;
    fact.container = keys.plain_container;
    fact.gpu = {
        .cluster = keys.cluster, .node = keys.node, .uuid = keys.uuid, .pci = "", .index = keys.index, .exporter = ""};
    if (fact.per_process && fact.addend.empty()) {
        fact.addend = !keys.uuid.empty() ? keys.uuid : keys.index ? std::to_string(*keys.index) : "";
    }
}

TrackFact fact_of(const MetricTrack& track, const SeriesKeys& keys, const Exporters& exporters) {
    auto fact = basic(track);
    switch (track.row->of) {
        case RowOf::gpu:
            of_card(keys, exporters, fact);
            break;
        case RowOf::pod:
            of_pod(keys, fact);
            break;
        case RowOf::server:
            fact.of = TrackOf::pod;
            fact.pod = exporters.server(keys);
            break;
        default:
            fact.of = TrackOf::node;
            fact.node = exporters.node(keys);
            fact.gpu.cluster = keys.cluster;
            break;
    }
    return fact;
}

// Devices that are printed without a single reading: their labels still name who holds them.
class UnreadDevices {
  public:
    void see(const MetricTrack& track, TrackFact fact) {
        if (fact.of != TrackOf::gpu || fact.pod.name.empty()) return;
        labelled_.push_back({.gpu = std::move(fact.gpu),
                             .instance = fact.instance,
                             .pod = std::move(fact.pod),
                             .held = track.there(),
                             .source = model::ClaimSource::exporter_labels});
    }
    void read(const TrackFact& fact) {
        if (fact.of == TrackOf::gpu) read_.emplace(fact.gpu, fact.instance);
    }
    void claim(Facts& facts) {
        for (ClaimFact& claim : labelled_)
            if (!read_.contains({claim.gpu, claim.instance})) facts.claims.push_back(std::move(claim));
    }

  private:
    std::vector<ClaimFact> labelled_;
    std::set<std::pair<GpuKey, std::optional<int>>> read_;
};

// A promise is an allocation record for as long as it is printed; a value of 0 is none.
void add_promise(const MetricTrack& track, const SeriesKeys& keys, Facts& facts) {
    if (track.row->state != StateKind::promise || track.most <= 0) return;
    ClaimFact claim;
    claim.gpu = {.cluster = keys.cluster, .node = keys.node, .uuid = keys.uuid, .pci = "", .index = {}, .exporter = ""};
    claim.pod = keys.plain;
    claim.pod.cluster = keys.cluster;
    claim.held = track.reach();
    claim.replicas = 1;
    claim.source = model::ClaimSource::allocation;
    claim.intended = true;
    facts.claims.push_back(std::move(claim));
}

}  // namespace

Result<Done> add_track_facts(const Collected& all, Facts& facts) {
    const Exporters exporters(all, facts);
    const auto conflicts = scale_conflicts(all, facts.gaps);
    CardsSeen cards;
    std::deque<SeenTrack> seen;
    UnreadDevices unread;
    std::int64_t unnamed = 0;
    for (const auto* track : all.tracks) {
        // What is printed without a reading is there all the same.
        if (!track->seen() && (track->shown == 0 || track->row->of != RowOf::gpu)) continue;
        const auto& keys = all.keys_of(*track);
        const bool device = track->row->of == RowOf::gpu || track->row->state == StateKind::gpu_info ||
                            track->row->state == StateKind::mig_info;
        if (device) cards.see(*track, keys, exporters.card(keys), exporters.product(keys));
        if (!track->seen()) {
            unread.see(*track, fact_of(*track, keys, exporters));
            continue;
        }
        add_promise(*track, keys, facts);
        if (!track->row->quantity || conflicts.contains(track)) continue;
        auto fact = fact_of(*track, keys, exporters);
        unread.read(fact);
        if (track->row->of == RowOf::server && fact.pod.name.empty()) ++unnamed;
        facts.has_label_claims = facts.has_label_claims || (fact.of == TrackOf::gpu && !fact.pod.name.empty());
        seen.push_back({track, keys.replica_label, std::move(fact)});
    }
    unread.claim(facts);
    if (unnamed > 0) {
        facts.gaps.push_back(
            {.kind = model::Gap::Kind::unknown_owner,
             .subject = "serving metrics",
             .message = text("series of inference servers name no pod, and no known pod has their address"),
             .count = unnamed});
    }
    drop_where_mig(cards, seen, facts.gaps);
    ARABLE_TRY(split, mark_per_process(all.store, seen));
    static_cast<void>(split);
    ARABLE_TRY(bounded, drop_impossible_cache_use(all.store, seen, facts.gaps));
    static_cast<void>(bounded);
    facts.tracks.reserve(facts.tracks.size() + seen.size());
    for (; !seen.empty(); seen.pop_front()) facts.tracks.push_back(std::move(seen.front().fact));
    auto gpus = cards.facts();
    facts.gpus.insert(facts.gpus.end(), std::make_move_iterator(gpus.begin()), std::make_move_iterator(gpus.end()));
    return Done{};
}

}  // namespace arable::sources
