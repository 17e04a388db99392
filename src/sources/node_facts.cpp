// Nodes from kube-state-metrics.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sources/label_facts.h"
#include "sources/metric_facts.h"
#include "sources/resource_names.h"
#include "sources/sightings.h"
#include "sources/state_series.h"

namespace arable::sources {
namespace {

using S = StateKind;
using Tracks = std::vector<const MetricTrack*>;

constexpr const char* kPlainGpu = "nvidia.com/gpu";

struct NodeTracks {
    std::map<StateKind, Tracks> of;
    Time last = kBeginningOfTime;
};

bool is_node_kind(StateKind kind) { return kind >= S::node_info && kind <= S::node_pci_devices; }

// Still said when the node was last seen; an older taint or resource is gone.
bool is_current(const MetricTrack& track, Time node_last) { return track.last + track.interval() * 3 >= node_last; }

const Tracks& of_kind(const NodeTracks& node, StateKind kind) {
    static const Tracks kNone;
    const auto found = node.of.find(kind);
    return found == node.of.end() ? kNone : found->second;
}

Result<IntervalSet> when(const Collected& all, const Tracks& tracks, const std::function<bool(double)>& holds) {
    IntervalSet out;
    for (const auto* track : tracks) {
        ARABLE_TRY(samples, all.store.read(track->ref));
        const auto times = times_when(samples, holds);
        out.insert(out.end(), times.begin(), times.end());
    }
    return normalise(std::move(out));
}

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::llround(std::clamp(value, 0.0, 9e15))); }

void set_resource(model::Node& node, const MetricTrack& track, bool allocatable) {
    if (track.a == "cpu" || track.a == "memory" || track.a == "pods") {
        if (!allocatable) return;
        if (track.a == "cpu") node.cpu = MilliCpu{std::min(whole(track.last_value * 1000), model::kMostMilliCpu)};
        if (track.a == "memory") node.memory = Bytes{std::min(whole(track.last_value), model::kMostMemoryBytes)};
        if (track.a == "pods") node.pod_slots = whole(track.last_value);
        return;
    }
    const auto resource = find_gpu_resource(track.a);
    if (!resource) return;
    auto& amounts = allocatable ? node.allocatable : node.capacity;
    amounts[resource->resource] = whole(track.last_value);
}

void set_state(const NodeTracks& tracks, model::Node& node) {
    for (const auto* track : of_kind(tracks, S::node_labels)) {
        for (auto& [key, value] : parse_label_lines(track->a)) {
            if (is_current(*track, tracks.last)) node.labels[key] = value;
        }
    }
    read_node_labels(node);
    for (const auto* track : of_kind(tracks, S::node_taint)) {
        if (is_current(*track, tracks.last)) node.taints.push_back({track->a, track->b, track->c});
    }
    for (const auto* track : of_kind(tracks, S::node_allocatable)) {
        if (is_current(*track, tracks.last)) set_resource(node, *track, true);
    }
    for (const auto* track : of_kind(tracks, S::node_capacity)) {
        if (is_current(*track, tracks.last)) set_resource(node, *track, false);
    }
    for (const auto* track : of_kind(tracks, S::node_pci_devices)) {
        if (track->last_value > 0) node.physical_gpus = whole(track->last_value);
    }
}

// Of the cards in its capacity, how many could not be given away at which times.
Result<std::vector<IntervalSet>> withheld_of(const Collected& all, const NodeTracks& tracks, const model::Node& node) {
    std::vector<IntervalSet> out;
    const auto capacity = node.capacity.find(kPlainGpu);
    if (capacity == node.capacity.end()) return out;
    for (const auto* track : of_kind(tracks, S::node_allocatable)) {
        const auto resource = find_gpu_resource(track->a);
        if (!resource || resource->resource != kPlainGpu || whole(track->least) >= capacity->second) continue;
        ARABLE_TRY(samples, all.store.read(track->ref));
        const std::int64_t most = std::min(capacity->second - whole(track->least), kMostWithheld);
        if (out.size() < static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
        for (std::int64_t k = 1; k <= most; ++k) {
            const auto times = times_when(samples, [&](double v) { return whole(v) <= capacity->second - k; });
            IntervalSet& set = out[static_cast<std::size_t>(k - 1)];
            set.insert(set.end(), times.begin(), times.end());
            set = normalise(std::move(set));
        }
    }
    return out;
}

// More creation times of one name are no creation times.
constexpr std::size_t kMostGenerations = 100;

// One fact for each creation time: a node made anew under an old name is another node.
Result<Done> add_generations(const Collected& all, const NodeTracks& tracks, const NodeFact& whole_life, Facts& facts) {
    std::map<std::int64_t, IntervalSet> generations;  // creation second -> when it was said
    for (const auto* track : of_kind(tracks, S::node_created)) {
        ARABLE_TRY(samples, all.store.read(track->ref));
        std::set<double> values;
        for (const auto& sample : samples) values.insert(sample.value);
        if (values.size() > kMostGenerations) continue;
        for (const double value : values) {
            auto times = times_when(samples, [&](double other) { return other == value; });
            auto& into = generations[whole(value)];
            into.insert(into.end(), times.begin(), times.end());
        }
    }
    if (generations.empty()) {
        facts.nodes.push_back(whole_life);
        return Done{};
    }
    for (auto& [created, times] : generations) {
        auto fact = whole_life;
        fact.node.created = Time{created * 1000};
        if (generations.size() > 1) {
            const auto during = normalise(times);
            fact.node.present = intersect(fact.node.present, during);
            fact.node.ready = intersect(fact.node.ready, during);
            fact.node.cordoned = intersect(fact.node.cordoned, during);
        }
        facts.nodes.push_back(std::move(fact));
    }
    return Done{};
}

Result<Done> add_node(const Collected& all, const std::pair<std::string, std::string>& name, const NodeTracks& tracks,
                      Facts& facts) {
    NodeFact fact;
    fact.node.cluster = name.first;
    fact.node.name = name.second;
    const auto always = [](double) { return true; };
    const auto is_one = [](double value) { return value == 1.0; };
    IntervalSet present;
    for (const auto kind : {S::node_info, S::node_condition, S::node_created, S::node_cordoned, S::node_allocatable}) {
        ARABLE_TRY(seen, when(all, of_kind(tracks, kind), always));
        present.insert(present.end(), seen.begin(), seen.end());
    }
    fact.node.present = normalise(std::move(present));
    fact.presence_known = !fact.node.present.empty();
    const auto& conditions = of_kind(tracks, S::node_condition);
    fact.node.readiness_known = !conditions.empty();
    ARABLE_TRY(ready, when(all, conditions, is_one));
    fact.node.ready = intersect(ready, fact.node.present);
    const auto& cordons = of_kind(tracks, S::node_cordoned);
    fact.cordon_known = !cordons.empty();
    ARABLE_TRY(cordoned, when(all, cordons, is_one));
    fact.node.cordoned = cordoned;
    set_state(tracks, fact.node);
    ARABLE_TRY(withheld, withheld_of(all, tracks, fact.node));
    fact.withheld = std::move(withheld);
    return add_generations(all, tracks, fact, facts);
}

}  // namespace

Result<Done> add_node_facts(const Collected& all, Facts& facts) {
    std::map<std::pair<std::string, std::string>, NodeTracks> nodes;
    for (const auto* track : all.tracks) {
        if (track->row->of != RowOf::state || !is_node_kind(track->row->state) || !track->seen()) continue;
        const auto& keys = all.keys_of(*track);
        auto& node = nodes[{keys.cluster, keys.object}];
        node.of[track->row->state].push_back(track);
        node.last = std::max(node.last, track->last);
    }
    for (const auto& [name, tracks] : nodes) {
        ARABLE_TRY(added, add_node(all, name, tracks, facts));
        static_cast<void>(added);
    }
    return Done{};
}

}  // namespace arable::sources
