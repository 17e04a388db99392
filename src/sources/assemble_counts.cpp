#include "sources/assemble_counts.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "sources/node_devices.h"

namespace arable::sources {
namespace {

using model::Claim;
using model::DeviceKind;

// When the pod occupied its node's devices; empty when it never did.
struct Occupation {
    Interval held;
    bool start_known = false;
};

Occupation occupation(const Assembly& a, const model::Pod& pod) {
    const bool refused = std::ranges::any_of(
        pod.notes, [](const model::WaitNote& note) { return note.kind == model::WaitNote::Kind::admission_failed; });
    if (refused && pod.phase == model::PodPhase::failed && !pod.started) return {};  // it never had a device
    const Interval& w = a.window();
    const auto begin = pod.scheduled ? pod.scheduled : pod.started;
    const Time from = begin.value_or(std::max(pod.created.value_or(w.begin), w.begin));
    return {intersect({from, pod.ended.value_or(w.end)}, w), begin && *begin > w.begin};
}

// What the devices named so far leave of a pod's request, as a step function.
std::vector<std::pair<Interval, std::int64_t>> unnamed(const Interval& held, std::int64_t asked,
                                                       const std::vector<const Claim*>& named) {
    std::vector<std::pair<Time, std::int64_t>> edges{{held.begin, 0}, {held.end, 0}};
    for (const Claim* c : named) {
        const Interval part = intersect(c->held, held);
        if (part.empty()) continue;
        edges.emplace_back(part.begin, 1);
        edges.emplace_back(part.end, -1);
    }
    std::sort(edges.begin(), edges.end());
    std::vector<std::pair<Interval, std::int64_t>> rest;
    std::int64_t now = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        now += edges[i].second;
        const Interval part{edges[i].first, edges[i + 1].first};
        const std::int64_t missing = asked - now;
        if (part.empty() || missing <= 0) continue;
        if (!rest.empty() && rest.back().second == missing && rest.back().first.end == part.begin) {
            rest.back().first.end = part.end;
        } else {
            rest.emplace_back(part, missing);
        }
    }
    return rest;
}

class Counter {
  public:
    explicit Counter(Assembly& a) : a_(a), named_(a.timeline.pods.size()) {
        for (const Claim& c : a.timeline.claims)
            if (c.pod.known()) {  // a record of a device that left speaks of this pod too: it has no other
                named_[c.pod.at()].push_back(&c);
            }
        for (std::size_t i = 0; i < a.facts.claims.size(); ++i) {
            const ClaimFact& f = a.facts.claims[i];
            const auto node = a.node_of.find({f.gpu.cluster, lowered(a.claim_nodes[i])});
            if (f.source != model::ClaimSource::allocation || node == a.node_of.end()) continue;
            const Time last = std::min(f.held.end, a.window().end) - Duration{1};
            const auto [at, fresh] = listed_.try_emplace(node->second.back(), last);
            if (!fresh) at->second = std::max(at->second, last);
        }
        for (const model::Gpu& g : a.timeline.gpus) {
            ++gpus_[g.node];
            if (!g.layouts.empty() && g.layouts.back().layout.kind == model::LayoutKind::mig) cut_.insert(g.node);
        }
    }

    void count(model::PodIx pod);
    std::vector<Claim> take() { return std::move(counted_); }
    void report();

  private:
    bool without_device(const model::Pod& pod, model::PodIx ix, const Interval& held) const;

    Assembly& a_;
    std::vector<std::vector<const Claim*>> named_;
    std::map<model::NodeIx, Time> listed_;  // the time of allocation records: who is not in them held nothing then
    std::map<model::NodeIx, std::int64_t> gpus_;
    std::set<model::NodeIx> cut_;  // have cards cut into MIG instances, which may go under the plain name of cards
    std::vector<Claim> counted_;
    std::vector<model::PodIx> homeless_;  // ask for more cards than any input shows on their node
    std::vector<model::PodIx> bare_;
    std::vector<model::PodIx> parts_;    // hold parts of their nodes' GPUs, nobody knows of which
    std::vector<model::PodIx> invalid_;  // hold GPUs of their nodes, nobody knows how many
};

bool Counter::without_device(const model::Pod& pod, model::PodIx ix, const Interval& held) const {
    if (!named_[ix.at()].empty()) return false;
    const DeviceKind kind = pod.spec.device.kind;
    const auto listed = listed_.find(pod.node);
    if (listed != listed_.end() && held.contains(listed->second)) return true;
    if (kind == DeviceKind::fraction) return true;
    const auto whole = a_.timeline.nodes[pod.node.at()].allocatable.find("nvidia.com/gpu");
    return kind == DeviceKind::whole && pod.spec.device.resource == "nvidia.com/gpu" &&
           whole != a_.timeline.nodes[pod.node.at()].allocatable.end() && whole->second == 0 &&
           !device_counts(a_.timeline.nodes[pod.node.at()]).usable;
}

void Counter::count(model::PodIx ix) {
    const model::Pod& pod = a_.timeline.pods[ix.at()];
    const model::DeviceRequest& d = pod.spec.device;
    if (d.kind == DeviceKind::none || !pod.node.known()) return;
    const Occupation o = occupation(a_, pod);
    if (o.held.empty()) return;
    if (d.kind == DeviceKind::invalid) {
        invalid_.push_back(ix);
        return;
    }
    if (without_device(pod, ix, o.held)) {
        // A part of some card that is not cut: of which, nobody says.
        const bool part = d.kind == DeviceKind::fraction && !listed_.contains(pod.node) && !cut_.contains(pod.node);
        (part ? parts_ : bare_).push_back(ix);
        return;
    }
    const std::int64_t gpus = gpus_[pod.node];
    const bool whole = d.kind == DeviceKind::whole && !cut_.contains(pod.node);
    if (gpus == 0 || (whole && d.count > gpus)) homeless_.push_back(ix);
    if (gpus == 0) return;
    const bool mig = d.kind == DeviceKind::mig || cut_.contains(pod.node);
    std::int64_t asked = std::clamp<std::int64_t>(d.count, 0, mig ? gpus * 7 : gpus);
    // Replicas may all be of one card: a device that is named is enough.
    if (d.kind == DeviceKind::shared && !named_[ix.at()].empty()) asked = std::min<std::int64_t>(asked, 1);
    for (const auto& [held, missing] : unnamed(o.held, asked, named_[ix.at()]))
        counted_.push_back(
            {.pod = ix,
             .gpu = model::GpuIx::none(),
             .node = pod.node,
             .replicas = d.kind == DeviceKind::shared ? static_cast<int>(std::min<std::int64_t>(d.count, 1000)) : 0,
             .count = static_cast<int>(missing),
             .held = held,
             .start_known = o.start_known && held.begin == o.held.begin,
             .source = model::ClaimSource::count});
}

void Counter::report() {
    using Kind = model::Gap::Kind;
    for (const model::PodIx pod : bare_) {
        const model::Pod& p = a_.timeline.pods[pod.at()];
        a_.gap(Kind::conflict, p.ns + '/' + p.name,
               text("bound to {} and asks for {}, but no record or label gives it a device: it holds none",
                    a_.timeline.nodes[p.node.at()].name, p.spec.device.resource));
    }
    for (const model::PodIx pod : homeless_) {
        const model::Pod& p = a_.timeline.pods[pod.at()];
        a_.gap(Kind::conflict, p.ns + '/' + p.name,
               text("bound to {} and asks for {} GPUs, but the inputs show {} there: the rest is not counted",
                    a_.timeline.nodes[p.node.at()].name, p.spec.device.count, gpus_[p.node]));
    }
    // Which GPUs of their nodes these hold is not known: none of them that is idle is called free.
    const auto untold = [&](model::PodIx pod, auto words) {
        const model::Pod& p = a_.timeline.pods[pod.at()];
        model::Node& node = a_.timeline.nodes[p.node.at()];
        node.holders_untold = true;
        a_.gap(Kind::unknown_owner, p.ns + '/' + p.name, words(node.name, p.spec.device));
    };
    for (const model::PodIx pod : parts_)
        untold(pod, [](const std::string& node, const model::DeviceRequest& d) {
            return text(
                "bound to {} and asks for a part of a GPU ({}), but no record or label says of which: idle "
                "GPUs of the node are not called free",
                node, d.resource);
        });
    for (const model::PodIx pod : invalid_)
        untold(pod, [](const std::string& node, const model::DeviceRequest& d) {
            return text(
                "bound to {} and asks for GPUs in a way that cannot be read ({}): which GPUs of the node it "
                "holds is not known",
                node, d.why_invalid);
        });
}

// Into MIG instances, of which no whole-card claim says which.
bool is_cut(const model::Gpu& gpu, Time t) {
    return std::any_of(gpu.layouts.begin(), gpu.layouts.end(), [t](const model::LayoutSpan& s) {
        return s.layout.kind == model::LayoutKind::mig && s.during.contains(t);
    });
}

// k = n: gives identities to the count claims of one node wherever one workload fills all that is left.
class Identities {
  public:
    Identities(const Assembly& a, std::vector<const Claim*> counted, std::vector<const Claim*> named,
               std::vector<model::GpuIx> gpus)
        : a_(a), counted_(std::move(counted)), named_(std::move(named)), gpus_(std::move(gpus)) {}

    std::vector<Claim> resolve();

  private:
    void piece(const Interval& during, const std::vector<const Claim*>& counts, const std::set<model::GpuIx>& taken);
    void put(Claim claim);

    const Assembly& a_;
    std::vector<const Claim*> counted_;
    std::vector<const Claim*> named_;
    std::vector<model::GpuIx> gpus_;
    std::map<std::pair<model::PodIx, model::GpuIx>, Claim> open_;
    std::vector<Claim> out_;
};

void Identities::put(Claim claim) {
    const auto [at, fresh] = open_.try_emplace({claim.pod, claim.gpu}, claim);
    if (fresh) return;
    if (at->second.held.end == claim.held.begin && at->second.count == claim.count &&
        at->second.replicas == claim.replicas) {
        at->second.held.end = claim.held.end;
        return;
    }
    out_.push_back(at->second);
    at->second = claim;
}

void Identities::piece(const Interval& during, const std::vector<const Claim*>& counts,
                       const std::set<model::GpuIx>& taken) {
    std::vector<model::GpuIx> left;
    for (const model::GpuIx g : gpus_)
        if (!taken.contains(g) && contains(a_.timeline.gpus[g.at()].present, during.begin) &&
            !is_cut(a_.timeline.gpus[g.at()], during.begin))
            left.push_back(g);
    std::int64_t wanted = 0;
    bool alike = true;
    for (const Claim* c : counts) {
        wanted += c->count;
        alike &= a_.timeline.pods[c->pod.at()].workload == a_.timeline.pods[counts.front()->pod.at()].workload;
    }
    const bool all = alike && wanted == static_cast<std::int64_t>(left.size());
    auto next = left.begin();
    for (const Claim* c : counts) {
        Claim part = *c;
        part.held = during;
        part.start_known = c->start_known && during.begin == c->held.begin;
        if (!all) {
            put(part);
            continue;
        }
        part.count = 1;
        for (int i = 0; i < c->count; ++i) {
            part.gpu = *next++;
            put(part);
        }
    }
}

std::vector<Claim> Identities::resolve() {
    struct Edge {
        Time at;
        bool begins;
        const Claim* claim;
    };
    std::vector<Edge> edges;
    std::vector<Time> times;
    for (const auto* list : {&counted_, &named_})
        for (const Claim* c : *list) {
            edges.push_back({c->held.begin, true, c});
            edges.push_back({c->held.end, false, c});
        }
    for (const model::GpuIx g : gpus_) {
        for (const Interval& i : a_.timeline.gpus[g.at()].present) times.insert(times.end(), {i.begin, i.end});
        for (const model::LayoutSpan& s : a_.timeline.gpus[g.at()].layouts)
            times.insert(times.end(), {s.during.begin, s.during.end});
    }
    for (const Edge& e : edges) times.push_back(e.at);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.at < y.at; });
    std::multiset<model::GpuIx> taken;
    std::vector<const Claim*> active;  // count claims, by pod
    auto edge = edges.begin();
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        for (; edge != edges.end() && edge->at <= times[i]; ++edge) {
            const Claim* c = edge->claim;
            if (c->gpu.known()) {
                if (edge->begins) taken.insert(c->gpu);
                if (!edge->begins) taken.erase(taken.find(c->gpu));
            } else if (edge->begins) {
                active.insert(std::upper_bound(active.begin(), active.end(), c,
                                               [](const Claim* x, const Claim* y) { return x->pod < y->pod; }),
                              c);
            } else {
                active.erase(std::find(active.begin(), active.end(), c));
            }
        }
        if (!active.empty()) piece({times[i], times[i + 1]}, active, {taken.begin(), taken.end()});
    }
    for (auto& [key, claim] : open_) out_.push_back(std::move(claim));
    return std::move(out_);
}

}  // namespace

void count_claims(Assembly& a) {
    Counter counter(a);
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i) counter.count(model::PodIx::of(i));
    counter.report();
    const std::vector<Claim> counted = counter.take();
    std::map<model::NodeIx, std::vector<const Claim*>> by_node;
    // Instances and replicas that are counted stay without identity: one card may give several of them.
    for (const Claim& c : counted) {
        if (a.timeline.pods[c.pod.at()].spec.device.kind == DeviceKind::mig || c.replicas > 0) {
            a.timeline.claims.push_back(c);
        } else {
            by_node[c.node].push_back(&c);
        }
    }
    std::map<model::NodeIx, std::vector<const Claim*>> named;
    for (const Claim& c : a.timeline.claims)
        if (c.gpu.known() && !c.held.empty() && by_node.contains(c.node)) named[c.node].push_back(&c);
    std::map<model::NodeIx, std::vector<model::GpuIx>> gpus;
    for (std::size_t i = 0; i < a.timeline.gpus.size(); ++i)
        gpus[a.timeline.gpus[i].node].push_back(model::GpuIx::of(i));
    std::vector<Claim> all;
    for (auto& [node, claims] : by_node) {
        const std::vector<Claim> found = Identities(a, claims, named[node], gpus[node]).resolve();
        all.insert(all.end(), found.begin(), found.end());
    }
    a.timeline.claims.insert(a.timeline.claims.end(), all.begin(), all.end());
}

}  // namespace arable::sources
