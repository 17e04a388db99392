// Step 2: NodeFacts of all inputs -> nodes. A node that was re-created under one name is another node.

#include <algorithm>
#include <span>

#include <fmt/core.h>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

// One life of a node under its name, and the facts that speak of it.
struct Generation {
    std::optional<Time> created;
    std::string uid;
    std::vector<const NodeFact*> facts;
};

bool same_life(const Generation& g, const NodeFact& f) {
    if (!g.uid.empty() && !f.node.uid.empty()) return g.uid == f.node.uid;
    return g.created && f.node.created && *g.created == *f.node.created;
}

void join_life(std::vector<Generation>& lives, const NodeFact& f) {
    auto found = std::find_if(lives.begin(), lives.end(), [&](const Generation& g) { return same_life(g, f); });
    if (found == lives.end() && !f.node.created && lives.size() == 1 && lives.front().uid.empty())
        found = lives.begin();
    if (found == lives.end()) found = lives.insert(lives.end(), Generation{});
    if (!found->created) found->created = f.node.created;
    if (found->uid.empty()) found->uid = f.node.uid;
    found->facts.push_back(&f);
}

// Facts that say when the node was made come first, then those with a uid; the rest speaks of every life.
std::vector<Generation> lives_of(std::span<const NodeFact* const> facts) {
    std::vector<Generation> lives;
    for (const NodeFact* f : facts)
        if (f->node.created) join_life(lives, *f);
    for (const NodeFact* f : facts)
        if (!f->node.created && !f->node.uid.empty()) join_life(lives, *f);
    if (lives.empty()) lives.emplace_back();
    for (const NodeFact* f : facts)
        if (!f->node.created && f->node.uid.empty())
            for (Generation& g : lives) g.facts.push_back(f);
    std::sort(lives.begin(), lives.end(), [](const Generation& x, const Generation& y) {
        return std::tie(x.created, x.uid) < std::tie(y.created, y.uid);
    });
    for (Generation& g : lives)
        std::stable_sort(g.facts.begin(), g.facts.end(),
                         [](const NodeFact* x, const NodeFact* y) { return x->seen_at < y->seen_at; });
    return lives;
}

void take(std::string& into, const std::string& from) {
    if (!from.empty()) into = from;
}
template <class T>
void take(std::optional<T>& into, const std::optional<T>& from) {
    if (from) into = from;
}

// Later pictures override earlier ones, field by field.
void merge_values(model::Node& n, const model::Node& f) {
    take(n.uid, f.uid);
    take(n.created, f.created);
    for (const auto& [key, value] : f.labels) n.labels[key] = value;
    if (!f.taints.empty()) n.taints = f.taints;
    take(n.pool, f.pool);
    take(n.instance_type, f.instance_type);
    take(n.region, f.region);
    take(n.zone, f.zone);
    take(n.capacity_type, f.capacity_type);
    take(n.cpu, f.cpu);
    take(n.memory, f.memory);
    take(n.pod_slots, f.pod_slots);
    for (const auto& [key, value] : f.allocatable) n.allocatable[key] = value;
    for (const auto& [key, value] : f.capacity) n.capacity[key] = value;
    if (f.physical_gpus) n.physical_gpus = std::max(n.physical_gpus.value_or(*f.physical_gpus), *f.physical_gpus);
}

void add(IntervalSet& into, const IntervalSet& more) { into.insert(into.end(), more.begin(), more.end()); }

struct Presence {
    IntervalSet set;
    bool known = false;
};

// `last_picture`: the latest dump of the cluster; a node in it is there until the window ends, one that is missing
// from it had gone.
Presence presence_of(const Generation& g, const Interval& span, const Interval& window,
                     std::optional<Time> last_picture, Duration step) {
    IntervalSet stated;
    std::optional<Time> picture;
    for (const NodeFact* f : g.facts) {
        if (f->presence_known) add(stated, intersect(f->node.present, span));
        if (f->seen_at && span.contains(*f->seen_at)) picture = std::max(picture.value_or(*f->seen_at), *f->seen_at);
    }
    stated = normalise(std::move(stated));
    if (stated.empty() && !picture) return {};
    // One life has no holes: it lasted from its creation until it was last seen.
    const Time begin = std::max(g.created.value_or(stated.empty() ? window.begin : stated.front().begin), span.begin);
    const bool still_there = picture && stated.empty() && last_picture && *picture + step >= *last_picture;
    Time end = still_there ? window.end : begin;
    if (!stated.empty()) end = std::max(end, stated.back().end);
    if (picture) end = std::max(end, *picture + step);
    if (!g.created && picture && stated.empty()) return {intersect({{begin, end}}, window), true};
    if (!g.created) {
        if (picture) stated.push_back({*picture, *picture + step});
        return {intersect(normalise(std::move(stated)), window), true};
    }
    return {intersect({{begin, std::min(end, span.end)}}, window), true};
}

// A statement that still held in the last picture holds until the node goes.
IntervalSet carry_on(IntervalSet set, const Generation& g, const model::Node& n) {
    set = normalise(std::move(set));
    std::optional<Time> picture;
    bool series = false;
    for (const NodeFact* f : g.facts) {
        if (f->seen_at) picture = std::max(picture.value_or(*f->seen_at), *f->seen_at);
        series |= f->presence_known;
    }
    if (!series && picture && !set.empty() && !n.present.empty() && set.back().end >= *picture)
        set.back().end = std::max(set.back().end, n.present.back().end);
    return intersect(set, n.present);
}

// While kube-state-metrics itself was silent, a node is taken to be as it was before.
IntervalSet bridge_silence(IntervalSet set, const Generation& g, const model::Node& n, const Interval& span) {
    IntervalSet stated;
    for (const NodeFact* f : g.facts)
        if (f->presence_known) add(stated, intersect(f->node.present, span));
    stated = normalise(std::move(stated));
    if (stated.empty()) return set;
    set = normalise(std::move(set));
    IntervalSet out = set;
    for (const Interval& silent : subtract(n.present, stated)) {
        const Time before = silent.begin <= stated.front().begin ? stated.front().begin : silent.begin - Duration{1};
        if (contains(set, before)) out.push_back(silent);
    }
    return normalise(std::move(out));
}

// When series said whether the node is ready.
IntervalSet readiness_told(const Generation& g, const Interval& span) {
    IntervalSet told;
    for (const NodeFact* f : g.facts)
        if (f->node.readiness_known && f->presence_known) add(told, intersect(f->node.present, span));
    return normalise(std::move(told));
}

model::Node merged(const Generation& g, const Presence& presence, const Interval& span) {
    model::Node n;
    n.cluster = g.facts.front()->node.cluster;
    n.name = g.facts.front()->node.name;
    n.present = presence.set;
    IntervalSet ready;
    IntervalSet cordoned;
    for (const NodeFact* f : g.facts) {
        merge_values(n, f->node);
        if (f->node.readiness_known && f->presence_known) add(ready, intersect(f->node.ready, span));
        n.readiness_known |= f->node.readiness_known;
        if (f->cordon_known) add(cordoned, intersect(f->node.cordoned, span));
    }
    // A picture knows of no earlier lapse: it speaks where no series does.
    const IntervalSet told = readiness_told(g, span);
    for (const NodeFact* f : g.facts)
        if (f->node.readiness_known && !f->presence_known)
            add(ready, subtract(intersect(normalise(f->node.ready), span), told));
    n.created = g.created;
    n.uid = g.uid;
    n.ready = n.readiness_known ? bridge_silence(carry_on(std::move(ready), g, n), g, n, span) : n.present;
    n.cordoned = bridge_silence(carry_on(std::move(cordoned), g, n), g, n, span);
    return n;
}

}  // namespace

void build_nodes(Assembly& a) {
    std::map<std::string, Time> last_picture;
    std::map<ClusterName, std::vector<const NodeFact*>> groups;  // names are compared without case
    for (const NodeFact& f : a.facts.nodes) {
        if (f.node.name.empty()) continue;
        groups[{f.node.cluster, lowered(f.node.name)}].push_back(&f);
        if (f.seen_at) {
            const auto [at, fresh] = last_picture.try_emplace(f.node.cluster, *f.seen_at);
            if (!fresh) at->second = std::max(at->second, *f.seen_at);
        }
    }
    for (const auto& [name, facts] : groups) {
        const std::vector<Generation> lives = lives_of(facts);
        const auto picture = last_picture.find(name.first);
        for (std::size_t i = 0; i < lives.size(); ++i) {
            const Interval span{i == 0 ? kBeginningOfTime : lives[i].created.value_or(kBeginningOfTime),
                                i + 1 < lives.size() ? lives[i + 1].created.value_or(kEndOfTime) : kEndOfTime};
            const Presence presence = presence_of(
                lives[i], span, a.window(),
                picture == last_picture.end() ? std::nullopt : std::optional(picture->second), a.options.step);
            if (presence.known && presence.set.empty()) continue;  // gone before the window began
            a.node_of[name].push_back(model::NodeIx::of(a.timeline.nodes.size()));
            a.timeline.nodes.push_back(merged(lives[i], presence, span));
            a.presence_known.push_back(presence.known);
        }
        if (lives.size() > 1)
            a.gap(model::Gap::Kind::assumption, facts.front()->node.name,
                  text("{} nodes one after the other had this name; each is counted on its own", lives.size()),
                  static_cast<std::int64_t>(lives.size()));
    }
}

}  // namespace arable::sources
