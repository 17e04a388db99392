// Step 6: PodFacts of all inputs -> pods, plus the pods that only an owner label or a claim names.

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "sources/assembly.h"
#include "sources/node_devices.h"
#include "sources/reservation.h"

namespace arable::sources {
namespace {

// A pod that was not seen for this long while others were has gone (docs/definitions.md §5: a dump or scrape shows what
// is there).
constexpr Duration kGone = minutes(15);

template <class T>
void earliest(std::optional<T>& into, const std::optional<T>& from) {
    if (from) into = into ? std::min(*into, *from) : from;
}
template <class T>
void latest(std::optional<T>& into, const std::optional<T>& from) {
    if (from) into = into ? std::max(*into, *from) : from;
}
void fill(std::string& into, const std::string& from) {
    if (into.empty()) into = from;
}

struct Merged {
    model::Pod pod;
    PodOrigin origin;
    std::optional<Time> last_seen;
    std::optional<Time> alive_at;  // last sighting by an input that would have said that it ended
};

bool richer(const model::PodSpec& x, const model::PodSpec& than) {
    const auto weight = [](const model::PodSpec& s) {
        return std::tuple(s.spec_known, s.device.kind != model::DeviceKind::none, s.cpu.value, s.device.count);
    };
    return weight(x) > weight(than);
}

// Facts of one pod come in order of last_seen: what was seen later says more about phase and node.
void absorb(Merged& m, const PodFact& f) {
    model::Pod& p = m.pod;
    fill(p.uid, f.pod.uid);
    earliest(p.created, f.pod.created);
    earliest(p.scheduled, f.pod.scheduled);
    earliest(p.started, f.pod.started);
    earliest(p.ended, f.pod.ended);
    if (f.pod.phase != model::PodPhase::unknown) p.phase = f.pod.phase;
    p.notes.insert(p.notes.end(), f.pod.notes.begin(), f.pod.notes.end());
    for (const auto& [key, value] : f.pod.labels) p.labels[key] = value;
    if (richer(f.pod.spec, p.spec)) {
        const model::PodSpec before = std::move(p.spec);
        p.spec = f.pod.spec;
        fill(p.spec.queue, before.queue);
        fill(p.spec.image, before.image);
        fill(p.spec.priority_class, before.priority_class);
        fill(p.spec.scheduler, before.scheduler);
    } else {
        fill(p.spec.queue, f.pod.spec.queue);
        fill(p.spec.image, f.pod.spec.image);
        fill(p.spec.priority_class, f.pod.spec.priority_class);
        fill(p.spec.scheduler, f.pod.spec.scheduler);
    }
    if (!f.node.empty()) m.origin.node_name = f.node;
    if (m.origin.owners.empty()) m.origin.owners = f.owners;
    if (m.origin.gang_name.empty()) {
        m.origin.gang_kind = f.gang_kind;
        m.origin.gang_name = f.gang_name;
    }
    m.origin.recorded = true;
    if (f.end_known && !f.pod.ended) latest(m.alive_at, f.last_seen);
    latest(m.last_seen, f.last_seen);
}

std::vector<Merged> merge_facts(const std::vector<PodFact>& facts) {
    std::vector<Merged> all;
    for (std::size_t i = 0; i < facts.size();) {
        std::size_t end = i;
        const auto name = [&](std::size_t k) {
            return std::tie(facts[k].pod.cluster, facts[k].pod.ns, facts[k].pod.name);
        };
        while (end < facts.size() && name(end) == name(i)) ++end;
        std::map<std::string, Merged> by_uid;  // "" first: facts that do not say which pod of this name
        for (std::size_t k = i; k < end; ++k) {
            Merged& m = by_uid[facts[k].pod.uid];
            if (!m.origin.recorded) {
                m.pod.cluster = facts[k].pod.cluster;
                m.pod.ns = facts[k].pod.ns;
                m.pod.name = facts[k].pod.name;
            }
            absorb(m, facts[k]);
        }
        // Those without a uid speak of the only pod of the name; of several they are one more.
        if (by_uid.size() == 2 && by_uid.contains("")) {
            const std::string uid = by_uid.rbegin()->first;
            Merged joined;
            joined.pod.cluster = facts[i].pod.cluster;
            joined.pod.ns = facts[i].pod.ns;
            joined.pod.name = facts[i].pod.name;
            for (std::size_t k = i; k < end; ++k) absorb(joined, facts[k]);
            joined.pod.uid = uid;
            by_uid.clear();
            by_uid[uid] = std::move(joined);
        }
        for (auto& [uid, m] : by_uid) all.push_back(std::move(m));
        i = end;
    }
    return all;
}

// One input lost sight of it and another shows it alive later.
void revive(Merged& m) {
    if (m.pod.ended && m.alive_at && *m.alive_at > *m.pod.ended) m.pod.ended.reset();
}

void guess_end(Merged& m, const std::map<std::string, Time>& last_seen) {
    if (m.pod.ended || !m.last_seen) return;
    const auto all = last_seen.find(m.pod.cluster);
    if (all == last_seen.end() || all->second - *m.last_seen < kGone) return;
    m.pod.ended = m.last_seen;  // inputs that came later do not show it any more
    m.origin.end_guessed = true;
}

model::NodeIx node_at(const Assembly& a, const std::string& cluster, const std::string& name,
                      std::optional<Time> when) {
    const auto lives = a.node_of.find({cluster, lowered(name)});
    if (name.empty() || lives == a.node_of.end()) return model::NodeIx::none();
    model::NodeIx at = lives->second.front();
    for (const model::NodeIx n : lives->second) {
        const auto created = a.timeline.nodes[n.at()].created;
        if (!created || !when || *created <= *when) at = n;
    }
    return at;
}

// On a shared node `nvidia.com/gpu: n` means n replicas.
void see_sharing(const Assembly& a, model::Pod& pod) {
    model::DeviceRequest& d = pod.spec.device;
    if (!pod.node.known() || (d.kind != model::DeviceKind::whole && d.kind != model::DeviceKind::shared)) return;
    const Offer offer = offer_of(a.timeline.nodes[pod.node.at()]);
    if (offer.kind == model::LayoutKind::exclusive || d.count <= 0) return;
    d.kind = model::DeviceKind::shared;
    const std::int64_t count = std::min<std::int64_t>(d.count, 1'000'000);
    d.size = MilliGpu{(count * 1000 + offer.replicas - 1) / offer.replicas};
}

void sort_notes(model::Pod& pod) {
    const auto key = [](const model::WaitNote& n) { return std::tie(n.during, n.kind, n.detail); };
    std::sort(pod.notes.begin(), pod.notes.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
    pod.notes.erase(
        std::unique(pod.notes.begin(), pod.notes.end(), [&](const auto& x, const auto& y) { return key(x) == key(y); }),
        pod.notes.end());
}

// Owner labels and claims that name a pod which no record describes.
void add_named(const Assembly& a, std::vector<Merged>& pods) {
    std::set<std::tuple<std::string, std::string, std::string>> names;
    std::set<ClusterName> uids;
    for (const Merged& m : pods) {
        names.insert({m.pod.cluster, m.pod.ns, m.pod.name});
        if (!m.pod.uid.empty()) uids.insert({m.pod.cluster, m.pod.uid});
    }
    const auto add = [&](const PodKey& key, bool by_uid) {
        if (key.name.empty() || is_reservation(key.ns)) return;
        if (by_uid && !key.uid.empty() && uids.contains({key.cluster, key.uid})) return;
        if (!names.insert({key.cluster, key.ns, key.name}).second) return;
        Merged m;
        m.pod.cluster = key.cluster;
        m.pod.ns = key.ns;
        m.pod.name = key.name;
        m.pod.uid = key.uid;
        m.pod.phase = model::PodPhase::running;
        pods.push_back(std::move(m));
    };
    for (const TrackFact& f : a.facts.tracks)
        if (f.of != TrackOf::node) add(f.pod, true);
    for (const ClaimFact& f : a.facts.claims) add(f.pod, true);
}

// A pod that ended before the window has no part in it, unless a record still gives it a device.
void forget_past(const Assembly& a, std::vector<Merged>& pods) {
    std::set<std::tuple<std::string, std::string, std::string>> named;
    for (const TrackFact& f : a.facts.tracks)
        if (f.of == TrackOf::gpu && !f.pod.name.empty()) named.insert({f.pod.cluster, f.pod.ns, f.pod.name});
    for (const ClaimFact& f : a.facts.claims) named.insert({f.pod.cluster, f.pod.ns, f.pod.name});
    std::erase_if(pods, [&](const Merged& m) {
        return m.pod.ended && *m.pod.ended < a.window().begin && !named.contains({m.pod.cluster, m.pod.ns, m.pod.name});
    });
}

void index_pods(Assembly& a) {
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i) {
        const model::Pod& p = a.timeline.pods[i];
        if (!p.uid.empty()) a.pod_by_uid.try_emplace(p.cluster + '/' + p.uid, model::PodIx::of(i));
        a.pods_by_name[{p.cluster, p.ns, p.name}].push_back(model::PodIx::of(i));
    }
    const auto start = [&](model::PodIx ix) {
        const model::Pod& p = a.timeline.pods[ix.at()];
        return std::tuple(p.created ? p.created : p.scheduled ? p.scheduled : p.started, ix);
    };
    for (auto& [name, pods] : a.pods_by_name)
        std::sort(pods.begin(), pods.end(), [&](auto x, auto y) { return start(x) < start(y); });
}

}  // namespace

void build_pods(Assembly& a) {
    std::vector<Merged> merged = merge_facts(a.facts.pods);
    std::map<std::string, Time> last_seen;
    for (const Merged& m : merged)
        if (m.last_seen) {
            const auto [at, fresh] = last_seen.try_emplace(m.pod.cluster, *m.last_seen);
            if (!fresh) at->second = std::max(at->second, *m.last_seen);
        }
    for (Merged& m : merged) {
        revive(m);
        guess_end(m, last_seen);
    }
    forget_past(a, merged);
    add_named(a, merged);
    std::sort(merged.begin(), merged.end(), [](const Merged& x, const Merged& y) {
        return std::tie(x.pod.cluster, x.pod.ns, x.pod.name, x.pod.uid) <
               std::tie(y.pod.cluster, y.pod.ns, y.pod.name, y.pod.uid);
    });
    std::int64_t homeless = 0;
    for (Merged& m : merged) {
        m.pod.node = node_at(a, m.pod.cluster, m.origin.node_name, m.pod.scheduled ? m.pod.scheduled : m.pod.created);
        if (!m.pod.node.known() && !m.origin.node_name.empty() && m.pod.spec.device.kind != model::DeviceKind::none)
            ++homeless;
        see_sharing(a, m.pod);
        sort_notes(m.pod);
        a.timeline.pods.push_back(std::move(m.pod));
        a.pod_origins.push_back(std::move(m.origin));
    }
    if (homeless > 0)
        a.gap(model::Gap::Kind::unknown_owner, "pods",
              text("pods with GPUs are bound to nodes that no input describes: their GPUs are not counted"), homeless);
    index_pods(a);
}

}  // namespace arable::sources
